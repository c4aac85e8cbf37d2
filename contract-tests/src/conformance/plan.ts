import { declaredFixtures, placeOfFixture } from '../declared-fixtures.ts'
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
  const { only, profiles, requirements = requirementSets.at(-1) } = options
  return checks
    .filter((check) => requirements?.checks.includes(check.id))
    .filter((check) => only === undefined || only.includes(check.id))
    .map((check) => {
      if (!isClaimed(check.profile, profiles)) {
        return { check, verdict: 'not-applicable', reason: `profile ${check.profile} is not claimed` }
      }
      const reason = obstacle(check, options)
      return reason === undefined ? { check, verdict: 'run', reason: '' } : { check, verdict: 'blocked', reason }
    })
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
