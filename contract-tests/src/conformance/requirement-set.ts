/** A set of requirements that stays what it was when it was frozen. */
export interface RequirementSet {
  readonly name: string
}

/** The set that the checks of this version test. */
export const requirementSet: RequirementSet = { name: '2026-11' }
