import type { Redact } from '@wfhost/internal/redacted-text'
import { explain, PreconditionFailed, RuleViolation, RuleWarning } from '../rules/rule.ts'
import { NotDeclared } from '../target/create-target.ts'
import { NoResponse } from '../target/exchange.ts'
import { HookFailed } from '../target/target.ts'
import { BudgetExceeded } from './budget.ts'
import type { RunnableCheck } from './checks.ts'
import type { CheckResult, RecordedExchange } from './conformance-report.ts'
import { isEndlessLimit } from './hints.ts'
import { NotReached } from './recording/reach.ts'
import { ConnectionBroken, RateLimited, TargetRecorder } from './recording/record-target.ts'
import type { SuiteOptions, SuiteState } from './suite.ts'

export interface CheckRun {
  readonly options: SuiteOptions
  readonly state: SuiteState
}

/** Runs a check on the target of a suite, undoes its changes, and returns its result. */
export async function runCheck(check: RunnableCheck, { options, state }: CheckRun): Promise<CheckResult> {
  const { claims, description, signal } = options
  const recorder = new TargetRecorder(
    { ...description, runIdField: claims.runIdField },
    { check, state, signal, mapping: options.mapping },
  )

  // The duration includes the time to undo the changes.
  const startMs = performance.now()
  const outcome = await runUnlessInterrupted(() => check.run(recorder.target), options)
  await recorder.restore()
  const durationMs = Math.round(performance.now() - startMs)

  const { exchanges, hookCalls, measurements } = recorder
  const conclusion =
    outcome.kind === 'completed'
      ? concludeCompleted(check, { value: outcome.value, claims, exchanges })
      : concludeError(check, { error: outcome.error, redact: state.secrets.redact })
  const failedExchange = findFailedExchange(outcome, recorder)

  return {
    ...describeCheck(check),
    ...conclusion,
    message: state.secrets.redact(conclusion.message),
    durationMs,
    exchanges,
    ...(hookCalls.length === 0 ? {} : { hookCalls }),
    ...(measurements.length === 0 ? {} : { measurements }),
    ...(failedExchange === undefined ? {} : { failedExchange }),
  }
}

/** Returns the members of a result that do not depend on the target. */
export function describeCheck({ area, claimedBy, evidence, force, id, requirement, section, statement }: RunnableCheck) {
  const members = { id, requirement, section, statement, evidence, force, area }
  return claimedBy === undefined ? members : { ...members, claimedBy }
}

function findFailedExchange(outcome: Outcome, recorder: TargetRecorder): number | undefined {
  if (outcome.kind !== 'threw') return undefined

  const { error } = outcome
  const hasExchange = error instanceof RuleViolation || error instanceof PreconditionFailed
  return hasExchange ? recorder.positionOf(error.exchange) : undefined
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

/** Runs a check until it ends or the run is interrupted: a check may wait for a response for a long time. */
async function runUnlessInterrupted(run: () => Promise<unknown>, options: SuiteOptions): Promise<Outcome> {
  const { signal } = options
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

type Conclusion = Pick<CheckResult, 'verdict' | 'message'> & Partial<Pick<CheckResult, 'claimedBy' | 'advice' | 'force'>>

interface CompletedCheck {
  /** The observed value, or advice for a rule that passed. */
  readonly value: unknown
  readonly claims: SuiteOptions['claims']
  readonly exchanges: readonly RecordedExchange[]
}

function concludeCompleted(check: RunnableCheck, { claims, exchanges, value }: CompletedCheck): Conclusion {
  if (check.force === 'observe') {
    if (exchanges.some(isEndlessLimit)) return { verdict: 'blocked', message: ENDLESS_LIMIT }
    return concludeObservation(check, { value, claims })
  }

  return withAdvice({ verdict: 'pass', message: '' }, typeof value === 'string' ? value : undefined)
}

const ENDLESS_LIMIT = 'the target limits the rate: 429 without Retry-After, which section 7 requires'

/** Judges an observation by the claim of the target, or only reports it if the target claims nothing. */
function concludeObservation({ claim }: RunnableCheck, { claims, value }: Omit<CompletedCheck, 'exchanges'>): Conclusion {
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
  PreconditionFailed,
  NotDeclared,
  HookFailed,
  BudgetExceeded,
  ConnectionBroken,
  RateLimited,
  NotReached,
  Interrupted,
]

function concludeError(
  { advice, force }: RunnableCheck,
  { error, redact }: { readonly error: unknown; readonly redact: Redact },
): Conclusion {
  const message = describeError(error, redact)

  if (error instanceof RuleWarning) return withAdvice({ verdict: 'warn', message }, advice)
  if (error instanceof RuleViolation) return withAdvice({ verdict: 'fail', message }, advice)
  // An observation never fails, since the source document requires nothing.
  if (error instanceof NoResponse) return { verdict: force === 'observe' ? 'blocked' : 'fail', message }
  if (blockingErrors.some((BlockingError) => error instanceof BlockingError)) return { verdict: 'blocked', message }

  return { verdict: 'error', message: error instanceof Error ? (error.stack ?? message) : message }
}

function withAdvice(conclusion: Conclusion, advice: string | undefined): Conclusion {
  return advice === undefined ? conclusion : { ...conclusion, advice }
}

function describeError(error: unknown, redact: Redact): string {
  if (error instanceof RuleViolation || error instanceof PreconditionFailed) return explain(error, redact)
  return error instanceof Error ? error.message : String(error)
}
