import { CONCURRENT_REQUESTS, type RunRequest, runWorkflow, sendConcurrently } from '../../requests.ts'
import type { Exchange } from '../../target/exchange.ts'
import type { Target } from '../../target/target.ts'
import { pollUntil, startCountingRuns } from '../../waiting.ts'
import { effortOf } from '../effort.ts'
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
    statement: 'each concurrent run has the result of its own arguments',
    advice: 'Check what runs share, such as a global variable, a connection, or a cache without the arguments in its key.',
    check: verifyOwnResultOfConcurrentRuns,
  },
  'RUN-ENDPOINT.parallel': {
    statement: 'each of several equal concurrent runs is performed',
    advice: 'Check whether equal requests are merged, by a lock or by one response for all of them.',
    check: verifyRunEndpointParallel,
  },
  'RUN-STATUS.parallel': {
    statement: 'concurrent runs do not change whether a run succeeds or fails',
    advice: 'Check where a run stores its outcome: an error in a global variable belongs to all concurrent runs.',
    check: verifyRunStatusParallel,
  },
  'RUN-STEPS.parallel': {
    statement: 'each concurrent run has the steps of its own workflow',
    advice: 'Check where a run stores its steps: a global variable has the steps of all concurrent runs.',
    check: verifyRunStepsParallel,
  },
  // This rule comes last. It leaves the workflow unpublished, as the next run of the suite expects it.
  'KEY-CREATED.parallel': {
    statement: 'concurrent runs respect a publication and its withdrawal immediately',
    advice: 'Check what each process caches of workflows: a publication must reach all processes.',
    check: verifyConcurrentRunsNoticePublication,
  },
} satisfies RuleTable

/** Sends concurrent runs with different arguments, and expects each response to have the result of its own run. */
async function verifyOwnResultOfConcurrentRuns(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  const name = parameterOf(target, 'string')
  const run = async (text: string) => ({ text, exchange: await runWorkflow(target, { workflow, args: { [name]: text } }) })

  const alone = await run('alone')
  requirePrecondition(alone.exchange)

  const runs = await sendConcurrently((index) => run(`run ${index + 1}`), effortOf(target).concurrent)
  await verifyEach(runs, async ({ exchange, text }) => {
    expectStatus(exchange, 200, `one of ${runs.length} concurrent runs`)

    const { result } = Object(exchange.body)
    const echoedText = isObject(result) ? result[name] : undefined
    const expected = `"${text}" of its own run in the result, found ${JSON.stringify(echoedText)}`
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

  const expected = `each of ${CONCURRENT_REQUESTS} equal concurrent runs of ${workflow.flowId} to succeed`
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
  const runOne = (index: number) => runWorkflow(target, { workflow: isEcho(index) ? echo : failing })
  const exchanges = await sendConcurrently(runOne, effortOf(target).concurrent)
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
    const expected = `status ${expectedStatus} during concurrent runs that ${neighbours}, found ${JSON.stringify(status)}`
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
    const expected = `no failed step ${failedStep}, a step of the concurrent workflow`
    expectThat(!hasFailedStep(exchange, failedStep), { expected, exchange })
  })
}

function hasFailedStep({ body }: Exchange, step: string): boolean {
  const { stepOutputs } = Object(body)
  return Object(Object(stepOutputs)[step])['status'] === 'failed'
}

/** Publishes and unpublishes a workflow, and expects concurrent runs to notice each change: every process may have a cache. */
async function verifyConcurrentRunsNoticePublication(target: Target): Promise<void> {
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
  const description = `one of ${exchanges.length} concurrent runs of the published workflow ${workflow.flowId}`
  await verifyEach(exchanges, async (exchange) => expectStatus(exchange, 200, description))
}

async function expectRunsToBeRefused(target: Target, workflow: RunRequest['workflow']): Promise<void> {
  const exchanges = await runConcurrentlyUntil(target, workflow, (exchange) => !isSuccess(exchange))
  const description = `one of ${exchanges.length} concurrent runs of ${workflow.flowId} after its publication was withdrawn`
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
    read: () => sendConcurrently(() => runWorkflow(target, { workflow }), effortOf(target).concurrent),
    isDone: (exchanges) => exchanges.every(isExpected),
    timeoutMs: target.settleMs,
    reason: 'a publication to show',
  })
}
