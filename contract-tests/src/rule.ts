import type { RequirementId } from '@wfhost/openapi'
import type { Target } from './target.ts'

/** A check of one requirement, from outside, on any server. */
export interface Rule {
  readonly requirement: RequirementId
  /** What a conforming server does, as far as the rule looks at it. */
  readonly statement: string
  /** Resolves if the target keeps the requirement; throws `RuleViolation` or `ControlFailed` otherwise. */
  readonly check: (target: Target) => Promise<void>
}

/** The rules of one subject, by their requirements. */
export type RuleTable = Readonly<Partial<Record<RequirementId, Omit<Rule, 'requirement'>>>>
