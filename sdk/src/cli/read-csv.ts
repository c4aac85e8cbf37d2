import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import type { Line } from '../batch-file/read-lines.ts'
import { UsageError } from './explain-error.ts'
import { losesDigits, parseJson } from './json-input.ts'

export interface CsvFormat {
  readonly delimiter: string
  /** Whether the user chose the delimiter. Otherwise it may be wrong. */
  readonly isDelimiterGiven: boolean
  /** The types of the columns that are not strings. */
  readonly columns: ReadonlyMap<string, ColumnType>
}

export type ColumnType = keyof typeof COLUMN_TYPES

interface CsvRow {
  readonly fields: readonly string[]
  readonly place: string
}

/**
 * Reads the rows of CSV (RFC 4180), with the names of the arguments in the first line. Quoted text is unchanged,
 * including line ends. An empty field is left out, unless its column has strings.
 */
export async function* readCsv(
  lines: AsyncIterable<Line>,
  { format, name }: { readonly format: CsvFormat; readonly name: string },
): AsyncGenerator<Record<string, object>> {
  let names: readonly string[] | undefined
  for await (const row of readRows(lines, format.delimiter, name)) {
    if (names === undefined) {
      names = row.fields
      checkHeaderRow(row, format)
      continue
    }

    if (row.fields.length !== names.length) {
      throw new UsageError(`${row.place} has ${row.fields.length} fields, and the first one ${names.length}`)
    }
    yield toInput(row, names, format)
  }
}

/** Makes an object of arguments from a row. An empty field is left out, unless its column has strings. */
function toInput({ fields, place }: CsvRow, names: readonly string[], { columns }: CsvFormat): Record<string, object> {
  const members: [name: string, value: object][] = []
  for (const [index, name] of names.entries()) {
    const text = fields[index] ?? ''
    const type = columns.get(name) ?? 'string'
    if (text !== '' || type === 'string') members.push([name, readField(text, type, { name, place })])
  }
  return Object.fromEntries(members)
}

const LINE_END = /\r\n?|\n/g

/** Reads the rows. Skips empty lines, and lines that have only delimiters, which spreadsheets leave at the end. */
async function* readRows(lines: AsyncIterable<Line>, delimiter: string, name: string): AsyncGenerator<CsvRow> {
  const parser = parse({
    delimiter,
    raw: true,
    relax_column_count: true,
    max_record_size: 64 * 2 ** 20,
    record_delimiter: ['\r\n', '\n', '\r'],
    // A quote within an unquoted field, as in 5" disk, is a character.
    relax_quotes: true,
  })
  const source = Readable.from(addLineFeeds(lines))
  source.on('error', (error) => parser.destroy(error)).pipe(parser)

  let line = 1
  let hasNames = false
  try {
    for await (const { raw, record } of parser as AsyncIterable<{ readonly raw: string; readonly record: string[] }>) {
      const place = `line ${line} of ${name}`
      line += raw.match(LINE_END)?.length ?? 0

      // The names can be a line of delimiters only, which is reported later.
      const content = hasNames ? raw.replaceAll(delimiter, '') : raw
      if (content.trim() === '') continue

      hasNames = true
      checkQuotes(record, raw, place)
      yield { fields: record, place }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new UsageError(describeCsvError(error, `line ${line} of ${name}`))
  } finally {
    source.destroy()
  }
}

/**
 * Refuses a quoted field with text after its quotes, such as `"a" b`. The parser accepts it, and returns it with its quotes. A field
 * can also contain quotes correctly: then the line has them twice, inside other quotes.
 */
function checkQuotes(fields: readonly string[], line: string, place: string): void {
  const field = fields.find((text) => text.startsWith('"') && !line.includes(`"${text.replaceAll('"', '""')}"`))
  if (field === undefined) return

  const quoted = field.slice(0, field.indexOf('"', 1) + 1)
  throw new UsageError(`Cannot read ${place}: text follows the quoted field ${quoted}`)
}

function describeCsvError(error: CsvError, place: string): string {
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return `the quotes that begin in ${place} do not end`
  return `Cannot read ${place}: ${error.message}`
}

/** Adds the line feeds again, because a quoted field can contain one. */
async function* addLineFeeds(lines: AsyncIterable<Line>): AsyncGenerator<string> {
  for await (const { isTerminated, text } of lines) yield isTerminated ? `${text}\n` : text
}

/** Characters that spreadsheets and web pages leave in a name: spaces of another kind, and characters without width. */
const INVISIBLE_PATTERN = /[\u00a0\u00ad\u200b-\u200f\u2060\ufeff]/

/** Checks the names of the columns, which are the names of arguments, and the delimiter between them. */
function checkHeaderRow({ fields: names, place }: CsvRow, format: CsvFormat): void {
  const emptyIndex = names.findIndex((name) => name.trim() === '')
  if (emptyIndex >= 0) {
    throw new UsageError(`${place} has no name for column ${emptyIndex + 1}: name it, or remove the column`)
  }

  // A usual space is allowed only inside a name.
  const nameWithInvisibleCharacter = names.find((name) => name !== name.trim() || INVISIBLE_PATTERN.test(name))
  if (nameWithInvisibleCharacter !== undefined) {
    const escaped = escapeInvisible(nameWithInvisibleCharacter)
    throw new UsageError(`${place} has spaces or invisible characters in the name of a column, ${escaped}: remove them`)
  }

  const repeatedName = names.find((name, index) => names.indexOf(name) !== index)
  if (repeatedName !== undefined) {
    throw new UsageError(`${place} names the column ${JSON.stringify(repeatedName)} more than once`)
  }

  const missingName = [...format.columns.keys()].find((name) => !names.includes(name))
  if (missingName !== undefined) {
    const column = JSON.stringify(missingName)
    throw new UsageError(`--column names ${column}, but ${place} has only the columns ${JSON.stringify(names)}`)
  }

  checkDelimiter(names, place, format)
}

/** Refuses a single column whose name contains another usual delimiter: the file probably has that delimiter. */
function checkDelimiter(names: readonly string[], place: string, { isDelimiterGiven }: CsvFormat): void {
  const [name] = names
  if (name === undefined || names.length > 1 || isDelimiterGiven) return

  const delimiter = /[;\t|]/.exec(name)?.[0]
  if (delimiter === undefined) return

  const value = delimiter === '\t' ? 'tab' : `'${delimiter}'`
  throw new UsageError(`${place} names one column, ${JSON.stringify(name)}: set the delimiter with --delimiter ${value}`)
}

/** Quotes a text, with an escape for each character that is not visible ASCII. */
function escapeInvisible(text: string): string {
  return JSON.stringify(text).replace(/[^ -~]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

interface FieldPlace {
  /** The name of the column. */
  readonly name: string
  readonly place: string
}

/** Converts the text of a field to the type of its column. The error names the column and the line. */
function readField(text: string, type: ColumnType, { name, place }: FieldPlace): object {
  try {
    return COLUMN_TYPES[type](text) as object
  } catch (error) {
    throw new UsageError(`Cannot read ${JSON.stringify(name)} in ${place}: ${(error as Error).message}`)
  }
}

/** The parsers of the types of columns. The message of an error that they throw completes a sentence. */
export const COLUMN_TYPES = {
  string: (text) => text,
  number: toNumber,
  boolean: toBoolean,
  json: (text) => parseJson(text, { name: 'it' }),
} as const satisfies Readonly<Record<string, (text: string) => unknown>>

function toNumber(text: string): number {
  if (!/^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i.test(text))
    throw new Error(`expected a number, found ${JSON.stringify(text)}`)
  // Rounding would change an order number, for example, to that of another order.
  if (losesDigits(text)) throw new Error(`${text} has more digits than a number can hold; leave it a string`)
  if (Object.is(Number(text), -0)) throw new Error(`${text} cannot be sent as JSON; write 0`)
  return Number(text)
}

function toBoolean(text: string): boolean {
  const word = text.trim().toLowerCase()
  if (word === 'true' || word === 'false') return word === 'true'
  throw new Error(`expected true or false, found ${JSON.stringify(text)}`)
}
