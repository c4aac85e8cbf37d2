import type { Redact } from '@wfhost/internal/redacted-text'
import { explain, PreconditionError, RuleViolation, RuleWarning } from '../rules/rule.ts'
import { requireParameters } from '../rules/runs/require-parameters.ts'
import { NoResponseError } from '../target/exchange.ts'
import { HookFailed, NotDeclared, type Target } from '../target/target.ts'
import { BudgetExceeded } from './budget.ts'
import { isEndlessLimit } from './causes/hints.ts'
import type { RunnableCheck } from './checks.ts'
import type { CheckResult, RecordedExchange } from './conformance-report.ts'
import { omitUndefined } from './omit-undefined.ts'
import { NotReached } from './recording/reach.ts'
import { ConnectionBroken, RateLimited, TargetRecorder } from './recording/record-target.ts'
import type { SuiteOptions, SuiteState } from './suite.ts'

export interface CheckContext {
  readonly options: SuiteOptions
  readonly state: SuiteState
}

/** Runs a check on the server of a suite, and undoes its changes there. Returns the result for the report. */
export async function runCheck(check: RunnableCheck, { options, state }: CheckContext): Promise<CheckResult> {
  const recorder = createRecorder(check, { options, state })

  // The duration includes the time to undo the changes.
  const startMs = performance.now()
  const outcome = await runUnlessInterrupted(() => runAndExplainRefusal(check, recorder.target), options)
  await recorder.undoChanges()
  const durationMs = Math.round(performance.now() - startMs)

  const { redact } = state.secrets
  const { exchanges, hookCalls, measurements } = recorder
  // A claim is a promise of the server. An observation passes or fails only if the server has claimed a value for it.
  const conclusion = judgeOutcome(check, outcome, { claims: options.claims, exchanges, redact })
  return {
    ...describeCheck(check),
    ...conclusion,
    message: redact(conclusion.message),
    durationMs,
    exchanges,
    // Only some results have these members.
    ...omitUndefined({
      hookCalls: emptyToUndefined(hookCalls),
      measurements: emptyToUndefined(measurements),
      failedExchange: findFailedExchange(outcome, recorder),
    }),
  }
}

/** Creates a target that records the requests of a check, the calls of hooks, and the measured times. */
function createRecorder(check: RunnableCheck, { options, state }: CheckContext): TargetRecorder {
  const { claims, description, mapping, signal } = options
  // The API document does not state which field of a response is the run ID. A server may claim it.
  return new TargetRecorder({ ...description, runIdField: claims.runIdField }, { check, state, signal, mapping })
}

function emptyToUndefined<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list
}

/**
 * Runs a check. If the check ends because the server refused a run, tests whether the configuration declares the parameters of
 * that run correctly. A wrong name in the configuration must not count as a defect of the server.
 */
async function runAndExplainRefusal(check: RunnableCheck, target: Target): Promise<unknown> {
  try {
    return await check.run(target)
  } catch (error) {
    throw await explainByParameters(error, target)
  }
}

/** Returns the error that ends a check: the given one, or one that blames a declared parameter. */
async function explainByParameters(error: unknown, target: Target): Promise<unknown> {
  if (!hasExchange(error)) return error

  try {
    await requireParameters(target, error.exchange)
    return error
  } catch (parameterError) {
    // Without a response to the test, nothing is explained.
    if (!hasExchange(parameterError)) return error

    // A failed precondition leaves the judgment of a defect to the checks of values.
    const isLeftOpen = parameterError instanceof RuleViolation && error instanceof PreconditionError
    return isLeftOpen ? error : parameterError
  }
}

/** Returns the members of a result that do not depend on the target. */
export function describeCheck({ area, claimedBy, evidence, force, id, requirement, section, statement }: RunnableCheck) {
  const members = { id, requirement, section, statement, evidence, force, area }
  return claimedBy === undefined ? members : { ...members, claimedBy }
}

/** Returns the index of the exchange that shows the failure, or undefined if the error belongs to no exchange. */
function findFailedExchange(outcome: Outcome, recorder: TargetRecorder): number | undefined {
  if (outcome.kind !== 'threw') return undefined

  return hasExchange(outcome.error) ? recorder.positionOf(outcome.error.exchange) : undefined
}

function hasExchange(error: unknown): error is RuleViolation | PreconditionError {
  return error instanceof RuleViolation || error instanceof PreconditionError
}

/** The error for a run that was interrupted. The check is then blocked. */
class Interrupted extends Error {
  override readonly name = 'Interrupted'
}

/** Returns why no more checks run, or undefined if the run was not interrupted. */
export function describeInterruption({ signal }: Pick<SuiteOptions, 'signal'>): string | undefined {
  return signal?.aborted === true ? `the run was interrupted (${signal.reason})` : undefined
}

/** How the function of a check ended. */
type Outcome = { readonly kind: 'completed'; readonly value: unknown } | { readonly kind: 'threw'; readonly error: unknown }

/**
 * Runs a check until it ends, or until the user interrupts the run. A check may wait for a response for a long time, so an
 * interruption does not wait for the check.
 */
async function runUnlessInterrupted(run: () => Promise<unknown>, options: SuiteOptions): Promise<Outcome> {
  const { signal } = options
  // The promise rejects when the signal aborts. The listener is removed at the end, because all checks share the signal.
  let interrupt = () => {}
  const interruption = new Promise<never>((_, reject) => {
    interrupt = () => reject(new Interrupted(describeInterruption(options)))
    signal?.addEventListener('abort', interrupt)
  })

  try {
    return { kind: 'completed', value: await Promise.race([run(), interruption]) }
  } catch (error) {
    return { kind: 'threw', error }
  } finally {
    signal?.removeEventListener('abort', interrupt)
  }
}

/** The verdict of a check, such as `pass`, with a message. */
type Conclusion = Pick<CheckResult, 'verdict' | 'message'> & Partial<Pick<CheckResult, 'claimedBy' | 'advice' | 'force'>>

interface ConclusionContext extends Omit<CompletedCheck, 'value'> {
  readonly redact: Redact
}

function judgeOutcome(check: RunnableCheck, outcome: Outcome, { redact, ...context }: ConclusionContext): Conclusion {
  if (outcome.kind === 'threw') return judgeError(check, { error: outcome.error, redact })
  return judgeCompletedCheck(check, { value: outcome.value, ...context })
}

interface CompletedCheck {
  /** The observed value, or advice for a rule that passed. */
  readonly value: unknown
  readonly claims: SuiteOptions['claims']
  readonly exchanges: readonly RecordedExchange[]
}

/** Judges a check whose function returned: a rule has passed, and an observation has a value that a claim may judge. */
function judgeCompletedCheck(check: RunnableCheck, { claims, exchanges, value }: CompletedCheck): Conclusion {
  if (check.force === 'observe') {
    // The observed value may then be only the rate limit.
    if (exchanges.some(isEndlessLimit)) return { verdict: 'blocked', message: ENDLESS_LIMIT }
    return judgeObservation(check, { value, claims })
  }

  return withAdvice({ verdict: 'pass', message: '' }, typeof value === 'string' ? value : undefined)
}

const ENDLESS_LIMIT = 'the target limits the rate: 429 without Retry-After, which section 7 requires'

/** Judges an observation by the claim of the target, or only reports it if the target claims nothing. */
function judgeObservation({ claim }: RunnableCheck, { claims, value }: Omit<CompletedCheck, 'exchanges'>): Conclusion {
  const message = JSON.stringify(value)
  const claimed = claim === undefined ? undefined : claims[claim.name]
  if (claim === undefined || claimed === undefined) return withAdvice({ verdict: 'observed', message }, claim?.advise?.(value))

  const claimedResult = { force: 'must', claimedBy: 'the target' } as const
  if (claim.isKept(value, claimed)) return { verdict: 'pass', message: '', ...claimedResult }

  const promise = `${claim.name}: ${JSON.stringify(claimed)}`
  return { verdict: 'fail', message: `expected the claim ${promise}, found ${message}`, ...claimedResult }
}

/** The errors that block a check, since they leave open whether the server conforms. */
const blockingErrors = [
  PreconditionError,
  NotDeclared,
  HookFailed,
  BudgetExceeded,
  ConnectionBroken,
  RateLimited,
  NotReached,
  Interrupted,
]

/**
 * Converts the error that a check threw to a verdict: the server differs (`fail`), may differ (`warn`), or could not be judged
 * (`blocked`). Any other error is a defect of the suite, and the report shows its stack.
 */
function judgeError(
  { advice, force }: RunnableCheck,
  { error, redact }: { readonly error: unknown; readonly redact: Redact },
): Conclusion {
  const message = describeError(error, redact)

  if (error instanceof RuleWarning) return withAdvice({ verdict: 'warn', message }, advice)
  if (error instanceof RuleViolation) return withAdvice({ verdict: 'fail', message }, advice)
  // Without a response, a rule fails. An observation never fails, since the source document requires nothing.
  if (error instanceof NoResponseError) return { verdict: force === 'observe' ? 'blocked' : 'fail', message }
  if (blockingErrors.some((BlockingError) => error instanceof BlockingError)) return { verdict: 'blocked', message }

  return { verdict: 'error', message: error instanceof Error ? (error.stack ?? message) : message }
}

function withAdvice(conclusion: Conclusion, advice: string | undefined): Conclusion {
  return advice === undefined ? conclusion : { ...conclusion, advice }
}

function describeError(error: unknown, redact: Redact): string {
  if (error instanceof RuleViolation || error instanceof PreconditionError) return explain(error, redact)
  return error instanceof Error ? error.message : String(error)
}
