import type { TargetDescription } from '../connect-target.ts'
import type { Limits } from './budget.ts'
import type { ProfileName } from './conformance-report.ts'
import type { Permission } from './permission.ts'
import type { RequirementSet } from './requirement-set.ts'

/** A known failure: it does not fail the run of the suite until it expires. */
export interface BaselineEntry {
  readonly check: string
  readonly reason: string
  readonly owner: string
  /** The last day on which it applies, as YYYY-MM-DD. */
  readonly expires: string
}

/** The options of a run of the suite. */
export interface SuiteOptions {
  readonly description: TargetDescription
  /** Undefined claims every profile. */
  readonly profiles: readonly ProfileName[] | undefined
  /** The frozen set of requirements. @default the newest */
  readonly requirements?: RequirementSet
  /** Ids of checks; undefined is all. */
  readonly only: readonly string[] | undefined
  readonly allow: readonly Permission[]
  readonly limits: Limits
  /** Observations that the target promises, by the name of the claim. */
  readonly claims: Readonly<Record<string, unknown>>
  readonly baseline: readonly BaselineEntry[]
  /** Values that no output may show, by the name that replaces them. */
  readonly secrets: Readonly<Record<string, string>>
}
