import { CONCURRENT_REQUESTS, type RunRequest, runWorkflow, sendConcurrently } from '../../../requests.ts'
import type { Exchange } from '../../../target/exchange.ts'
import type { Target } from '../../../target/target.ts'
import { createRunCounter, pollUntil } from '../../../waiting.ts'
import {
  expectOneOfStatuses,
  expectStatus,
  expectThat,
  isObject,
  isSuccess,
  requireStatus,
  verifyEach,
} from '../../expectations.ts'
import { requireEchoRun } from '../../keys/key-creation.ts'
import { chooseRepeatCounts } from '../../repeat-counts.ts'
import { PreconditionError, type RuleTable, RuleViolation } from '../../rule.ts'
import { findParameterName } from '../echoes.ts'
import { createUncountedRunError } from '../uncounted-run.ts'

export const concurrentRunRules = {
  'RUN-RESULT.parallel': {
    statement: 'each concurrent run has the result of its own arguments',
    advice: 'Check what runs share, such as a global variable, a connection, or a cache without the arguments in its key.',
    check: verifyConcurrentRunsReturnOwnResults,
  },
  'RUN-ENDPOINT.parallel': {
    statement: 'each of several equal concurrent runs is performed',
    advice: 'Check whether equal requests are merged, by a lock or by one response for all of them.',
    check: verifyEqualConcurrentRunsNotMerged,
  },
  'RUN-STATUS.parallel': {
    statement: 'concurrent runs do not change whether a run succeeds or fails',
    advice: 'Check where a run stores its outcome: an error in a global variable belongs to all concurrent runs.',
    check: verifyStatusOfConcurrentRuns,
  },
  'RUN-STEPS.parallel': {
    statement: 'each concurrent run has the steps of its own workflow',
    advice: 'Check where a run stores its steps: a global variable has the steps of all concurrent runs.',
    check: verifyStepsOfConcurrentRuns,
  },
  // This rule comes last. It leaves the workflow unpublished, as the next run of the suite expects it.
  'KEY-CREATED.parallel': {
    statement: 'concurrent runs respect a publication and its withdrawal immediately',
    advice: 'Check what each process caches of workflows: a publication must reach all processes.',
    check: verifyConcurrentRunsRespectPublication,
  },
} satisfies RuleTable

/** Checks that each concurrent run has its own result: sends a different text in each, and expects this text in the response. */
async function verifyConcurrentRunsReturnOwnResults(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  const parameterName = findParameterName(target, 'string')
  const runWithText = (text: string) => runWorkflow(target, { workflow, args: { [parameterName]: text } })
  requireStatus(await runWithText('alone'))

  const runs = await sendConcurrently(async (index) => {
    const text = `run ${index + 1}`
    return { text, exchange: await runWithText(text) }
  }, chooseRepeatCounts(target).concurrentRequests)

  await verifyEach(runs, async ({ exchange, text }) => {
    expectStatus(exchange, 200, `one of ${runs.length} concurrent runs`)

    const result = isObject(exchange.body) ? exchange.body['result'] : undefined
    const echoedText = isObject(result) ? result[parameterName] : undefined
    const expected = `"${text}" of its own run in the result`
    const found = `${JSON.stringify(echoedText)}`
    expectThat(echoedText === text, { expected, found, exchange })
  })
}

/** Checks that equal concurrent runs are not merged: sends them, and expects the hook `endedRuns` to count each of them. */
async function verifyEqualConcurrentRunsNotMerged(target: Target): Promise<void> {
  const { slow: workflow } = target.fixtures
  const runCounter = await createRunCounter(target, workflow)

  const exchanges = await sendConcurrently(() => runWorkflow(target, { workflow }))
  await verifyEach(exchanges, async (exchange) => {
    expectStatus(exchange, 200, `one of ${CONCURRENT_REQUESTS} equal concurrent runs`)
  })

  const endedRunCount = await runCounter.waitFor({ minCount: CONCURRENT_REQUESTS })
  const [firstExchange] = exchanges
  if (endedRunCount >= CONCURRENT_REQUESTS || firstExchange === undefined) return
  if (endedRunCount === 0) throw createUncountedRunError(workflow.flowId, firstExchange)

  const expected = `each of ${CONCURRENT_REQUESTS} equal concurrent runs of ${workflow.flowId} to succeed`
  throw new RuleViolation(`expected ${expected}, found ${endedRunCount}`, firstExchange)
}

/** Concurrent runs of two workflows: one that succeeds, and one that fails. */
interface MixedRuns {
  /** A run of the workflow that succeeds, before the others. */
  readonly alone: Exchange
  readonly succeeding: readonly Exchange[]
  readonly failing: readonly Exchange[]
}

/** Runs two workflows concurrently, of which one fails. Blocks the rule unless each of them behaves as declared when it runs alone. */
async function runBothWorkflows(target: Target): Promise<MixedRuns> {
  const { echo, failing } = target.fixtures
  const alone = requireStatus(await runWorkflow(target, { workflow: echo }))
  const failedRun = await runWorkflow(target, { workflow: failing })
  if (statusOf(failedRun) !== 'failed') throw new PreconditionError('expected a run that fails', failedRun)

  const isEcho = (index: number) => index % 2 === 0
  const runOne = (index: number) => runWorkflow(target, { workflow: isEcho(index) ? echo : failing })
  const exchanges = await sendConcurrently(runOne, chooseRepeatCounts(target).concurrentRequests)

  return {
    alone,
    succeeding: exchanges.filter((_, index) => isEcho(index)),
    failing: exchanges.filter((_, index) => !isEcho(index)),
  }
}

/** Checks that a run succeeds or fails as declared, also while the other kind of run is in progress. */
async function verifyStatusOfConcurrentRuns(target: Target): Promise<void> {
  const { failing, succeeding } = await runBothWorkflows(target)
  const runs = [
    ...succeeding.map((exchange) => ({ exchange, expectedStatus: 'success', neighbours: 'fail' })),
    ...failing.map((exchange) => ({ exchange, expectedStatus: 'failed', neighbours: 'succeed' })),
  ]

  await verifyEach(runs, async ({ exchange, expectedStatus, neighbours }) => {
    const status = statusOf(exchange)
    const expected = `status ${expectedStatus} during concurrent runs that ${neighbours}`
    const found = `${JSON.stringify(status)}`
    expectThat(status === expectedStatus, { expected, found, exchange })
  })
}

/** Checks that each concurrent run has the steps of its own workflow: the failed step must be in the failed runs only. */
async function verifyStepsOfConcurrentRuns(target: Target): Promise<void> {
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

/** Returns the member `status` of the result of a run. */
function statusOf({ body }: Exchange): unknown {
  return isObject(body) ? body['status'] : undefined
}

function hasFailedStep({ body }: Exchange, stepId: string): boolean {
  const stepOutputs = isObject(body) ? body['stepOutputs'] : undefined
  const step = isObject(stepOutputs) ? stepOutputs[stepId] : undefined
  return isObject(step) && step['status'] === 'failed'
}

/**
 * Checks that concurrent runs respect a publication and its withdrawal immediately. Publishes a workflow, unpublishes it, and
 * publishes it again. While the workflow is published, all concurrent runs must succeed; while it is not, all must be refused.
 * Concurrent runs may reach several processes of a server, and each process may cache which workflows are published.
 */
async function verifyConcurrentRunsRespectPublication(target: Target): Promise<void> {
  const flowId = target.fixtures.publishableFlowId
  const { publishWorkflow, unpublishWorkflow } = target.hooks
  await requireEchoRun(target)

  const key = await publishWorkflow(flowId)
  try {
    await expectRunsToSucceed(target, { flowId, key })

    await unpublishWorkflow(flowId)
    await expectRunsToBeRefused(target, { flowId, key })

    // A process that still treats the workflow as unpublished would refuse the next runs.
    const newKey = await publishWorkflow(flowId)
    await expectRunsToSucceed(target, { flowId, key: newKey })
  } finally {
    // The next run of the suite expects an unpublished workflow.
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
    read: () => sendConcurrently(() => runWorkflow(target, { workflow }), chooseRepeatCounts(target).concurrentRequests),
    isDone: (exchanges) => exchanges.every(isExpected),
    timeoutMs: target.settleMs,
    reason: 'a publication to show',
  })
}
