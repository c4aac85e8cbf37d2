import { COLUMN_TYPES, type ColumnType } from './column-types.ts'
import { createRowSplitter } from './create-row-splitter.ts'
import { UsageError } from './usage-error.ts'

/** How CSV is to be read. */
export interface CsvFormat {
  /** The separator of fields. */
  readonly delimiter: string
  /** Whether the user chose it; if not, it may be wrong. */
  readonly delimiterGiven: boolean
  /** The types of the columns that are not strings. */
  readonly columns: ReadonlyMap<string, ColumnType>
}

/** A line of a file, and its name in messages. */
export interface Line {
  readonly text: string
  readonly place: string
}

/** Reads the rows of CSV, with the names of the arguments in the first line. An empty field that is no string is left out. */
export async function* readCsv(lines: AsyncIterable<Line>, format: CsvFormat): AsyncGenerator<Record<string, object>> {
  let names: readonly string[] | undefined
  for await (const { fields, place } of readRows(lines, format.delimiter)) {
    if (names === undefined) {
      names = fields
      checkNames(names, { ...format, place })
    } else if (fields.length === names.length) {
      yield Object.fromEntries(names.flatMap((name, index) => readField({ name, text: fields[index] ?? '', place }, format)))
    } else throw new UsageError(`${place} has ${fields.length} fields, and the first one ${names.length}`, 'batch')
  }
}

/** A row may span several lines; messages name the first one. */
async function* readRows(lines: AsyncIterable<Line>, delimiter: string) {
  const splitter = createRowSplitter(delimiter)
  let begunIn: string | undefined
  for await (const { text, place } of lines) {
    if (begunIn === undefined && text.trim() === '') continue
    begunIn ??= place
    let fields: readonly string[] | undefined
    try {
      fields = splitter.push(text)
    } catch (error) {
      throw new UsageError(`Cannot read ${begunIn}: ${(error as Error).message}`, 'batch')
    }
    if (fields === undefined) continue
    yield { fields, place: begunIn }
    begunIn = undefined
  }
  if (begunIn !== undefined) throw new UsageError(`the quotes that begin in ${begunIn} do not end`, 'batch')
}

function checkNames(names: readonly string[], { place, columns, delimiterGiven }: CsvFormat & { readonly place: string }): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new UsageError(`${place} names the column ${JSON.stringify(twice)} twice`, 'batch')
  const missing = [...columns.keys()].find((name) => !names.includes(name))
  if (missing !== undefined) {
    throw new UsageError(`--column names ${JSON.stringify(missing)}, and ${place} only ${JSON.stringify(names)}`, 'batch')
  }
  const other = names.length === 1 && !delimiterGiven ? /[;\t|]/.exec(names.join())?.[0] : undefined
  if (other !== undefined) {
    const given = other === '\t' ? 'tab' : `'${other}'`
    throw new UsageError(
      `${place} names one column, ${JSON.stringify(names[0])}: say what divides it with --delimiter ${given}`,
      'batch',
    )
  }
}

interface Field extends Line {
  readonly name: string
}

function readField({ name, text, place }: Field, { columns }: CsvFormat): readonly (readonly [string, object])[] {
  const type = columns.get(name) ?? 'string'
  if (text === '' && type !== 'string') return []
  try {
    return [[name, COLUMN_TYPES[type](text) as object]]
  } catch (error) {
    throw new UsageError(`Cannot read ${JSON.stringify(name)} in ${place}: ${(error as Error).message}`, 'batch')
  }
}
