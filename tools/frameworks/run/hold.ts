/** Throws what is said unless it holds. */
export function hold(condition: boolean, otherwise: string): asserts condition {
  if (!condition) throw new Error(otherwise)
}
