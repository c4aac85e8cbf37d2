import { declaredFixtures, placeOfFixture } from '../declared-fixtures.ts'
import type { Limits } from './budget.ts'
import type { Check } from './checks.ts'
import type { ProfileName } from './conformance-report.ts'
import type { Permission } from './permission.ts'
import { requirementSets } from './requirement-set.ts'
import type { SuiteOptions } from './suite-options.ts'

/** A check, and why it will not run; undefined if it will. */
export interface PlannedCheck {
  readonly check: Check
  readonly verdict: 'run' | 'blocked' | 'not-applicable'
  readonly reason: string
}

/** Determines what would run on a target, what would not, and why. */
export function planChecks(checks: readonly Check[], options: SuiteOptions): PlannedCheck[] {
  const { limits, only, profiles, requirements = requirementSets.at(-1) } = options
  const planned = checks
    .filter((check) => requirements?.checks.includes(check.id))
    .filter((check) => only === undefined || only.includes(check.id))
    .map((check): PlannedCheck => {
      if (!isClaimed(check.profile, profiles)) {
        return { check, verdict: 'not-applicable', reason: `profile ${check.profile} is not claimed` }
      }
      const reason = obstacle(check, options)
      return reason === undefined ? { check, verdict: 'run', reason: '' } : { check, verdict: 'blocked', reason }
    })
  return withinLimits(withinLimits(planned, { limits, kind: 'runs' }), { limits, kind: 'executions' })
}

function isClaimed(profile: ProfileName, claimed: readonly ProfileName[] | undefined): boolean {
  return claimed === undefined || claimed.includes(profile)
}

function obstacle({ needs, permissions }: Check, { allow, description }: SuiteOptions): string | undefined {
  const { hooks = {} } = description
  const fixtures = declaredFixtures(description.fixtures)
  const undeclared = [
    ...needs.fixtures.filter((name) => fixtures[name] === undefined).map((name) => `fixture ${placeOfFixture(name)}`),
    ...needs.hooks.filter((name) => hooks[name] === undefined).map((name) => `hook ${name}`),
  ]
  if (undeclared.length > 0) return `the target does not declare ${undeclared.join(', ')}`
  const forbidden = permissions.filter((permission: Permission) => !allow.includes(permission))
  return forbidden.length > 0 ? `not allowed: ${forbidden.join(', ')} (--allow ${forbidden.join(',')})` : undefined
}

/** Blocks each check that would need more than those before it leave: it would prove nothing, and call its hooks. */
function withinLimits(
  planned: readonly PlannedCheck[],
  { kind, limits }: { readonly kind: 'runs' | 'executions'; readonly limits: Limits },
): PlannedCheck[] {
  const { flag, most } =
    kind === 'runs' ? { flag: '--max-runs', most: limits.maxRuns } : { flag: '--max-executions', most: limits.maxExecutions }
  const wanted = planned.reduce((sum, { check, verdict }) => sum + (verdict === 'run' ? check.needs[kind] : 0), 0)
  const reason = `the checks need ${wanted} ${kind}, and ${flag} ${most} is less: ${flag} ${wanted} lets all of them run`
  let left = most
  return planned.map((one) => {
    if (one.verdict !== 'run') return one
    const needed = one.check.needs[kind]
    if (needed > left) return { ...one, verdict: 'blocked', reason }
    left -= needed
    return one
  })
}
