/** A member of the fixtures that cannot be right beside another one. */
export interface Contradiction {
  readonly path: readonly (string | number)[]
  /** The expected and the found value, and the remedy. */
  readonly message: string
}
