/** The maximum depth of a body; a deeper one would overflow the stack of recursive functions. */
export const deepestNesting = 500

/** Whether the arrays and objects of a JSON text are nested too deeply. */
export function nestsTooDeep(text: string): boolean {
  // Each level takes two characters.
  if (text.length <= 2 * deepestNesting) return false
  let depth = 0
  for (let position = 0; position < text.length; position += 1) {
    const code = text.charCodeAt(position)
    if (code === quote) position = endOfString(text, position)
    else if (code === openArray || code === openObject) depth += 1
    else if (code === closeArray || code === closeObject) depth -= 1
    if (depth > deepestNesting) return true
  }
  return false
}

const quote = 0x22
const backslash = 0x5c
const openArray = 0x5b
const closeArray = 0x5d
const openObject = 0x7b
const closeObject = 0x7d

/** The end of the string that starts at a position. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text.charCodeAt(end - 1 - backslashes) === backslash) backslashes += 1
    if (backslashes % 2 === 0) return end
  }
  return text.length
}
