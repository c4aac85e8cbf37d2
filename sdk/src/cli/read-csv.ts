import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import type { Line } from '../batch-file/read-lines.ts'
import { UsageError } from './explain-error.ts'
import { losesDigits, parseJson } from './json-input.ts'

export interface CsvFormat {
  readonly delimiter: string
  /** Whether the user chose it; if not, it may be wrong. */
  readonly delimiterGiven: boolean
  /** The types of the columns that are not strings. */
  readonly columns: ReadonlyMap<string, ColumnType>
}

export type ColumnType = keyof typeof COLUMN_TYPES

interface Row {
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
      checkNames(row, format)
    } else if (row.fields.length === names.length) {
      yield Object.fromEntries(
        names.flatMap((column, index) => readField(column, row.fields[index] ?? '', { ...format, ...row })),
      )
    } else throw new UsageError(`${row.place} has ${row.fields.length} fields, and the first one ${names.length}`)
  }
}

const LINE_END = /\r\n?|\n/g

/** Reads the rows. Empty lines are skipped, and lines of delimiters only, which spreadsheets leave at the end. */
async function* readRows(lines: AsyncIterable<Line>, delimiter: string, name: string): AsyncGenerator<Row> {
  const parser = parse({
    ...{ delimiter, raw: true, relax_column_count: true, max_record_size: 64 * 2 ** 20 },
    // Any of them may end a line. A quote within a field that none began, as in 5" disk, is a character.
    ...{ record_delimiter: ['\r\n', '\n', '\r'], relax_quotes: true },
  })
  const source = Readable.from(withEnds(lines))
  source.on('error', (error) => parser.destroy(error)).pipe(parser)
  let line = 1
  let named = false
  try {
    for await (const { raw, record } of parser as AsyncIterable<{ readonly raw: string; readonly record: string[] }>) {
      const place = `line ${line} of ${name}`
      line += raw.match(LINE_END)?.length ?? 0
      if ((named ? raw.replaceAll(delimiter, '') : raw).trim() === '') continue
      named = true
      const odd = record.find((field) => field.startsWith('"') && !raw.includes(`"${field.replaceAll('"', '""')}"`))
      if (odd !== undefined) {
        throw new UsageError(`Cannot read ${place}: text follows the quoted field ${odd.slice(0, odd.indexOf('"', 1) + 1)}`)
      }
      yield { fields: record, place }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const quotes = error.code === 'CSV_QUOTE_NOT_CLOSED'
    throw new UsageError(
      quotes
        ? `the quotes that begin in line ${line} of ${name} do not end`
        : `Cannot read line ${line} of ${name}: ${error.message}`,
    )
  } finally {
    source.destroy()
  }
}

async function* withEnds(lines: AsyncIterable<Line>): AsyncGenerator<string> {
  for await (const { terminated, text } of lines) yield terminated ? `${text}\n` : text
}

/** Characters that spreadsheets and web pages leave in a name: spaces of another kind, and characters without width. */
const INVISIBLE = /[\u00a0\u00ad\u200b-\u200f\u2060\ufeff]/

function checkNames({ fields, place }: Row, { columns, delimiterGiven }: CsvFormat): void {
  const unnamed = fields.findIndex((name) => name.trim() === '')
  if (unnamed >= 0) throw new UsageError(`${place} has no name for column ${unnamed + 1}: name it, or remove the column`)
  const hidden = fields.find((name) => name !== name.trim() || INVISIBLE.test(name))
  if (hidden !== undefined) {
    const shown = JSON.stringify(hidden).replace(
      /[^ -~]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
    throw new UsageError(
      `${place} has space or what does not show in the name of a column, ${shown}: write it as the argument is called`,
    )
  }
  const twice = fields.find((name, index) => fields.indexOf(name) !== index)
  if (twice !== undefined) throw new UsageError(`${place} names the column ${JSON.stringify(twice)} twice`)
  const missing = [...columns.keys()].find((name) => !fields.includes(name))
  if (missing !== undefined) {
    throw new UsageError(`--column names ${JSON.stringify(missing)}, and ${place} only ${JSON.stringify(fields)}`)
  }
  const other = fields.length === 1 && !delimiterGiven ? /[;\t|]/.exec(fields.join())?.[0] : undefined
  if (other === undefined) return
  const given = other === '\t' ? 'tab' : `'${other}'`
  throw new UsageError(`${place} names one column, ${JSON.stringify(fields[0])}: say what divides it with --delimiter ${given}`)
}

function readField(
  name: string,
  text: string,
  { columns, place }: Pick<CsvFormat, 'columns'> & Pick<Row, 'place'>,
): readonly (readonly [string, object])[] {
  const type = columns.get(name) ?? 'string'
  if (text === '' && type !== 'string') return []
  try {
    return [[name, COLUMN_TYPES[type](text) as object]]
  } catch (error) {
    throw new UsageError(`Cannot read ${JSON.stringify(name)} in ${place}: ${(error as Error).message}`)
  }
}

/** Parses a field that is not empty; what it throws completes a message. */
export const COLUMN_TYPES = {
  string: (text) => text,
  number: toNumber,
  boolean: toBoolean,
  json: (text) => parseJson(text, { name: 'it' }),
} as const satisfies Readonly<Record<string, (text: string) => unknown>>

function toNumber(text: string): number {
  if (!/^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i.test(text))
    throw new Error(`expected a number, found ${JSON.stringify(text)}`)
  // Such as an order number: rounded, it would be that of another order.
  if (losesDigits(text)) throw new Error(`${text} has more digits than a number can hold; leave it a string`)
  return Number(text)
}

function toBoolean(text: string): boolean {
  const word = text.trim().toLowerCase()
  if (word === 'true' || word === 'false') return word === 'true'
  throw new Error(`expected true or false, found ${JSON.stringify(text)}`)
}
