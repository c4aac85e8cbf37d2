import type { RequirementId } from '@wfhost/openapi'
import type { Target } from './target.ts'

/** A check of one requirement, from outside, on any server. */
export interface Rule {
  /** The requirement that the rule is named after. */
  readonly requirement: RequirementId
  /** What a conforming server does. */
  readonly statement: string
  /** Resolves if the target keeps the requirement; throws `RuleViolation` or `ControlFailed` otherwise. */
  readonly check: (target: Target) => Promise<void>
}
