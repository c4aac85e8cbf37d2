import type { Fixtures, Hooks } from '../target.ts'

/** What a rule needs of a target, and what it sends to it. */
export interface RuleNeeds {
  readonly fixtures: readonly (keyof Fixtures)[]
  readonly hooks: readonly (keyof Hooks)[]
  /** All requests. */
  readonly requests: number
  /** Of these, to the run endpoint. */
  readonly runs: number
  /** Of these, to the execute endpoint. */
  readonly executions: number
}
