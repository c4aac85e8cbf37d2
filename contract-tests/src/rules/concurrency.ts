import { executeTool, getPublicManifest, type RunCall, runWorkflow } from '../calls.ts'
import type { Exchange } from '../target/exchange.ts'
import type { Target } from '../target/target.ts'
import {
  control,
  controlSuccess,
  expectOneOf,
  expectStatus,
  expectSuccess,
  expectThat,
  inEach,
  isObject,
} from './expectations.ts'
import { answerShows, differingLeaves, readManifest } from './manifest-contents.ts'
import { parameterOf } from './parameters.ts'
import { type RuleTable, RuleViolation } from './rule.ts'
import { pollUntil } from './waiting.ts'
import { controlBeforeHook } from './workflow-keys.ts'

/** What only requests at the same time show. Where a target keeps requests apart, these rules are blocked, and not passed. */
export const concurrencyRules = {
  'RUN-RESULT.parallel': {
    statement: 'each of several runs at once is answered with its own result',
    lookAt:
      'what runs share: a variable outside of the run, a cache without the arguments in its key, a connection that is used twice',
    check: runResultParallel,
  },
  'RUN-ASYNC.parallel': {
    statement: 'each of several async starts at once runs the workflow once',
    lookAt: 'the queue of runs: two workers that take one entry, or an entry that is lost when another one comes',
    check: runAsyncParallel,
  },
  'RUN-ASYNC.closed': {
    statement: 'an async run goes on when its client closes the connection',
    since: '2026-12',
    lookAt: 'what is cancelled when a connection closes: a run that was answered is not tied to it any more',
    check: runAsyncClosed,
  },
  'RUN-ASYNC-UNIQUE.parallel': {
    statement: 'each of several async starts at once is given a run ID of its own',
    since: '2026-12',
    lookAt: 'how a run ID is made: of the time alone, or of a counter that is read before it is written',
    check: runAsyncUniqueParallel,
  },
  'EXE-ENDPOINT.parallel': {
    statement: 'each of several executions at once is answered with what its own arguments make of it',
    since: '2026-12',
    lookAt: 'what executions share: a variable outside of the execution, or a connection that is used twice',
    check: exeEndpointParallel,
  },
  'EXE-CREDIT.parallel': {
    statement: 'each of several executions at once takes one credit',
    lookAt: 'how a credit is taken: in one step, and not by a balance that is read first and written afterwards',
    check: exeCreditParallel,
  },
  'MAN-ORG.parallel': {
    statement: 'each of several manifests that are read at once is the one of its own key',
    since: '2026-12',
    lookAt: 'what is kept of the key of a request: in a variable of the process, or in a cache that has not the key in its own',
    check: manOrgParallel,
  },
  'KEY-REGENERATED.parallel': {
    statement:
      'with a key that is regenerated while runs are under way, these are answered or refused, and later ones refused with 401',
    since: '2026-12',
    lookAt: 'where keys are looked up: a copy in another process, or one that was read before the new key was written',
    check: keyRegeneratedParallel,
  },
  'LIMIT-429.parallel': {
    statement: 'of several requests at once as many are let in as the rate limit says, and the others are refused with 429',
    since: '2026-12',
    lookAt: 'how requests are counted: in one step, and not by a count that is read first and written afterwards',
    check: limit429Parallel,
  },
} satisfies RuleTable

/** Few enough for a small server, and enough that two of them meet. */
const atOnce = 6

function together<T>(send: (index: number) => Promise<T>, count = atOnce): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => send(index)))
}

async function runResultParallel(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  const name = parameterOf(target, 'string')
  const run = async (text: string) => ({ text, exchange: await runWorkflow(target, { workflow, args: { [name]: text } }) })
  control((await run('alone')).exchange)
  await inEach(await together((index) => run(`run ${index + 1}`)), async ({ exchange, text }) => {
    expectStatus(exchange, 200, `one of ${atOnce} runs at once`)
    const { result } = Object(exchange.body)
    const echoed = isObject(result) ? result[name] : undefined
    expectThat(echoed === text, {
      expected: `a result that holds "${text}" of its own run, found ${JSON.stringify(echoed)}`,
      in: exchange,
    })
  })
}

async function runAsyncParallel(target: Target): Promise<void> {
  const last = await started(target, () => together(() => startOf(target), atOnce))
  await expectEnded(target, { ...last, count: atOnce, atMost: atOnce, what: `${atOnce} async starts at once` })
}

/** A server that gives up what lost its connection does so each time, and a busy one is merely late. */
async function runAsyncClosed(target: Target): Promise<void> {
  const what = `an async start whose connection was closed, ${lostAtMost} times`
  for (let lost = 1; ; lost += 1) {
    const last = await started(target, async () => [await startOf(target, { connection: 'close' })])
    const ended = expectEnded(target, { ...last, count: 1, atMost: Number.POSITIVE_INFINITY, what })
    if (lost === lostAtMost) return ended
    const isLost = await ended.then(
      () => false,
      (error: unknown) => {
        if (error instanceof RuleViolation) return true
        throw error
      },
    )
    if (!isLost) return
  }
}

const lostAtMost = 3

function startOf(target: Target, headers: RunCall['headers'] = {}): Promise<Exchange> {
  return runWorkflow(target, { workflow: target.fixtures.slow, mode: 'async', headers })
}

interface Started {
  readonly before: number
  readonly exchange: Exchange
}

/** How many runs had ended before some were started, and the answer to one of them. */
async function started(target: Target, start: () => Promise<readonly Exchange[]>): Promise<Started> {
  await target.settled('runs')
  const before = await target.hooks.endedRuns(target.fixtures.slow.flowId)
  const answers = await start()
  for (const answer of answers) expectSuccess(answer)
  const [exchange] = answers
  if (exchange === undefined) throw new Error('Cannot count runs: none was started')
  return { before, exchange }
}

async function expectEnded(
  target: Target,
  on: Started & { readonly count: number; readonly atMost: number; readonly what: string },
): Promise<void> {
  const { atMost, before, count, exchange, what } = on
  const { durationMs, flowId } = target.fixtures.slow
  const ask = async () => (await target.hooks.endedRuns(flowId)) - before
  // One too many may end a little later.
  if (Number.isFinite(atMost)) await target.settled('runs')
  const withinMs = count * durationMs + target.settleMs
  const reason = 'runs in the background to end'
  const ended = await pollUntil(target, { ask, isThere: (found) => found >= count, withinMs, reason })
  if (ended >= count && ended <= atMost) return
  throw new RuleViolation(`expected ${count} to end with success after ${what}, found ${ended}`, exchange)
}

async function runAsyncUniqueParallel(target: Target): Promise<void> {
  controlSuccess(await startOf(target))
  const answers = await together(() => startOf(target))
  for (const answer of answers) expectSuccess(answer)
  const [first] = answers
  if (first === undefined) return
  const differs = differingLeaves(answers.map(({ body }) => body)).length > 0
  expectThat(differs, {
    expected: `a run ID: a string or a number that is another one in each of ${atOnce} starts at once`,
    in: first,
  })
}

async function exeEndpointParallel(target: Target): Promise<void> {
  const { execute, executeEnvironment, registry } = target.fixtures
  const { key } = registry
  const { shows = '' } = execute
  const kinds = [
    { ...execute, shows },
    { ...executeEnvironment, shows: executeEnvironment.shows.registry },
  ]
  for (const { payload } of kinds) controlSuccess(await executeTool(target, { key, payload }))
  const answers = await Promise.all(
    [...kinds, ...kinds].map(async (kind) => ({ kind, exchange: await executeTool(target, { key, payload: kind.payload }) })),
  )
  await inEach(answers, async ({ exchange, kind }) => {
    expectSuccess(exchange)
    expectThat(answerShows(exchange, kind), { expected: `"${kind.shows}" of its own arguments`, in: exchange })
  })
}

async function exeCreditParallel(target: Target): Promise<void> {
  const { execute, registry } = target.fixtures
  const execution = () => executeTool(target, { key: registry.key, payload: execute.payload })
  await target.settled('executions')
  const before = await target.hooks.creditBalance()
  const answers = await together(execution)
  for (const answer of answers) controlSuccess(answer)
  await target.settled('executions')
  const ask = async () => before - (await target.hooks.creditBalance())
  const reason = 'credits to be taken'
  const credits = await pollUntil(target, { ask, isThere: (taken) => taken === atOnce, withinMs: target.settleMs, reason })
  if (credits === atOnce) return
  const found = `found ${credits}: the balance was ${before}, and is ${before - credits}`
  throw new RuleViolation(`expected ${atOnce} credits taken by ${atOnce} executions at once, ${found}`, answers[0])
}

async function manOrgParallel(target: Target): Promise<void> {
  const { otherEnvironment, otherOrganization, registry } = target.fixtures
  const keys = [registry, otherEnvironment, otherOrganization]
  for (const { key } of keys) control(await getPublicManifest(target, { key }))
  const read = await Promise.all([...keys, ...keys].map(async (own) => ({ own, exchange: await getPublicManifest(target, own) })))
  await inEach(read, async ({ exchange, own: { listed, notListed } }) => {
    expectStatus(exchange, 200, `one of ${read.length} manifests that are read at once`)
    const toolSets = listed.map(({ toolSet }) => toolSet)
    const { lists } = readManifest(target, exchange, listed)
    const missing = toolSets.filter((toolSet) => !lists(toolSet))
    const foreign = notListed.filter(lists)
    const found = [...missing.map((name) => `no ${name}`), ...foreign].join(', ')
    expectThat(found === '', { expected: `the tool sets of the key, ${toolSets.join(', ')}, found ${found}`, in: exchange })
  })
}

const momentMs = 5

async function keyRegeneratedParallel(target: Target): Promise<void> {
  const { flowId, ...regenerated } = target.fixtures.regenerated
  await controlBeforeHook(target)
  const old = { flowId, ...regenerated, key: regenerated.key ?? (await target.hooks.regenerateKey(flowId)) }
  controlSuccess(await runWorkflow(target, { workflow: old }))
  const underWay = together(() => runWorkflow(target, { workflow: old }))
  // What fails meanwhile is told below.
  underWay.catch(() => {})
  await target.wait(momentMs, 'runs to be under way')
  const key = await target.hooks.regenerateKey(flowId)
  const [answered, later, renewed] = await Promise.all([
    underWay,
    together(() => runWorkflow(target, { workflow: old })),
    together(() => runWorkflow(target, { workflow: { ...old, key } })),
  ])
  await inEach(answered, async (exchange) => {
    expectOneOf(exchange, [200, 401], 'a run with the key that is being regenerated')
  })
  await inEach(later, async (exchange) => expectStatus(exchange, 401, 'a run with the old key after it was regenerated'))
  await inEach(renewed, async (exchange) => expectStatus(exchange, 200, 'a run with the new key'))
}

async function limit429Parallel(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  const requests = 3
  control(await runWorkflow(target, { workflow }))
  await target.hooks.limitRate({ requests, windowMs: 60_000 })
  const answers = await together(() => runWorkflow(target, { workflow }))
  await inEach(answers, async (exchange) => expectOneOf(exchange, [200, 429], `one of ${atOnce} runs at once`))
  const letIn = answers.filter(({ status }) => status === 200)
  const [one] = letIn.length > requests ? letIn : answers
  if (letIn.length === requests || one === undefined) return
  throw new RuleViolation(`expected ${requests} of ${atOnce} runs at once to be let in, found ${letIn.length}`, one)
}
