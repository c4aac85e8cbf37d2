import { isUtf8 } from 'node:buffer'
import { ConfigurationError } from '../errors/configuration-error.ts'

export interface Line {
  /** Without the line feed at its end; a carriage return before that is kept. */
  readonly text: string
  readonly number: number
  /** The offset in bytes after the line. */
  readonly end: number
  /** Whether a line feed ended it. The last line of a file may lack one. */
  readonly isTerminated: boolean
}

/** More than any argument of a run: a file without line ends must not fill the memory. */
const LONGEST_LINE = 64 * 2 ** 20

const NEWLINE = 0x0a

/**
 * Splits the chunks of a file into lines, and decodes them without loss. A line ends only at a line feed: U+2028, for example, is
 * a character of a text.
 *
 * @param name - The name of the file in messages.
 * @throws ConfigurationError with line and column for bytes that are not UTF-8, and for a line of more than 64 MiB.
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array>,
  name: string,
): AsyncGenerator<Line> {
  const collector = new LineCollector(name)

  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk)
    let start = 0
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
      collector.add(bytes.subarray(start, end))
      yield collector.takeLine({ isTerminated: true })
      start = end + 1
    }

    // The rest of the chunk is the beginning of a line.
    collector.add(bytes.subarray(start))
    collector.checkLength()
  }

  if (collector.length > 0) yield collector.takeLine({ isTerminated: false })
}

/** Collects the pieces of a line, which can come in several chunks. */
class LineCollector {
  /** The bytes of the current line so far. */
  length = 0
  readonly #name: string
  #pieces: Buffer[] = []
  /** The lines that were taken so far. */
  #count = 0
  /** The offset in bytes after the last line. */
  #end = 0

  constructor(name: string) {
    this.#name = name
  }

  add(piece: Buffer): void {
    this.#pieces.push(piece)
    this.length += piece.length
  }

  checkLength(): void {
    if (this.length <= LONGEST_LINE) return
    throw new ConfigurationError(`Cannot read line ${this.#count + 1} of ${this.#name}: it is longer than 64 MiB`)
  }

  /** Returns the line that the pieces make, and begins the next one. */
  takeLine({ isTerminated }: Pick<Line, 'isTerminated'>): Line {
    this.#count += 1
    this.#end += this.length + (isTerminated ? 1 : 0)

    const [first] = this.#pieces
    // Most lines have one piece, which needs no copy.
    const bytes = first !== undefined && this.#pieces.length === 1 ? first : Buffer.concat(this.#pieces)
    this.#pieces = []
    this.length = 0

    const text = decode(bytes, { name: this.#name, number: this.#count })
    return { text, number: this.#count, end: this.#end, isTerminated }
  }
}

interface Place {
  readonly name: string
  readonly number: number
}

/** Files that are not text, by their first two bytes, with the remedy. */
const BINARY_FORMATS: ReadonlyMap<string, string> = new Map([
  ['504b', 'a workbook or another zip archive; save the sheet as CSV in UTF-8'],
  ['1f8b', 'compressed with gzip; pipe it, as gunzip -c does, to --input -'],
])

/** Decodes a line, or throws an error that says how to convert the file. */
function decode(bytes: Buffer, place: Place): string {
  const { name, number } = place
  if (number === 1) checkFormat(bytes, name)

  if (!isUtf8(bytes)) {
    throw new ConfigurationError(
      `Cannot read line ${number}, column ${findInvalidColumn(bytes)} of ${name}: it is not UTF-8; save it as UTF-8, or convert it, as iconv -f WINDOWS-1252 -t UTF-8 does`,
    )
  }

  const text = bytes.toString()
  // A file can begin with a byte order mark, which is not part of its text.
  return number === 1 ? text.replace(/^\uFEFF/, '') : text
}

/** Recognizes files in another format by their first line. */
function checkFormat(firstLine: Buffer, name: string): void {
  const mark = firstLine.subarray(0, 2).toString('hex')
  if (mark === 'fffe' || mark === 'feff') {
    throw new ConfigurationError(`Cannot read ${name}: it is UTF-16, by its byte order mark; save it as UTF-8`)
  }

  const format = BINARY_FORMATS.get(mark)
  if (format !== undefined) throw new ConfigurationError(`Cannot read ${name}: it is ${format}`)

  if (firstLine.includes(0)) {
    throw new ConfigurationError(`Cannot read ${name}: it has zero bytes, like UTF-16 without a mark; save it as UTF-8`)
  }
}

/** Returns the column of the first character that is not UTF-8. */
function findInvalidColumn(bytes: Buffer): number {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let validText = ''
  try {
    // Byte by byte, because the error of the decoder has no position.
    for (const byte of bytes) validText += decoder.decode(Uint8Array.of(byte), { stream: true })
  } catch {
    // The invalid character follows the valid text.
  }
  return [...validText].length + 1
}
