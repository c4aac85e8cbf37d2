import { executeTool, getPublicManifest, pollUntil, runWorkflow } from '../calls.ts'
import type { Target } from '../target/target.ts'
import { control, controlSuccess, expectOneOf, expectStatus, expectSuccess, expectThat, inEach } from './expectations.ts'
import { answerShows, readManifest } from './manifest-contents.ts'
import { type RuleTable, RuleViolation } from './rule.ts'
import { controlBeforeHook } from './workflow-keys.ts'

/** What only requests at the same time show. Where a target keeps requests apart, these rules are blocked, and not passed. */
export const concurrencyRules = {
  'EXE-ENDPOINT.parallel': {
    statement: 'each of several executions at once is answered with what its own arguments make of it',
    since: '2026-12',
    lookAt: 'what executions share: a variable outside of the execution, or a connection that is used twice',
    check: exeEndpointParallel,
  },
  'HOST-ENV.parallel': {
    statement: 'each of several executions at once sees the variables of the environment profile of its own key',
    since: '2026-12',
    lookAt: 'how an execution gets its variables: in the environment of a process that others share they change under it',
    check: hostEnvParallel,
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
export const atOnce = 6

export function together<T>(send: (index: number) => Promise<T>, count = atOnce): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => send(index)))
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

async function hostEnvParallel(target: Target): Promise<void> {
  const { executeEnvironment, otherEnvironment, registry } = target.fixtures
  const { payload, shows } = executeEnvironment
  const kinds = [
    { key: registry.key, shows: shows.registry },
    { key: otherEnvironment.key, shows: shows.otherEnvironment },
  ].map((kind) => ({ ...executeEnvironment, ...kind }))
  const execute = async (kind: (typeof kinds)[number]) => ({
    kind,
    exchange: await executeTool(target, { key: kind.key, payload }),
  })
  for (const kind of kinds) controlSuccess((await execute(kind)).exchange)
  await inEach(await Promise.all([...kinds, ...kinds, ...kinds].map(execute)), async ({ exchange, kind }) => {
    expectSuccess(exchange)
    expectThat(answerShows(exchange, kind), { expected: `"${kind.shows}" of the profile of its own key`, in: exchange })
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
