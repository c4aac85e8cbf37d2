import { NotDeclared } from '../connect-target.ts'
import { NoAnswer } from '../exchange.ts'
import { ControlFailed, RuleViolation } from '../rule-violation.ts'
import { type Budget, BudgetExceeded } from './budget.ts'
import type { Check } from './checks.ts'
import type { CheckResult, CheckVerdict } from './conformance-report.ts'
import { recordTarget, type SuiteState } from './record-target.ts'
import type { SuiteOptions } from './suite-options.ts'

/** What a check is run with. */
export interface CheckRun {
  readonly options: SuiteOptions
  readonly state: SuiteState
}

/** A result, and whether the target gave no answer at all. */
export interface CheckOutcome {
  readonly result: CheckResult
  readonly dead: boolean
}

/** Runs one check on the target. */
export async function runCheck(check: Check, { options, state }: CheckRun): Promise<CheckOutcome> {
  const recorded = recordTarget(options.description, state)
  const start = performance.now()
  const outcome = await check.run(recorded.target).then(
    (seen) => conclude(check, { seen, claims: options.claims }),
    (error: unknown) => ({ ...failure(check, error), error }),
  )
  const error = 'error' in outcome ? outcome.error : undefined
  const failedExchange = error instanceof RuleViolation ? recorded.positionOf(error.exchange) : undefined
  if (check.profile !== 'rate-limit') honourRetryAfter(recorded.exchanges, state.budget)
  const { evidence, force, id, profile, requirement, section, statement } = check
  const result: CheckResult = {
    ...{ id, requirement, section, statement, evidence, force, profile },
    verdict: outcome.verdict,
    message: state.secrets.redact(outcome.message),
    durationMs: Math.round(performance.now() - start),
    exchanges: recorded.exchanges,
    ...(failedExchange === undefined ? {} : { failedExchange }),
    ...('claimedBy' in outcome ? { force: 'must', claimedBy: outcome.claimedBy } : {}),
  }
  return { result, dead: error instanceof NoAnswer && recorded.exchanges.length === 0 }
}

type Conclusion = { readonly verdict: CheckVerdict; readonly message: string; readonly claimedBy?: string }

function conclude(
  check: Check,
  { claims, seen }: { readonly seen: unknown; readonly claims: SuiteOptions['claims'] },
): Conclusion {
  if (check.force !== 'observe') return { verdict: 'pass', message: '' }
  const message = JSON.stringify(seen)
  const { claim } = check
  const claimed = claim === undefined ? undefined : claims[claim.name]
  if (claim === undefined || claimed === undefined) return { verdict: 'observed', message }
  const promise = `claims ${claim.name}: ${JSON.stringify(claimed)}`
  return claim.kept(seen, claimed)
    ? { verdict: 'pass', message: '', claimedBy: 'the target' }
    : { verdict: 'fail', message: `expected what the target ${promise}, found ${message}`, claimedBy: 'the target' }
}

function failure({ force }: Check, error: unknown): Conclusion {
  const message = error instanceof Error ? error.message : String(error)
  // Nothing that the source document does not show can be failed, not even by silence.
  if (force === 'observe' && error instanceof NoAnswer) return { verdict: 'blocked', message }
  if (error instanceof RuleViolation || error instanceof NoAnswer) return { verdict: 'fail', message }
  const blocked = error instanceof ControlFailed || error instanceof NotDeclared || error instanceof BudgetExceeded
  if (blocked) return { verdict: 'blocked', message }
  return { verdict: 'error', message: error instanceof Error ? (error.stack ?? message) : message }
}

/** A target that says when to come back is left alone until then; rate-limit checks ask for that answer. */
function honourRetryAfter(exchanges: CheckResult['exchanges'], budget: Budget): void {
  for (const { responseHeaders, status } of exchanges) {
    const retryAfter = responseHeaders['retry-after']
    if (status !== 429 || retryAfter === undefined) continue
    const time = /^\d+$/.test(retryAfter) ? Date.now() + Number(retryAfter) * 1000 : Date.parse(retryAfter)
    if (Number.isFinite(time)) budget.pauseUntil(time)
  }
}
