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
  /** The workflow in the last line that names one. Undefined if no line does. */
  readonly flowId: string | undefined
  readonly inputs: Map<string, RecordedInput>
  /** The size of the file in bytes. */
  readonly size: number
  /** The size without a last line that a crash cut short. */
  readonly completeSize: number
  /** Whether the last line is complete, but has no line feed at its end. */
  readonly lacksLineEnd: boolean
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

/** Why the line of an outcome has no run. */
export const UNWRITABLE_RUN = 'it nests too deeply, or is too long, for a line of JSON'

/** Describes an outcome whose run JavaScript cannot write as JSON. A later batch needs only the outcome and the input. */
export function describeWithoutRun({ input }: BatchItem<unknown>): object {
  return { input: JSON.parse(toJson(input)), error: { message: `Cannot write the run: ${UNWRITABLE_RUN}` } }
}

/** Formats an input as JSON. The client refuses an input that JSON cannot represent, and the record still needs a line for it. */
function toJson(input: unknown): string {
  try {
    return JSON.stringify(input) ?? 'null'
  } catch {
    return JSON.stringify(`an input that JSON cannot represent: ${describeValue(input, withoutSecrets)}`)
  }
}

/** Describes an error for a line of JSONL, with its details if it is an APIError. */
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

/**
 * Reads the file of a batch, so that another batch can continue it. A last line that a crash cut short is ignored.
 *
 * @throws ConfigurationError for a line that no batch wrote.
 */
export async function readRecord(chunks: AsyncIterable<Uint8Array>, name: string): Promise<FileRecord> {
  const reader = new RecordReader()
  let size = 0
  let completeSize = 0
  let lacksLineEnd = false

  for await (const { end, isTerminated, number, text } of readLines(chunks, name)) {
    size = end
    if (!isTerminated && isCutShort(text)) break

    completeSize = end
    lacksLineEnd = !isTerminated
    if (text.trim() !== '') reader.add(parseLine(text, `line ${number} of ${name}`))
  }
  return { inputs: reader.finish(), last: reader.last, flowId: reader.flowId, size, completeSize, lacksLineEnd }
}

/** Combines the lines of a record: the last outcome of each input. */
class RecordReader {
  /** The last batch that opened the file. */
  last: OpenedBatch = {}
  flowId: string | undefined
  readonly #settled = new Map<string, RecordedInput>()
  readonly #started = new Map<string, RecordedInput>()

  /** Adds a line, in the order of the file. A later line about an input replaces an earlier one. */
  add(line: RecordLine | OpenedBatch): void {
    if ('opened' in line) this.last = line
    this.flowId = readFlowId(line) ?? this.flowId
    if (!('outcome' in line)) return

    const { index, key, outcome } = line
    if (outcome === 'started') {
      this.#started.set(key, { index, outcome, hash: line.hash })
      return
    }

    // The line of the start has the hash of the actual input. In the line of the outcome, secrets are removed from the input.
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

/** Returns the workflow of a line. A batch names it in its first line, and on standard output in each line. */
function readFlowId(line: RecordLine | OpenedBatch): string | undefined {
  const { flowId } = 'outcome' in line ? line : Object(line.of)
  return typeof flowId === 'string' ? flowId : undefined
}

interface RecordLine {
  /** Only a line of standard output has it. */
  readonly flowId?: unknown
  readonly index: number
  readonly key: string
  readonly outcome: RecordedOutcome | 'refused'
  readonly hash: string | undefined
}

/** Parses a line of the file: it is about an input, such as `{"index":3,"outcome":"started"}`, or about a whole batch. */
function parseLine(text: string, place: string): RecordLine | OpenedBatch {
  const line = parseObject(text)
  if (line !== undefined && isBatchLine(line)) return line

  const inputLine = line === undefined ? undefined : toInputLine(line)
  if (inputLine !== undefined) return inputLine

  throw new ConfigurationError(`Cannot continue with ${place}: no batch wrote this line. Correct it, or use another file`)
}

/** Whether a line is the first one of a batch, or the summary at the end of standard output that was redirected to a file. */
function isBatchLine(line: LineObject): boolean {
  return !('outcome' in line) && ('opened' in line || 'summary' in line)
}

/** Reads a line about an input. Returns undefined for any other line. */
function toInputLine({ flowId, hash, index, input, key = String(index), outcome }: LineObject): RecordLine | undefined {
  if (typeof index !== 'number' || typeof key !== 'string' || !isOutcome(outcome)) return undefined

  if (typeof hash === 'string') return { flowId, index, key, outcome, hash }
  // A line of standard output has no hash, but the input itself.
  const canHash = hash === undefined && input !== undefined
  return { flowId, index, key, outcome, hash: canHash ? hashOf(input) : undefined }
}

type LineObject = Readonly<Record<string, unknown>>

function parseObject(text: string): LineObject | undefined {
  try {
    return Object(JSON.parse(text))
  } catch {
    return undefined
  }
}

function isOutcome(value: unknown): value is RecordLine['outcome'] {
  return typeof value === 'string' && ['started', 'succeeded', 'failed', 'refused', 'unknown'].includes(value)
}

/** The beginnings of all lines that a batch writes. */
const BEGINNINGS = ['{"index":', '{"opened":', '{"summary":']

/** Whether a text is the beginning of a line that a batch writes. Other text belongs to the user and is never removed. */
function isCutShort(line: string): boolean {
  const beginsLikeBatchLine = BEGINNINGS.some((beginning) => line.startsWith(beginning.slice(0, line.length)))
  return beginsLikeBatchLine && parseObject(line) === undefined
}
