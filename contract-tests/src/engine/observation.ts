import type { RequirementId } from '@wfhost/openapi'
import type { Target } from '../target.ts'
import type { ProfileName } from './conformance-report.ts'
import type { RuleNeeds } from './rule-needs.ts'

/** An observation of something that the source document does not show. It cannot fail. */
export interface Observation {
  readonly requirement: RequirementId
  /** What is observed. */
  readonly statement: string
  readonly profile: ProfileName
  readonly needs: RuleNeeds
  /** What was seen: shapes and statuses, never values. */
  readonly observe: (target: Target) => Promise<unknown>
  /** The claim that turns the observation into a promise of the target: its name, and whether what was seen keeps it. */
  readonly claim?: {
    readonly name: string
    readonly kept: (seen: unknown, claimed: unknown) => boolean
    /** What making the claim would decide, in view of what was seen. @default the claim decides nothing but itself */
    readonly advise?: (seen: unknown) => string | undefined
  }
}
