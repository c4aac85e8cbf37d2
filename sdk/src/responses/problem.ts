/** A value in a response that is not as documented. */
export interface Problem {
  /** Such as `stepOutputs.classify.status`, or the empty string for the whole. */
  readonly place: string
  /** What was expected there, and what was found. */
  readonly message: string
}
