import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { parseJson } from './read-json.ts'
import { UsageError } from './usage-error.ts'

/** Where the inputs of a batch stand. */
export interface InputSource {
  /** As a message calls it. */
  readonly name: string
  readonly format: 'csv' | 'jsonl'
  readonly open: () => Readable
  /** Ends the inputs early. */
  readonly stop: AbortSignal
}

/** Reads the inputs of a batch one by one: an object a line, or CSV with names in the first line. */
export async function* readInputs({ name, format, open, stop }: InputSource): AsyncGenerator<Record<string, object>> {
  const lines = createInterface({ input: open(), crlfDelay: Number.POSITIVE_INFINITY, signal: stop })
  let number = 0
  let names: readonly string[] | undefined
  let pending = ''
  for await (const line of lines) {
    if (stop.aborted) return
    number += 1
    const place = `line ${number} of ${name}`
    const text = pending === '' ? line.replace(/^\uFEFF/, '') : `${pending}\n${line}`
    pending = ''
    if (text.trim() === '') continue
    if (format === 'jsonl') {
      yield toObject(parseJson(text, place), place)
      continue
    }
    // A quoted field may go on in the next line.
    if ((text.match(/"/g)?.length ?? 0) % 2 === 1) {
      pending = text
      continue
    }
    const fields = parseCsvLine(text)
    if (names === undefined) {
      const twice = fields.find((name, index) => fields.indexOf(name) !== index)
      if (twice !== undefined) throw new UsageError(`${place} names the column ${JSON.stringify(twice)} twice`)
      names = fields
      continue
    }
    if (fields.length !== names.length) {
      throw new UsageError(`${place} has ${fields.length} fields, and the first one ${names.length}`)
    }
    yield Object.fromEntries(names.map((name, index) => [name, fields[index] ?? ''])) as unknown as Record<string, object>
  }
  if (pending !== '' && !stop.aborted) throw new UsageError(`the quotes of ${name} do not end`)
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
