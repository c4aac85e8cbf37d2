/** One thing that is wrong with a value. */
export interface Problem {
  /** Where: `args[2].value`, `body` for the whole, or `header Retry-After`. */
  readonly place: string
  /** What the document has there. */
  readonly expected: string
  /** What stands there instead; `nothing` where it is missing. */
  readonly found: string
  /** All of it in one sentence. */
  readonly message: string
}

/** Words a problem. */
export function createProblem(place: string, { expected, found }: Pick<Problem, 'expected' | 'found'>): Problem {
  return { place, expected, found, message: `${place}: expected ${expected}, found ${found}` }
}
