/** Splits lines of CSV (RFC 4180) into rows; a quoted field may go on in the next line. */
export interface RowSplitter {
  /** Takes the next line. Undefined while a quoted field goes on; throws where text follows the end of one. */
  readonly push: (line: string) => readonly string[] | undefined
}

/** Keeps its state between lines, so that each line is scanned once however long a row is. */
export function createRowSplitter(delimiter: string): RowSplitter {
  let fields: string[] = []
  /** The parts of a quoted field that has not ended yet. */
  let pieces: string[] | undefined

  function push(line: string): readonly string[] | undefined {
    let at = 0
    if (pieces !== undefined) pieces.push('\n')
    for (;;) {
      if (pieces === undefined && line[at] === '"') {
        pieces = []
        at += 1
      }
      const end = pieces === undefined ? line.indexOf(delimiter, at) : findClosingQuote(line, at)
      const text = end === -1 ? line.slice(at) : line.slice(at, end)
      if (pieces === undefined) {
        fields.push(text)
        at += text.length
      } else {
        pieces.push(text)
        if (end === -1) return undefined
        fields.push(pieces.join('').replaceAll('""', '"'))
        pieces = undefined
        at = end + 1
        if (at < line.length && !line.startsWith(delimiter, at)) {
          throw new Error(`text follows the quoted field ${JSON.stringify(fields.at(-1))}`)
        }
      }
      if (at >= line.length) return endRow()
      at += delimiter.length
    }
  }

  function endRow(): readonly string[] {
    const row = fields
    fields = []
    return row
  }

  return { push }
}

/** Two quotes in a row are one in the field. */
function findClosingQuote(line: string, from: number): number {
  let at = line.indexOf('"', from)
  while (at !== -1 && line[at + 1] === '"') at = line.indexOf('"', at + 2)
  return at
}
