import { selectEntries } from '../../../catalogues/catalogue.ts'
import { refusedRunRequests } from '../../../catalogues/refused-requests.ts'
import { longTextsForQueues } from '../../../catalogues/values/long-texts.ts'
import { modes, type RunRequest, runWorkflow } from '../../../requests.ts'
import type { Exchange } from '../../../target/exchange.ts'
import type { Target } from '../../../target/target.ts'
import { createRunCounter, measureDuration, type RunCounter } from '../../../waiting.ts'
import { expectSuccess, expectThat, isSuccess, requireStatus, requireSuccess, verifyEach } from '../../expectations.ts'
import { type RuleTable, RuleViolation, RuleWarning } from '../../rule.ts'
import { findParameterName } from '../echoes.ts'
import { createUncountedRunError } from '../uncounted-run.ts'
import { listInvalidRuns } from './async-starts.ts'
import { warnIfLaterStartsAreSlow } from './later-starts.ts'
import { verifyConcurrentStartsRunOnce, verifyRunContinuesAfterClose } from './lost-runs.ts'
import { sendRefusedRequest, throwUnexpectedRun } from './refused-request-that-ran.ts'

/** The rules for the number of runs that succeed after async starts, and after refused requests. */
export const asyncRunRules = {
  'RUN-ASYNC.background': {
    statement: 'an async start runs the workflow to its end exactly once, and a refused start runs nothing',
    check: verifyBackgroundRunSucceedsOnce,
  },
  'RUN-ASYNC.beside-others': {
    statement: 'each of several async runs continues to its end',
    warnsOf: 'a start that takes longer while other runs are in progress',
    check: verifyStartsDuringOtherRuns,
  },
  'RUN-ASYNC.arguments': {
    statement: 'an async run has the arguments that were sent with its start',
    advice: 'Check that the background worker receives all validated arguments.',
    check: verifyBackgroundRunHasArguments,
  },
  'RUN-ARG-TYPE.not-run': {
    statement: 'a request with a missing or mistyped argument runs nothing, in each mode',
    advice: 'Check that arguments are validated before the run begins.',
    check: verifyRefusedRunDoesNotHappen,
  },
  'RUN-MALFORMED.not-run': {
    statement: 'a request that is refused for its key or its body runs nothing, in each mode',
    advice: 'Check that the key and the body are validated before the run begins, and that a refusal ends the request.',
    check: verifyRefusedRequestsRunNothing,
  },
  'RUN-ASYNC.large': {
    statement: 'an async run with a long text continues to its end',
    warnsOf: 'a limit of the size of a body',
    advice: 'Check the limits of the queue of runs: a message of 64 kB or 256 kB, or a column of 64 kB.',
    check: verifyLongTextRunSucceeds,
  },
  'RUN-ASYNC.parallel': {
    statement: 'each concurrent async start runs the workflow once',
    advice: 'Check the queue of runs: two workers may take one entry, or a new entry may overwrite another one.',
    check: verifyConcurrentStartsRunOnce,
  },
  'RUN-ASYNC.closed': {
    statement: 'an async run continues after its client closes the connection',
    advice: 'Check what is cancelled when a connection closes: a started run must not depend on it.',
    check: verifyRunContinuesAfterClose,
  },
} satisfies RuleTable

/**
 * Returns how long to wait until a short run in the background has ended and is counted. It is twice `settleMs`, the declared
 * delay of effects, because both the begin of the run and its count may be late.
 */
function getBackgroundTimeoutMs({ settleMs }: Target): number {
  return 2 * settleMs
}

/**
 * Checks that an async start runs the workflow to its end exactly once, and that refused starts run nothing. Sends one valid
 * start and several invalid ones. A run counter reads the hook `endedRuns` to count the successful runs.
 */
async function verifyBackgroundRunSucceedsOnce(target: Target): Promise<void> {
  const workflow = target.fixtures.slow
  const runCounter = await createRunCounter(target, workflow)

  const exchange = await runWorkflow(target, { workflow, mode: 'async' })
  expectSuccess(exchange)

  const invalidRuns = listInvalidRuns(target)
  const acceptedStartCount = await countAcceptedStarts(target, invalidRuns)

  const startCount = 1 + invalidRuns.length
  const endedRunCount = await countRunsOfQueue(target, runCounter, startCount)

  // Other checks report a server that accepts an invalid start, so its run is allowed here.
  const hasExpectedCount = endedRunCount >= 1 && endedRunCount <= 1 + acceptedStartCount
  expectThat(hasExpectedCount, {
    expected: `1 run of ${workflow.flowId} to succeed in the background, and no run of a refused request`,
    found: `${endedRunCount}`,
    exchange,
  })
}

/** Returns the number of ended runs, after the time in which a server can execute all starts, one after another. */
function countRunsOfQueue(target: Target, runCounter: RunCounter, startCount: number): Promise<number> {
  const longestQueueMs = startCount * target.fixtures.slow.durationMs
  const timeoutMs = longestQueueMs + getBackgroundTimeoutMs(target)
  return runCounter.waitFor({ minCount: 1, timeoutMs, includeLateRuns: true })
}

/** Starts invalid runs, and returns how many of them the server accepts. */
async function countAcceptedStarts(target: Target, invalidRuns: ReturnType<typeof listInvalidRuns>): Promise<number> {
  let acceptedStartCount = 0
  for (const { createRunRequest } of invalidRuns) {
    const exchange = await runWorkflow(target, createRunRequest('async'))
    if (isSuccess(exchange)) acceptedStartCount += 1
  }
  return acceptedStartCount
}

/**
 * Checks that an async run has the arguments of its start. Starts `fixtures.typed`, a workflow with a required argument, and
 * expects the run to succeed, as the same sync run does. The hook `endedRuns` counts the successful runs. The check is
 * conclusive only if the workflow fails without the argument.
 *
 * @returns advice about what the check cannot show
 */
async function verifyBackgroundRunHasArguments(target: Target): Promise<string> {
  const workflow = target.fixtures.typed
  const { flowId, required, validArguments: args } = workflow
  requireSuccess(await runWorkflow(target, { workflow, args, mode: 'sync' }))

  // From here on, `runCounter` counts only new runs.
  const runCounter = await createRunCounter(target, workflow)
  const exchange = await runWorkflow(target, { workflow, args, mode: 'async' })
  expectSuccess(exchange)

  const endedRunCount = await runCounter.waitFor({ minCount: 1, timeoutMs: getBackgroundTimeoutMs(target) })
  if (endedRunCount === 0) throw new RuleViolation(describeLostArguments({ flowId, required }), exchange)

  return `The check shows that the run had its arguments only if ${flowId} fails without ${required}. The check cannot test this, because the server refuses a request without ${required}.`
}

function describeLostArguments({ flowId, required }: { readonly flowId: string; readonly required: string }): string {
  const expected = `expected the async run of ${flowId} to succeed with the arguments that succeed in mode sync`
  return `${expected}, found no successful run. It may lack its required argument ${required}`
}

/** Returns the number of ended runs, after a time in which a refused request would also have run in the background. */
function countWithLateRuns(target: Target, runCounter: RunCounter): Promise<number> {
  return runCounter.waitFor({ minCount: 1, timeoutMs: getBackgroundTimeoutMs(target), includeLateRuns: true })
}

/**
 * Checks that a request refused for its arguments does not run in the background. First sends one valid run. Then sends invalid
 * runs, with a missing or mistyped argument, in each mode. The hook `endedRuns` must count only the valid run.
 */
async function verifyRefusedRunDoesNotHappen(target: Target): Promise<void> {
  const workflow = target.fixtures.typed
  const runCounter = await createRunCounter(target, workflow)

  const validExchange = requireSuccess(await runWorkflow(target, { workflow, args: workflow.validArguments }))
  const refusedExchanges: Exchange[] = []
  for (const run of listRunsWithWrongArguments(target)) {
    refusedExchanges.push(requireStatus(await runWorkflow(target, run), 400))
  }

  // Without the valid run in the count, the hook does not work. With more than the valid run, a refused request has run.
  const endedRunCount = await countWithLateRuns(target, runCounter)
  if (endedRunCount === 0) throw createUncountedRunError(workflow.flowId, validExchange)
  if (endedRunCount === 1) return

  const expected = `1 run of ${workflow.flowId} to succeed, and no run of the ${refusedExchanges.length} requests that were refused with 400`
  throw new RuleViolation(`expected ${expected}, found ${endedRunCount}`, refusedExchanges.at(-1))
}

/** Lists runs without the required argument, and runs with an argument of a wrong type, in each mode. */
function listRunsWithWrongArguments({ fixtures }: Target): RunRequest[] {
  const workflow = fixtures.typed
  const { mistyped, required, validArguments } = workflow
  const { [required]: _required, ...withoutRequired } = validArguments
  const withMistyped = { ...validArguments, [mistyped.name]: mistyped.value }

  return [withoutRequired, withMistyped].flatMap((args) => modes.map((mode) => ({ workflow, args, mode })))
}

/**
 * Checks that the server starts no background run for a request with an invalid key or body. Sends one valid run, and then the
 * refused requests in each mode. The hook `endedRuns` must count only the valid run.
 */
async function verifyRefusedRequestsRunNothing(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  const runCounter = await createRunCounter(target, workflow)

  const validExchange = requireSuccess(await runWorkflow(target, { workflow }))
  const entries = selectEntries(refusedRunRequests, target)
  const refusedExchanges: Exchange[] = []
  for (const entry of entries) {
    for (const mode of modes) refusedExchanges.push(await sendRefusedRequest(target, entry, mode))
  }

  // Without the valid run in the count, the hook does not work. With more than the valid run, a refused request has run.
  const endedRunCount = await countWithLateRuns(target, runCounter)
  if (endedRunCount === 0) throw createUncountedRunError(workflow.flowId, validExchange)
  if (endedRunCount === 1) return

  const unexpectedRunCount = endedRunCount - 1
  await throwUnexpectedRun(target, entries, { unexpectedRunCount, lastExchange: refusedExchanges.at(-1) })
}

/**
 * Checks that an async run with a long text continues to its end. Some servers queue async runs. The queue may cut or reject a
 * long text after the server accepted the start. If the server refuses the text with 413 (Content Too Large), this is only a
 * warning.
 */
async function verifyLongTextRunSucceeds(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  requireSuccess(await runWorkflow(target, { workflow, mode: 'async' }))

  await verifyEach(longTextsForQueues, async ({ length }) => {
    const parameterName = findParameterName(target, 'string')
    const args = { [parameterName]: 'x'.repeat(length) }
    const runCounter = await createRunCounter(target, workflow)

    const exchange = await runWorkflow(target, { workflow, args, mode: 'async' })
    if (exchange.status === 413) {
      throw new RuleWarning(`expected a text of ${length} characters to be accepted, found 413`, exchange)
    }
    expectSuccess(exchange)

    const endedRunCount = await runCounter.waitFor({ minCount: 1, timeoutMs: getBackgroundTimeoutMs(target) })
    expectThat(endedRunCount >= 1, {
      expected: `a run of ${workflow.flowId} with a text of ${length} characters to succeed in the background`,
      found: 'none',
      exchange,
    })
  })
}

/**
 * Checks that each of several async runs succeeds, although they are started while earlier ones are in progress. Warns if the
 * response to a later start is much slower. This happens if the server waits for the earlier run before it responds.
 */
async function verifyStartsDuringOtherRuns(target: Target): Promise<void> {
  const workflow = target.fixtures.slow
  // Waits until earlier runs have ended, and counts only the runs from here on.
  const runCounter = await createRunCounter(target, workflow)
  const start = () => measureDuration(runWorkflow(target, { workflow, mode: 'async' }))

  // The first start shows how fast a start can be, because no other run is in progress.
  const firstStart = await start()
  requireSuccess(firstStart.exchange)
  // The response to an async start comes before its run ends, so these runs overlap.
  const laterStarts = [await start(), await start(), await start()]
  for (const { exchange } of laterStarts) expectSuccess(exchange)

  // The timeout allows for a server that executes the runs one after another.
  const starts = [firstStart, ...laterStarts]
  const timeoutMs = starts.length * workflow.durationMs + target.settleMs
  const endedRunCount = await runCounter.waitFor({ minCount: starts.length, timeoutMs })
  expectThat(endedRunCount >= starts.length, {
    expected: `each of ${starts.length} runs to succeed`,
    found: `${endedRunCount}`,
    exchange: firstStart.exchange,
  })

  await warnIfLaterStartsAreSlow(target, starts)
}
