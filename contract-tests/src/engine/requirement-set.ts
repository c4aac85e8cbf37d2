import { checks } from './checks.ts'

/** A frozen set of checks, which never changes, so that later versions of the suite can still run it. */
export interface RequirementSet {
  /** Year and month in which it was frozen. */
  readonly name: string
  readonly checks: readonly string[]
}

const names = ['2026-11', '2026-12'] as const

/**
 * The frozen sets, the oldest first. A check says since which one it exists; the test beside has the hash of each set,
 * so that none changes.
 */
export const requirementSets: readonly RequirementSet[] = names.map((name) => ({
  name,
  checks: checks.filter(({ since = name }) => since <= name).map(({ id }) => id),
}))
