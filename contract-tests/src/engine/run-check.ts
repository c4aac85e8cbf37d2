import type { Redact } from '@wfhost/internal/redacted-text'
import { ControlFailed, explain, RuleViolation, RuleWarning } from '../rules/rule.ts'
import { NotDeclared } from '../target/connect-target.ts'
import { NoAnswer } from '../target/exchange.ts'
import { HookFailed } from '../target/target.ts'
import { BudgetExceeded } from './budget.ts'
import type { RunnableCheck } from './checks.ts'
import type { CheckResult } from './conformance-report.ts'
import { isEndlessLimit } from './hints.ts'
import { NotReached } from './reach.ts'
import { ConnectionBroken, RateLimited, recordTarget } from './record-target.ts'
import type { SuiteOptions, SuiteState } from './suite.ts'

export interface CheckRun {
  readonly options: SuiteOptions
  readonly state: SuiteState
}

export async function runCheck(check: RunnableCheck, { options, state }: CheckRun): Promise<CheckResult> {
  const { signal } = options
  const { runIdField } = options.claims
  const recorded = recordTarget({ ...options.description, runIdField }, { ...state, signal, check })
  const start = performance.now()
  const outcome = await unlessInterrupted(check.run(recorded.target), options).then(
    (seen) => conclude(check, { seen, claims: options.claims, exchanges: recorded.exchanges }),
    (error: unknown) => ({ ...failure(check, { error, redact: state.secrets.redact }), error }),
  )
  await recorded.restore()
  const error = 'error' in outcome ? outcome.error : undefined
  const failedExchange = error instanceof RuleViolation ? recorded.positionOf(error.exchange) : undefined
  const { evidence, force, id, area, requirement, section, statement } = check
  return {
    ...{ id, requirement, section, statement, evidence, force, area },
    verdict: outcome.verdict,
    message: state.secrets.redact(outcome.message),
    durationMs: Math.round(performance.now() - start),
    exchanges: recorded.exchanges,
    ...(recorded.hookCalls.length === 0 ? {} : { hookCalls: recorded.hookCalls }),
    ...(failedExchange === undefined ? {} : { failedExchange }),
    ...('advice' in outcome ? { advice: outcome.advice } : {}),
    ...('claimedBy' in outcome ? { force: 'must', claimedBy: outcome.claimedBy } : {}),
  }
}

/** The run was interrupted, which says nothing about a check. */
class Interrupted extends Error {
  override readonly name = 'Interrupted'
}

/** Why nothing more is run; undefined while it is. */
export function interruption({ signal }: Pick<SuiteOptions, 'signal'>): string | undefined {
  return signal?.aborted === true ? `the run was interrupted (${signal.reason})` : undefined
}

/** What a check sees, or that it was interrupted: it may be waiting for an answer that takes long. */
function unlessInterrupted(run: Promise<unknown>, options: SuiteOptions): Promise<unknown> {
  const { signal } = options
  if (signal === undefined) return run
  return new Promise((resolve, reject) => {
    const stop = () => reject(new Interrupted(interruption(options)))
    signal.addEventListener('abort', stop)
    run.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

type Conclusion = Pick<CheckResult, 'verdict' | 'message' | 'claimedBy' | 'advice'>

interface Seen extends Pick<SuiteOptions, 'claims'>, Pick<CheckResult, 'exchanges'> {
  readonly seen: unknown
}

function conclude(check: RunnableCheck, { claims, exchanges, seen }: Seen): Conclusion {
  if (check.force !== 'observe') return { verdict: 'pass', message: '', ...(typeof seen === 'string' ? { advice: seen } : {}) }
  if (exchanges.some(isEndlessLimit)) {
    const message = 'the target limits the rate: 429 without Retry-After, which section 7 has each 429 carry'
    return { verdict: 'blocked', message }
  }
  const message = JSON.stringify(seen)
  const { claim } = check
  const claimed = claim === undefined ? undefined : claims[claim.name]
  if (claim === undefined || claimed === undefined) {
    const advice = claim?.advise?.(seen)
    return { verdict: 'observed', message, ...(advice === undefined ? {} : { advice }) }
  }
  const promise = `claims ${claim.name}: ${JSON.stringify(claimed)}`
  return claim.kept(seen, claimed)
    ? { verdict: 'pass', message: '', claimedBy: 'the target' }
    : { verdict: 'fail', message: `expected what the target ${promise}, found ${message}`, claimedBy: 'the target' }
}

function failure(
  { force, lookAt }: RunnableCheck,
  { error, redact }: { readonly error: unknown; readonly redact: Redact },
): Conclusion {
  const message = messageOf(error, redact)
  // Nothing that the source document does not show can be failed, not even by silence.
  if (force === 'observe' && error instanceof NoAnswer) return { verdict: 'blocked', message }
  const advice = lookAt === undefined ? {} : { advice: `Look at ${lookAt}.` }
  if (error instanceof RuleWarning) return { verdict: 'warn', message, ...advice }
  if (error instanceof RuleViolation) return { verdict: 'fail', message, ...advice }
  if (error instanceof NoAnswer) return { verdict: 'fail', message }
  const obstacles = [
    ControlFailed,
    NotDeclared,
    HookFailed,
    BudgetExceeded,
    ConnectionBroken,
    RateLimited,
    NotReached,
    Interrupted,
  ]
  if (obstacles.some((obstacle) => error instanceof obstacle)) return { verdict: 'blocked', message }
  return { verdict: 'error', message: error instanceof Error ? (error.stack ?? message) : message }
}

function messageOf(error: unknown, redact: Redact): string {
  const shown = error instanceof RuleViolation || error instanceof ControlFailed
  if (shown) return explain(error, redact)
  return error instanceof Error ? error.message : String(error)
}
