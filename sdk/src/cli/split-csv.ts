/**
 * Splits a line of CSV (RFC 4180). Undefined while a quoted field goes on in the next line; throws where text follows
 * the end of one.
 */
export function splitCsv(text: string, delimiter: string): readonly string[] | undefined {
  const fields: string[] = []
  const quoted = /"((?:[^"]|"")*)"/y
  for (let at = 0; at <= text.length; at += delimiter.length) {
    let end = text.indexOf(delimiter, at)
    if (end === -1) end = text.length
    if (text[at] === '"') {
      quoted.lastIndex = at
      const found = quoted.exec(text)
      if (found === null) return undefined
      end = quoted.lastIndex
      if (end < text.length && !text.startsWith(delimiter, end)) throw new Error(`text follows the quoted field ${found[0]}`)
      fields.push((found[1] ?? '').replaceAll('""', '"'))
    } else fields.push(text.slice(at, end))
    at = end
  }
  return fields
}
