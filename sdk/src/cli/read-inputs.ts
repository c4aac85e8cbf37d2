import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseJson } from './read-json.ts'
import { UsageError } from './usage-error.ts'

/** Reads the inputs of a batch one by one, from a JSONL file or, if its name ends so, a CSV file. */
export async function* readInputs(path: string): AsyncGenerator<Record<string, object>> {
  let number = 0
  let names: readonly string[] | undefined
  let pending = ''
  const csv = path.toLowerCase().endsWith('.csv')
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1
    const text = pending === '' ? line.replace(/^\uFEFF/, '') : `${pending}\n${line}`
    pending = ''
    if (text.trim() === '') continue
    if (!csv) {
      yield toObject(parseJson(text, `line ${number} of ${path}`), `line ${number} of ${path}`)
      continue
    }
    // A quoted field may go on in the next line.
    if ((text.match(/"/g)?.length ?? 0) % 2 === 1) {
      pending = text
      continue
    }
    const fields = parseCsvLine(text)
    if (names === undefined) {
      names = fields
      continue
    }
    if (fields.length !== names.length) {
      throw new UsageError(`line ${number} of ${path} has ${fields.length} fields, and the first one ${names.length}`)
    }
    yield Object.fromEntries(names.map((name, index) => [name, fields[index] ?? ''])) as unknown as Record<string, object>
  }
  if (pending !== '') throw new UsageError(`the quotes of ${path} do not end`)
}

/** Splits a line by RFC 4180. */
export function parseCsvLine(line: string): readonly string[] {
  return [...`${line},`.matchAll(/(?:"((?:[^"]|"")*)"|([^,]*)),/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  )
}

function toObject(value: unknown, what: string): Record<string, object> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, object>
  throw new UsageError(`${what} is not an object of arguments`)
}
