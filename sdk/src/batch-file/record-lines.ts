import { createHash } from 'node:crypto'
import { toPrintableJson } from '@wfhost/internal/printable'
import { describeValue, withoutSecrets } from '@wfhost/internal/redacted-text'
import type { BatchItem, RecordedOutcome } from '../batch/batch.ts'
import { APIError } from '../errors/api-error.ts'
import { ConfigurationError } from '../errors/configuration-error.ts'
import { readLines } from './read-lines.ts'

export interface RecordedInput {
  readonly index: number
  readonly outcome: RecordedOutcome
  /** The hash of the input; undefined where the file does not have it. */
  readonly hash: string | undefined
}

/** The workflow and the service of a batch. A batch that continues a file must have the same workflow. */
export interface BatchOrigin {
  /** The workflow. */
  readonly flowId: string
  /** The address of the service. */
  readonly baseUrl: string
}

/** How a batch begins in its file. */
export interface OpenedBatch {
  readonly opened?: unknown
  /** The folder that locks the file. A copy of the file has it, too. */
  readonly lock?: unknown
  readonly of?: unknown
}

/** The content of a file of earlier batches. */
export interface FileRecord {
  /** The last batch that opened it. */
  readonly last: OpenedBatch
  readonly inputs: Map<string, RecordedInput>
  readonly size: number
  /** The size without a last line that a crash cut short. */
  readonly sound: number
  /** Whether the last line lacks its end. */
  readonly unterminated: boolean
}

/** Formats a line of JSONL. Characters that control a terminal or a log are escaped. */
export function toLine(value: object): string {
  return `${toPrintableJson(JSON.stringify(value))}\n`
}

/** Describes an outcome for its line: the input, and the run or the error. */
export function describeItem(item: BatchItem<unknown>): object {
  const input: unknown = JSON.parse(toJson(item.input))
  if ('run' in item) return { input, run: item.run }
  return { input, error: describeError(item.error) }
}

/** Formats an input as JSON. The client refuses an input that JSON cannot represent, and the record still needs a line for it. */
function toJson(input: unknown): string {
  try {
    return JSON.stringify(input) ?? 'null'
  } catch {
    return JSON.stringify(`an input that JSON cannot represent: ${describeValue(input, withoutSecrets)}`)
  }
}

export function describeError(error: unknown, message = error instanceof Error ? error.message : String(error)): object {
  if (!(error instanceof APIError)) return { message }
  // The address of the documentation would be the same in each line.
  const { docs: _, ...details } = error
  return { ...details, name: error.name, message, headers: error.headers && Object.fromEntries(error.headers) }
}

/** Returns a hash that shows whether an input has changed. */
export function hashOf(input: unknown): string {
  return createHash('sha256').update(toJson(input)).digest('base64url')
}

/** Reads the lines of earlier batches, with any line ends and of any size. */
export async function readRecord(chunks: AsyncIterable<Uint8Array>, name: string): Promise<FileRecord> {
  const reader = new RecordReader()
  let size = 0
  let sound = 0
  let unterminated = false

  for await (const { end, number, terminated, text } of readLines(chunks, name)) {
    size = end
    if (!terminated && isTorn(text)) break

    sound = end
    unterminated = !terminated
    if (text.trim() !== '') reader.add(parseLine(text, `line ${number} of ${name}`))
  }
  return { inputs: reader.finish(), last: reader.last, size, sound, unterminated }
}

/** Combines the lines of a record: the last outcome of each input. */
class RecordReader {
  /** The last batch that opened the file. */
  last: OpenedBatch = {}
  readonly #settled = new Map<string, RecordedInput>()
  readonly #started = new Map<string, RecordedInput>()

  add(line: RecordLine | OpenedBatch): void {
    if ('opened' in line) this.last = line
    if (!('outcome' in line)) return

    const { index, key, outcome } = line
    if (outcome === 'started') {
      this.#started.set(key, { index, outcome, hash: line.hash })
      return
    }

    // The hash at the start is that of the input. The input in an outcome can have a secret removed.
    const hash = this.#started.get(key)?.hash ?? line.hash ?? this.#settled.get(key)?.hash
    this.#started.delete(key)
    // A refused input did not run. An earlier outcome of it stays.
    if (outcome !== 'refused') this.#settled.set(key, { index, outcome, hash })
  }

  /** Returns all inputs by key. An input that was started and not settled is `started`. */
  finish(): Map<string, RecordedInput> {
    return new Map([...this.#settled, ...this.#started])
  }
}

interface RecordLine {
  readonly index: number
  readonly key: string
  readonly outcome: RecordedOutcome | 'refused'
  readonly hash: string | undefined
}

function parseLine(text: string, place: string): RecordLine | OpenedBatch {
  const line = parseObject(text)
  // The first line of each batch, and the last line of standard output that was redirected to a file.
  if (line && !('outcome' in line) && ('opened' in line || 'summary' in line)) return line
  const { index, input, key = String(index), outcome, hash = input === undefined ? undefined : hashOf(input) } = line ?? {}
  if (typeof index === 'number' && typeof key === 'string' && isOutcome(outcome)) {
    return { index, key, outcome, hash: typeof hash === 'string' ? hash : undefined }
  }
  throw new ConfigurationError(`Cannot continue with ${place}: no batch wrote this line. Correct it, or use another file`)
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return Object(JSON.parse(text))
  } catch {
    return undefined
  }
}

function isOutcome(value: unknown): value is RecordLine['outcome'] {
  return typeof value === 'string' && ['started', 'succeeded', 'failed', 'refused', 'unknown'].includes(value)
}

const BEGINNINGS = ['{"index":', '{"opened":', '{"summary":']

/** Whether a crash cut a line of a batch short. Other text belongs to the user and is never removed. */
function isTorn(line: string): boolean {
  const ours = BEGINNINGS.some((beginning) => line.startsWith(beginning.slice(0, line.length)))
  return ours && parseObject(line) === undefined
}
