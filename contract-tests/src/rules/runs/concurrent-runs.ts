import { atOnce, countFromRest, pollUntil, type RunCall, runWorkflow, together } from '../../calls.ts'
import type { Exchange } from '../../target/exchange.ts'
import type { Target } from '../../target/target.ts'
import { control, expectOneOf, expectStatus, expectThat, inEach, isObject, isSuccess } from '../expectations.ts'
import { controlBeforeHook } from '../keys/workflow-keys.ts'
import { ControlFailed, type RuleTable, RuleViolation } from '../rule.ts'
import { parameterOf } from './echoes.ts'

export const concurrentRunRules = {
  'RUN-RESULT.parallel': {
    statement: 'each of several runs at once is answered with its own result',
    lookAt:
      'what runs share: a variable outside of the run, a cache without the arguments in its key, a connection that is used twice',
    check: runResultParallel,
  },
  'RUN-ENDPOINT.parallel': {
    statement: 'each of several equal sync runs at once is run',
    since: '2026-12',
    lookAt: 'what makes one of requests that are alike: a lock by what was sent, or one answer for all that wait for it',
    check: runEndpointParallel,
  },
  'RUN-STATUS.parallel': {
    statement: 'a run succeeds or fails as it does alone while others fail or succeed beside it',
    since: '2026-12',
    lookAt: 'where a run keeps how it ended: an error in a variable outside of the run is that of its neighbours, too',
    check: runStatusParallel,
  },
  'RUN-STEPS.parallel': {
    statement: 'each of several runs of different workflows at once has the steps of its own',
    since: '2026-12',
    lookAt: 'where a run collects its steps: in a variable outside of the run those of its neighbours stand, too',
    check: runStepsParallel,
  },
  // Last: it leaves the workflow unpublished, as the checks of a first publication want it.
  'KEY-CREATED.parallel': {
    statement: 'each of several runs at once sees that its workflow was published, and that this was taken back',
    since: '2026-12',
    lookAt: 'what each process keeps of workflows: the publication may have reached another one',
    check: keyCreatedParallel,
  },
} satisfies RuleTable

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

async function runEndpointParallel(target: Target): Promise<void> {
  const { slow: workflow } = target.fixtures
  const ended = await countFromRest(target, workflow)
  const runs = await together(() => runWorkflow(target, { workflow }))
  await inEach(runs, async (exchange) => expectStatus(exchange, 200, `one of ${atOnce} equal runs at once`))
  const found = await ended({ count: atOnce, isExact: false })
  const [first] = runs
  if (found >= atOnce || first === undefined) return
  if (found === 0) throw new ControlFailed(`expected hooks.endedRuns to count a run of ${workflow.flowId}, found 0`, first)
  const expected = `each of ${atOnce} equal runs of ${workflow.flowId} at once to end with success`
  throw new RuleViolation(`expected ${expected}, found ${found}`, first)
}

interface Mixed {
  readonly alone: Exchange
  readonly succeeding: readonly Exchange[]
  readonly failing: readonly Exchange[]
}

/** Runs that succeed and runs that fail, at once, after one of each alone. */
async function runMixed(target: Target): Promise<Mixed> {
  const { echo, failing } = target.fixtures
  const alone = control(await runWorkflow(target, { workflow: echo }))
  const fails = await runWorkflow(target, { workflow: failing })
  if (Object(fails.body)['status'] !== 'failed') throw new ControlFailed('expected a run that fails', fails)
  const isEcho = (index: number): boolean => index % 2 === 0
  const answers = await together((index) => runWorkflow(target, { workflow: isEcho(index) ? echo : failing }))
  return { alone, succeeding: answers.filter((_, index) => isEcho(index)), failing: answers.filter((_, index) => !isEcho(index)) }
}

async function runStatusParallel(target: Target): Promise<void> {
  const { failing, succeeding } = await runMixed(target)
  const wanted = [
    ...succeeding.map((exchange) => ({ exchange, status: 'success', neighbours: 'fail' })),
    ...failing.map((exchange) => ({ exchange, status: 'failed', neighbours: 'succeed' })),
  ]
  await inEach(wanted, async ({ exchange, neighbours, status }) => {
    const found = JSON.stringify(Object(exchange.body)['status'])
    const expected = `status ${status} beside runs that ${neighbours}, found ${found}`
    expectThat(found === JSON.stringify(status), { expected, in: exchange })
  })
}

async function runStepsParallel(target: Target): Promise<void> {
  const { failedStep } = target.fixtures.failing
  const { alone, failing, succeeding } = await runMixed(target)
  await inEach(failing, async (exchange) => {
    expectThat(hasFailed(exchange, failedStep), { expected: `its own failed step ${failedStep}`, in: exchange })
  })
  // Both workflows may have a step of that name, of which one fails.
  if (hasFailed(alone, failedStep)) return
  await inEach(succeeding, async (exchange) => {
    const expected = `no failed step ${failedStep}, which is of the workflow beside it`
    expectThat(!hasFailed(exchange, failedStep), { expected, in: exchange })
  })
}

function hasFailed({ body }: Exchange, step: string): boolean {
  const { stepOutputs } = Object(body)
  return Object(Object(stepOutputs)[step])['status'] === 'failed'
}

async function keyCreatedParallel(target: Target): Promise<void> {
  const flowId = target.fixtures.publishableFlowId
  await controlBeforeHook(target)
  const { publishWorkflow, unpublishWorkflow } = target.hooks
  const expectRuns = async (key: string) => {
    const answers = await runUntilAll(target, { workflow: { flowId, key }, isThere: isSuccess })
    const what = `one of ${atOnce} runs at once of ${flowId}, which is published`
    await inEach(answers, async (exchange) => expectStatus(exchange, 200, what))
  }
  const key = await publishWorkflow(flowId)
  try {
    await expectRuns(key)
    await unpublishWorkflow(flowId)
    const answers = await runUntilAll(target, { workflow: { flowId, key }, isThere: (answer) => !isSuccess(answer) })
    const what = `one of ${atOnce} runs at once of ${flowId}, which is not published any more`
    // Which of the three is not shown where its key may have gone, too.
    await inEach(answers, async (exchange) => expectOneOf(exchange, [404, 401, 403], what))
    // What was kept of its absence is as wrong.
    await expectRuns(await publishWorkflow(flowId))
  } finally {
    await unpublishWorkflow(flowId)
  }
}

/** Runs at once, in connections of their own, until all are answered as they must be: several processes may answer them. */
function runUntilAll(
  target: Target,
  on: { readonly workflow: RunCall['workflow']; readonly isThere: (answer: Exchange) => boolean },
): Promise<Exchange[]> {
  const { isThere, workflow } = on
  return pollUntil(target, {
    ask: () => together(() => runWorkflow(target, { workflow })),
    isThere: (answers) => answers.every(isThere),
    withinMs: target.settleMs,
    reason: 'a publication to show',
  })
}
