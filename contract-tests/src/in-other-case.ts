/** A key with its letters in the other case: a wrong key, unless it has no letter. */
export function inOtherCase(key: string): string {
  return key === key.toLowerCase() ? key.toUpperCase() : key.toLowerCase()
}
