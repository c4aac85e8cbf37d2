import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { type CsvFormat, type Line, readCsv } from './read-csv.ts'
import { parseJson } from './read-json.ts'
import { reasonOf } from './reason-of.ts'
import { UsageError } from './usage-error.ts'

/** Where the inputs of a batch come from. */
export interface InputSource {
  /** The name in messages. */
  readonly name: string
  /** Undefined where each line is an object. */
  readonly csv: CsvFormat | undefined
  readonly open: () => Readable
  /** Ends the inputs early. */
  readonly stop: AbortSignal
}

/** Reads the inputs of a batch one by one: an object a line, or CSV with names in the first line. */
export async function* readInputs(source: InputSource): AsyncGenerator<Record<string, object>> {
  const inputs = source.csv === undefined ? readObjects(readLines(source)) : readCsv(readLines(source), source.csv)
  try {
    for await (const input of inputs) yield input
  } catch (error) {
    // An interrupt is no mistake in the inputs.
    if (source.stop.aborted) return
    throw Object(error).syscall === undefined ? error : new UsageError(`Cannot read ${source.name}: ${reasonOf(error)}`, 'batch')
  }
}

async function* readLines({ name, open, stop }: InputSource): AsyncGenerator<Line> {
  const lines = createInterface({ input: open(), crlfDelay: Infinity, signal: stop })
  let number = 0
  for await (const line of lines) {
    if (stop.aborted) return
    number += 1
    yield { text: number === 1 ? line.replace(/^\uFEFF/, '') : line, place: `line ${number} of ${name}` }
  }
}

async function* readObjects(lines: AsyncIterable<Line>): AsyncGenerator<Record<string, object>> {
  for await (const { text, place } of lines) {
    if (text.trim() === '') continue
    const value = parseLine({ text, place })
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new UsageError(`${place} is not an object of arguments${hintOf({ text, place })}`, 'batch')
    }
    yield value as Record<string, object>
  }
}

function parseLine({ text, place }: Line): unknown {
  try {
    return parseJson(text, place)
  } catch (error) {
    throw new UsageError(`${(error as Error).message}${hintOf({ text, place })}`, 'batch')
  }
}

/** Guesses what was meant. */
function hintOf({ text, place }: Line): string {
  if (text.startsWith('[')) return "; of an array, jq -c '.[]' makes a line for each object"
  if (text.startsWith('{')) return '; an object has to be on one line, as jq -c prints it'
  return place.startsWith('line 1 ') ? '; CSV takes --format csv' : ''
}
