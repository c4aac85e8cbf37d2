import type { AsyncDisposes } from '@wfhost/internal/async-disposable'
import { describeValue, withoutSecrets } from '@wfhost/internal/redacted-text'
import type { BatchEntry, BatchItem, BatchStore, RecordedOutcome } from '../batch/batch.ts'
import { type Checks, checkOptions, isBoolean, isFunction, isName, isObject, isSignal } from '../client/check-options.ts'
import { ConfigurationError } from '../errors/configuration-error.ts'
import { AppendFile, BatchFileError } from './append-file.ts'
import { type FileLock, lockFile } from './file-lock.ts'
import {
  type BatchOrigin,
  describeItem,
  describeWithoutRun,
  type FileRecord,
  hashOf,
  type OpenedBatch,
  readRecord,
  UNWRITABLE_RUN,
} from './record-lines.ts'
import { refuseOlderFile } from './refuse-older-file.ts'

/** How a file records a batch. */
export interface BatchFileOptions {
  /** Sends inputs with an unknown outcome again. Use it if they did not run, or if a second run does no harm. @default false */
  readonly retryUnknown?: boolean | undefined
  /** Called if another process seems to have the file. The batch waits up to 8 s for it. @default none */
  readonly onWait?: (() => void) | undefined
  /** Ends that wait. @default none */
  readonly signal?: AbortSignal | undefined
  /** Removes secrets from an outcome before it is written. @default nothing is removed */
  readonly redact?: ((item: object) => object) | undefined
  /** The workflow and the service of the batch. A file of another workflow is refused. @default not compared */
  readonly batch?: BatchOrigin | undefined
}

const optionChecks: Checks<BatchFileOptions> = {
  retryUnknown: isBoolean,
  onWait: isFunction,
  signal: isSignal,
  redact: isFunction,
  batch: isObject,
}

const batchOptionChecks: Checks<BatchOrigin> = {
  flowId: isName,
  baseUrl: ['a text', (value) => typeof value === 'string'],
}

/** A file that records a batch. `await using` closes it at the end of a block. */
export interface BatchFile extends BatchStore, AsyncDisposes {
  /** The recorded outcomes by key. An input that an earlier batch started and did not settle is `unknown`. */
  readonly recorded: ReadonlyMap<string, RecordedOutcome>
  /** The service of the batch that opened the file last, if the file has it. That batch may have sent nothing to it. */
  readonly baseUrl: string | undefined
  /** Throws if an input has changed since it ran, as `start` does. */
  readonly check: (entry: BatchEntry) => void
  /** Closes the file. Resolves with the number of inputs that were started and whose outcome is not recorded. */
  readonly close: () => Promise<number>
}

const INTERRUPTED = {
  name: 'Interrupted',
  message: 'Cannot determine the outcome of the run: an earlier batch sent it and ended before the response came',
  mayHaveRun: true,
}

/**
 * Opens a file as the record of a batch, and creates it if it does not exist.
 *
 * The file is JSONL. Each input has a line with the outcome `started`, which is on the disk before the input is sent. A second
 * line has its outcome, the input, and its run or error. An input without the second line may have run: the next batch records
 * it as `unknown`, and does not send it again.
 *
 * - You can rename the file, link it, or copy it to another machine and continue the batch there. Do not continue with a copy
 *   while the batch of the original runs.
 * - A file is refused if its folder, or that of the target of a link, has a copy that records more inputs.
 * - Only one process can have the file open, under any of its names. The lock is two folders beside the file, so all hosts and
 *   containers that share the file see it.
 * - A lock can be lost, for example while a machine sleeps. If a process then finds lines of another process, it stops sending.
 *
 * @throws ConfigurationError for an invalid path or option, if another process has the file, or if it has lines that no batch wrote.
 * @throws BatchFileError if the file cannot be written.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { mkdtemp } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 * import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
 * import { createWorkflowClient, runMany } from '@wfhost/sdk'
 * import { openBatchFile } from '@wfhost/sdk/batch-file'
 *
 * const { fetch, runs } = createMockService(createSampleWorld())
 * const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: sampleKeys.workflows, fetch })
 * const tickets = [{ subject: 'A refund' }, { subject: 'A question' }]
 * const path = join(await mkdtemp(join(tmpdir(), 'batch-')), 'done.jsonl')
 *
 * // The second batch continues where the first one stopped.
 * for (const maxRuns of [1, 9]) {
 *   await using store = await openBatchFile(path)
 *   for await (const { outcome } of runMany(client, 'support-triage', tickets, { store, maxRuns })) assert.equal(outcome, 'succeeded')
 * }
 *
 * assert.equal(runs().length, 2)
 * ```
 */
export async function openBatchFile(path: string, options: BatchFileOptions = {}): Promise<BatchFile> {
  if (typeof path !== 'string' || path === '') {
    const describedPath = describeValue(path, withoutSecrets)
    throw new ConfigurationError(`Cannot open a batch file: expected a path, found ${describedPath}`)
  }

  checkOptions(options, optionChecks)
  if (options.batch !== undefined) checkOptions(options.batch, batchOptionChecks)

  const { batch, onWait, redact = identity, retryUnknown = false, signal } = options

  const file = new AppendFile(path)
  let lock: FileLock | undefined
  try {
    const onCompromised = (cause: Error) => file.fail('its lock was removed, or taken over by another process', { cause })
    lock = await lockFile(path, { onWait, signal, onCompromised })
    const record = await resumeFile(file, { lock, origin: batch, path })
    return new RecordingFile({ file, lock, path, record, redact, retryUnknown })
  } catch (error) {
    await lock?.release()
    file.close()
    throw error
  }
}

/** Redacts nothing. */
function identity(item: object): object {
  return item
}

interface OpenFile {
  readonly file: AppendFile
  readonly lock: FileLock
  readonly path: string
  readonly record: FileRecord
  readonly redact: (item: object) => object
  readonly retryUnknown: boolean
}

/** A file that is open, locked, and read. */
class RecordingFile implements BatchFile {
  readonly recorded: Map<string, RecordedOutcome>
  readonly baseUrl: string | undefined
  readonly #open: OpenFile
  /** The keys of inputs that this batch has started and not settled. */
  readonly #startedKeys = new Set<string>()
  #isClosed = false

  constructor(open: OpenFile) {
    const { inputs, last } = open.record
    this.#open = open
    this.recorded = new Map([...inputs].map(([key, { outcome }]) => [key, outcome]))
    this.baseUrl = readAddress(last)
  }

  readonly check = ({ index, input, key }: BatchEntry): void => {
    const { path, record } = this.#open
    const recordedHash = record.inputs.get(key)?.hash
    // An input with a key of the caller is the same input, even if its content has changed.
    const isNamedByIndex = key === String(index)
    if (recordedHash === undefined || !isNamedByIndex || recordedHash === hashOf(input)) return

    throw new ConfigurationError(
      `Cannot continue: input ${index} has changed since it ran. Use the same inputs as before, or another file than ${path}`,
    )
  }

  /** Records the start of an input on the disk, unless it is recorded already: then this returns its outcome. */
  readonly start = async (entry: BatchEntry): Promise<RecordedOutcome | undefined> => {
    const { file, retryUnknown } = this.#open
    const { index, input, key } = entry
    this.check(entry)

    if (this.#startedKeys.has(key)) return 'started'

    const recorded = this.recorded.get(key)
    const isRetried = retryUnknown && recorded === 'unknown'
    if (recorded !== undefined && !isRetried) return recorded

    file.append({ index, outcome: 'started', ...keyUnlessIndex(key, index), hash: hashOf(input) })
    this.#startedKeys.add(key)
    await file.flush()
    return undefined
  }

  /** Records the outcome of an input. A refused input did not run, so an earlier outcome of it remains. */
  readonly settle = (entry: BatchEntry, item: BatchItem<unknown>): void => {
    const { index, key } = entry
    if (item.outcome !== 'refused') this.recorded.set(key, item.outcome)
    const isWhole = this.#appendOutcome(entry, item)
    this.#startedKeys.delete(key)
    if (isWhole) return

    const reason = `${UNWRITABLE_RUN}. Its outcome is recorded`
    throw new BatchFileError(`Cannot write the run of input ${index} to ${this.#open.path}: ${reason}`)
  }

  /** Appends the line of an outcome. Returns false if it is without the run, which JavaScript cannot write as JSON. */
  #appendOutcome({ index, key }: BatchEntry, item: BatchItem<unknown>): boolean {
    const { file, redact } = this.#open
    const head = { index, outcome: item.outcome, ...keyUnlessIndex(key, index) }
    try {
      file.append({ ...head, ...redact(describeItem(item)) })
      return true
    } catch (error) {
      if (!(error instanceof RangeError)) throw error

      // Without this line, a later batch would not find that the run has ended.
      file.append({ ...head, ...redact(describeWithoutRun(item)) })
      return false
    }
  }

  /** Closes the file and releases its lock. Returns the number of inputs whose outcome is not recorded. */
  readonly close = async (): Promise<number> => {
    const { file, lock } = this.#open
    try {
      if (!this.#isClosed) file.close()
    } finally {
      this.#isClosed = true
      await lock.release()
    }
    return this.#startedKeys.size
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }
}

interface Recovery {
  readonly lock: FileLock
  readonly origin: BatchOrigin | undefined
  readonly path: string
}

/**
 * Continues the file of an earlier batch: reads its lines, repairs its end after a crash, and records that this batch has opened it.
 * An empty file is continued in the same way.
 */
async function resumeFile(file: AppendFile, { lock, origin, path }: Recovery): Promise<FileRecord> {
  const record = await readRecord(file.read(), path)
  checkOrigin(record, origin, path)

  // Each batch records its lock. If this file is a copy, its lines have the lock of the original.
  const { lock: recordedLock } = record.last
  const lockOfOriginal = typeof recordedLock === 'string' && recordedLock !== lock.folder ? recordedLock : undefined
  if (lockOfOriginal !== undefined) await lock.add(lockOfOriginal)
  await refuseOlderFile({ path, record, lockOfOriginal })

  file.beginAppending(record)
  if (record.lacksLineEnd) file.endLastLine()
  file.append({ opened: new Date().toISOString(), lock: lock.folder, of: origin })
  recordInterrupted(file, record)
  return record
}

/** Refuses the file of another workflow. An input with the same index would be skipped for an input of that workflow. */
function checkOrigin({ flowId }: FileRecord, origin: BatchOrigin | undefined, path: string): void {
  if (origin === undefined || flowId === undefined || flowId === origin.flowId) return

  throw new ConfigurationError(
    `Cannot continue with ${path}: it records workflow ${flowId}, not ${origin.flowId}. Use another file`,
  )
}

/** Records an unknown outcome for each input that an earlier batch started and did not settle. */
function recordInterrupted(file: AppendFile, { inputs }: FileRecord): void {
  for (const [key, { hash, index, outcome }] of inputs) {
    if (outcome !== 'started') continue
    file.append({ index, outcome: 'unknown', ...keyUnlessIndex(key, index), error: INTERRUPTED })
    inputs.set(key, { index, outcome: 'unknown', hash })
  }
}

function readAddress({ of }: OpenedBatch): string | undefined {
  const { baseUrl } = Object(of)
  return typeof baseUrl === 'string' ? baseUrl : undefined
}

/** A line names its input by the key only if that is not the index. */
function keyUnlessIndex(key: string, index: number): { readonly key?: string } {
  return key === String(index) ? {} : { key }
}
