/** Returns whether a value is an object, which a list is, too. */
export function isAnyObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
