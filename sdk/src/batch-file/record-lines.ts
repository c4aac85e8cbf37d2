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

/** What a batch is of: one that goes on with its file is of the same. */
export interface BatchOrigin {
  /** The workflow. */
  readonly flowId: string
  /** The address of the service. */
  readonly baseUrl: string
}

/** How a batch begins in its file. */
export interface OpenedBatch {
  readonly opened?: unknown
  /** The folder that locks the file: it is told in copies, too. */
  readonly lock?: unknown
  readonly of?: unknown
}

/** What a file says of earlier batches. */
export interface FileRecord {
  /** The last batch that opened it. */
  readonly last: OpenedBatch
  readonly inputs: Map<string, RecordedInput>
  readonly size: number
  /** The same without a last line that a crash cut short. */
  readonly sound: number
  /** Whether the last line lacks its end. */
  readonly unterminated: boolean
}

/** Formats a line of JSONL, without characters that act on a terminal or on the service that keeps a log. */
export function toLine(value: object): string {
  return `${toPrintableJson(JSON.stringify(value))}\n`
}

/** Describes an outcome for its line: the input, and the run or the error. */
export function describeItem(item: BatchItem<unknown>): object {
  const input: unknown = JSON.parse(toJson(item.input))
  if ('run' in item) return { input, run: item.run }
  return { input, error: describeError(item.error) }
}

/** Formats an input as JSON. The client refuses an input that JSON cannot represent, and its line needs a text all the same. */
function toJson(input: unknown): string {
  try {
    return JSON.stringify(input) ?? 'null'
  } catch {
    return JSON.stringify(`an input that JSON cannot represent: ${describeValue(input, withoutSecrets)}`)
  }
}

export function describeError(error: unknown, message = error instanceof Error ? error.message : String(error)): object {
  if (!(error instanceof APIError)) return { message }
  // Each line of a record would have the address.
  const { docs: _, ...details } = error
  return { ...details, name: error.name, message, headers: error.headers && Object.fromEntries(error.headers) }
}

/** Tells whether an input is still what it was. */
export function hashOf(input: unknown): string {
  return createHash('sha256').update(toJson(input)).digest('base64url')
}

/** Reads what a batch wrote, with any line ends and of any size. */
export async function readRecord(chunks: AsyncIterable<Uint8Array>, name: string): Promise<FileRecord> {
  const inputs = new Map<string, RecordedInput>()
  const started = new Map<string, RecordedInput>()
  let size = 0
  let sound = 0
  let unterminated = false
  let last: OpenedBatch = {}
  for await (const { end, number, terminated, text } of readLines(chunks, name)) {
    size = end
    if (!terminated && isTorn(text)) break
    sound = end
    unterminated = !terminated
    const line = text.trim() === '' ? undefined : parseLine(text, `line ${number} of ${name}`)
    if (!line) continue
    if ('opened' in line) last = line
    if (!('outcome' in line)) continue
    const { index, key, outcome } = line
    // That of the start is of the input itself, and the input in an outcome may have a secret hidden.
    const before = started.get(key)?.hash
    const hash = outcome === 'started' ? line.hash : (before ?? line.hash ?? inputs.get(key)?.hash)
    if (outcome === 'started') started.set(key, { index, outcome, hash })
    else started.delete(key)
    // What is refused did not run; an earlier outcome of it stays.
    if (outcome !== 'started' && outcome !== 'refused') inputs.set(key, { index, outcome, hash })
  }
  for (const [key, input] of started) inputs.set(key, input)
  return { inputs, last, size, sound, unterminated }
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
  throw new ConfigurationError(`Cannot go on with ${place}: no batch wrote this line. Correct it, or name another file`)
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

/** Whether a crash cut a line of ours short. Any other text is not ours to remove. */
function isTorn(line: string): boolean {
  const ours = BEGINNINGS.some((beginning) => line.startsWith(beginning.slice(0, line.length)))
  return ours && parseObject(line) === undefined
}
