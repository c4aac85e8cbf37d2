import { isUtf8 } from 'node:buffer'
import { ConfigurationError } from '../errors/configuration-error.ts'

export interface Line {
  /** Without the line feed at its end; a carriage return before that is kept. */
  readonly text: string
  readonly number: number
  /** The offset in bytes after the line. */
  readonly end: number
  /** Whether a line feed ended it: the last line of a file may lack one. */
  readonly terminated: boolean
}

/** More than any argument of a run: a file without line ends must not fill the memory. */
const LONGEST_LINE = 64 * 2 ** 20

const NEWLINE = 0x0a

/**
 * Splits bytes into lines at line feeds and nowhere else (U+2028 is a character of a text), and decodes them without loss.
 *
 * @param name - what messages call the bytes
 * @throws ConfigurationError with line and column for bytes that are not UTF-8, and for a line of more than 64 MiB.
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array>,
  name: string,
): AsyncGenerator<Line> {
  let pieces: Buffer[] = []
  let length = 0
  let number = 0
  let end = 0

  const next = (terminated: boolean): Line => {
    number += 1
    end += length + (terminated ? 1 : 0)
    const text = decode(pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces), { name, number })
    pieces = []
    length = 0
    return { text, number, end, terminated }
  }
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk)
    let from = 0
    for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, from)) {
      pieces.push(bytes.subarray(from, at))
      length += at - from
      yield next(true)
      from = at + 1
    }
    pieces.push(bytes.subarray(from))
    length += bytes.length - from
    if (length > LONGEST_LINE) {
      throw new ConfigurationError(`Cannot read line ${number + 1} of ${name}: it is longer than 64 MiB`)
    }
  }
  if (length > 0) yield next(false)
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
      `Cannot read line ${number}, column ${columnOfFault(bytes)} of ${name}: it is not UTF-8; save it as UTF-8, or convert it, as iconv -f WINDOWS-1252 -t UTF-8 does`,
    )
  }

  const text = bytes.toString()
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

/** The column of the first character that is not UTF-8. */
function columnOfFault(bytes: Buffer): number {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let before = ''
  try {
    for (const byte of bytes) before += decoder.decode(Uint8Array.of(byte), { stream: true })
  } catch {
    // It is the next one.
  }
  return [...before].length + 1
}
