import { CONCURRENT_REQUESTS, type RunRequest, runWorkflow, sendConcurrently } from '../../requests.ts'
import type { Exchange } from '../../target/exchange.ts'
import type { Target } from '../../target/target.ts'
import { pollUntil, startCountingRuns } from '../../waiting.ts'
import {
  expectOneOfStatuses,
  expectStatus,
  expectThat,
  isObject,
  isSuccess,
  requirePrecondition,
  verifyEach,
} from '../expectations.ts'
import { requireEchoBeforeHook } from '../keys/key-creation.ts'
import { PreconditionFailed, type RuleTable, RuleViolation } from '../rule.ts'
import { createUncountedRunError } from './async-runs.ts'
import { parameterOf } from './echoes.ts'

export const concurrentRunRules = {
  'RUN-RESULT.parallel': {
    statement: 'each of several concurrent runs is answered with its own result',
    lookAt:
      'what runs share: a variable outside of the run, a cache without the arguments in its key, a connection that is used twice',
    check: verifyRunResultParallel,
  },
  'RUN-ENDPOINT.parallel': {
    statement: 'each of several equal concurrent sync runs is run',
    lookAt: 'what makes one of requests that are alike: a lock by what was sent, or one answer for all that wait for it',
    check: verifyRunEndpointParallel,
  },
  'RUN-STATUS.parallel': {
    statement: 'a run succeeds or fails as it does alone while others fail or succeed beside it',
    lookAt: 'where a run keeps how it ended: an error in a variable outside of the run is that of its neighbours, too',
    check: verifyRunStatusParallel,
  },
  'RUN-STEPS.parallel': {
    statement: 'each of several concurrent runs of different workflows has the steps of its own',
    lookAt: 'where a run collects its steps: in a variable outside of the run those of its neighbours stand, too',
    check: verifyRunStepsParallel,
  },
  // This rule comes last. It leaves the workflow unpublished, as the next run of the suite expects it.
  'KEY-CREATED.parallel': {
    statement: 'each of several concurrent runs sees that its workflow was published, and that this was taken back',
    lookAt: 'what each process keeps of workflows: the publication may have reached another one',
    check: verifyKeyCreatedParallel,
  },
} satisfies RuleTable

/** Sends concurrent runs with different arguments, and expects each response to have the result of its own run. */
async function verifyRunResultParallel(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  const name = parameterOf(target, 'string')
  const run = async (text: string) => ({ text, exchange: await runWorkflow(target, { workflow, args: { [name]: text } }) })

  const alone = await run('alone')
  requirePrecondition(alone.exchange)

  const runs = await sendConcurrently((index) => run(`run ${index + 1}`))
  await verifyEach(runs, async ({ exchange, text }) => {
    expectStatus(exchange, 200, `one of ${CONCURRENT_REQUESTS} concurrent runs`)

    const { result } = Object(exchange.body)
    const echoedText = isObject(result) ? result[name] : undefined
    const expected = `a result that holds "${text}" of its own run, found ${JSON.stringify(echoedText)}`
    expectThat(echoedText === text, { expected, exchange })
  })
}

async function verifyRunEndpointParallel(target: Target): Promise<void> {
  const { slow: workflow } = target.fixtures
  const waitForEndedRuns = await startCountingRuns(target, workflow)

  const exchanges = await sendConcurrently(() => runWorkflow(target, { workflow }))
  await verifyEach(exchanges, async (exchange) => {
    expectStatus(exchange, 200, `one of ${CONCURRENT_REQUESTS} equal concurrent runs`)
  })

  const succeeded = await waitForEndedRuns({ count: CONCURRENT_REQUESTS, isExact: false })
  const [first] = exchanges
  if (succeeded >= CONCURRENT_REQUESTS || first === undefined) return
  if (succeeded === 0) throw createUncountedRunError(workflow.flowId, first)

  const expected = `each of ${CONCURRENT_REQUESTS} equal concurrent runs of ${workflow.flowId} to end with success`
  throw new RuleViolation(`expected ${expected}, found ${succeeded}`, first)
}

/** Concurrent runs of two workflows: one that succeeds, and one that fails. */
interface MixedRuns {
  /** A run of the workflow that succeeds, before the others. */
  readonly alone: Exchange
  readonly succeeding: readonly Exchange[]
  readonly failing: readonly Exchange[]
}

async function runBothWorkflows(target: Target): Promise<MixedRuns> {
  const { echo, failing } = target.fixtures
  const alone = requirePrecondition(await runWorkflow(target, { workflow: echo }))
  const failedRun = await runWorkflow(target, { workflow: failing })
  if (Object(failedRun.body)['status'] !== 'failed') throw new PreconditionFailed('expected a run that fails', failedRun)

  const isEcho = (index: number) => index % 2 === 0
  const exchanges = await sendConcurrently((index) => runWorkflow(target, { workflow: isEcho(index) ? echo : failing }))
  return {
    alone,
    succeeding: exchanges.filter((_, index) => isEcho(index)),
    failing: exchanges.filter((_, index) => !isEcho(index)),
  }
}

async function verifyRunStatusParallel(target: Target): Promise<void> {
  const { failing, succeeding } = await runBothWorkflows(target)
  const runs = [
    ...succeeding.map((exchange) => ({ exchange, status: 'success', neighbours: 'fail' })),
    ...failing.map((exchange) => ({ exchange, status: 'failed', neighbours: 'succeed' })),
  ]

  await verifyEach(runs, async ({ exchange, neighbours, status: expectedStatus }) => {
    const { status } = Object(exchange.body)
    const expected = `status ${expectedStatus} beside runs that ${neighbours}, found ${JSON.stringify(status)}`
    expectThat(status === expectedStatus, { expected, exchange })
  })
}

async function verifyRunStepsParallel(target: Target): Promise<void> {
  const { failedStep } = target.fixtures.failing
  const { alone, failing, succeeding } = await runBothWorkflows(target)

  await verifyEach(failing, async (exchange) => {
    expectThat(hasFailedStep(exchange, failedStep), { expected: `its own failed step ${failedStep}`, exchange })
  })

  // If both workflows have a step of this name that fails, the step proves nothing.
  if (hasFailedStep(alone, failedStep)) return
  await verifyEach(succeeding, async (exchange) => {
    const expected = `no failed step ${failedStep}, which is of the workflow beside it`
    expectThat(!hasFailedStep(exchange, failedStep), { expected, exchange })
  })
}

function hasFailedStep({ body }: Exchange, step: string): boolean {
  const { stepOutputs } = Object(body)
  return Object(Object(stepOutputs)[step])['status'] === 'failed'
}

/** Publishes and unpublishes a workflow, and expects concurrent runs to notice each change: every process may have a cache. */
async function verifyKeyCreatedParallel(target: Target): Promise<void> {
  const flowId = target.fixtures.publishableFlowId
  await requireEchoBeforeHook(target)
  const { publishWorkflow, unpublishWorkflow } = target.hooks

  const key = await publishWorkflow(flowId)
  try {
    await expectRunsToSucceed(target, { flowId, key })
    await unpublishWorkflow(flowId)
    await expectRunsToBeRefused(target, { flowId, key })

    // A process that caches the missing workflow would refuse the next runs.
    const nextKey = await publishWorkflow(flowId)
    await expectRunsToSucceed(target, { flowId, key: nextKey })
  } finally {
    await unpublishWorkflow(flowId)
  }
}

async function expectRunsToSucceed(target: Target, workflow: RunRequest['workflow']): Promise<void> {
  const exchanges = await runConcurrentlyUntil(target, workflow, isSuccess)
  const description = `one of ${CONCURRENT_REQUESTS} concurrent runs of ${workflow.flowId}, which is published`
  await verifyEach(exchanges, async (exchange) => expectStatus(exchange, 200, description))
}

async function expectRunsToBeRefused(target: Target, workflow: RunRequest['workflow']): Promise<void> {
  const exchanges = await runConcurrentlyUntil(target, workflow, (exchange) => !isSuccess(exchange))
  const description = `one of ${CONCURRENT_REQUESTS} concurrent runs of ${workflow.flowId}, which is not published any more`
  // No document states whether an unpublished workflow keeps its key, which decides the status.
  await verifyEach(exchanges, async (exchange) => expectOneOfStatuses(exchange, [404, 401, 403], description))
}

/** Sends concurrent runs until all responses meet a condition, since each process of a server may learn of a change later. */
function runConcurrentlyUntil(
  target: Target,
  workflow: RunRequest['workflow'],
  isExpected: (exchange: Exchange) => boolean,
): Promise<Exchange[]> {
  return pollUntil(target, {
    read: () => sendConcurrently(() => runWorkflow(target, { workflow })),
    isDone: (exchanges) => exchanges.every(isExpected),
    timeoutMs: target.settleMs,
    reason: 'a publication to show',
  })
}
