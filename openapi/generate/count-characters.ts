/** The length of a text in characters, as JSON Schema counts it: a surrogate pair is one. */
export function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}
