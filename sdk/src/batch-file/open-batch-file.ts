import type { AsyncDisposes } from '@wfhost/internal/async-disposable'
import type { BatchEntry, BatchStore, RecordedOutcome } from '../batch/batch.ts'
import { type Checks, checkOptions, isBoolean, isFunction, isObject, isSignal } from '../client/check-options.ts'
import { ConfigurationError } from '../errors/configuration-error.ts'
import { type AppendFile, openFile } from './append-file.ts'
import { type FileLock, lockFile } from './file-lock.ts'
import {
  type BatchOrigin,
  describeItem,
  type FileRecord,
  hashOf,
  type OpenedBatch,
  type RecordedInput,
  readRecord,
} from './record-lines.ts'

/** How a file records a batch. */
export interface BatchFileOptions {
  /** Sends again what may have run: once you know that it did not, or where a second run does no harm. @default false */
  readonly retryUnknown?: boolean | undefined
  /** Called if another process seems to have the file; whether it is alive shows within 8 s. @default none */
  readonly onWait?: (() => void) | undefined
  /** Ends that wait. @default none */
  readonly signal?: AbortSignal | undefined
  /** Hides secrets in what is written of an outcome. @default nothing is hidden */
  readonly redact?: ((item: object) => object) | undefined
  /** What the batch is of. A file that records another workflow is refused. @default not told, and not compared */
  readonly of?: BatchOrigin | undefined
}

const checks: Checks<BatchFileOptions> = {
  retryUnknown: isBoolean,
  onWait: isFunction,
  signal: isSignal,
  redact: isFunction,
  of: isObject,
}

/** A file that records a batch. `await using` closes it at the end of a block. */
export type BatchFile = BatchStore &
  AsyncDisposes & {
    /** What is recorded so far, by key. What earlier batches started and left open is `unknown`. */
    readonly recorded: ReadonlyMap<string, RecordedOutcome>
    /** The service that the last batch called, if it told. */
    readonly baseUrl: string | undefined
    /** Refuses an input that is not what it was when it ran, as `start` does. */
    readonly check: (entry: BatchEntry) => void
    /** Lets go of the file. Resolves with the number of inputs that were started and whose outcome is not in it. */
    readonly close: () => Promise<number>
  }

const INTERRUPTED = {
  name: 'Interrupted',
  message: 'Cannot tell what became of the run: an earlier batch sent it and ended before the answer came',
  mayHaveRun: true,
}

/**
 * Opens a file as the record of a batch, and makes it if it is not there. It is JSONL: for each input a line with the
 * outcome `started`, on the disk before the input is sent, and a line with its outcome, the input, and its run or error. All
 * that is known stands in this one file, so that it may be renamed, linked, copied and taken to another machine, and a batch goes on
 * with it there; not with a copy on the same machine while the batch of the first one goes on. What an earlier batch started and left open may have run: it is recorded as `unknown`, and not sent again.
 *
 * One process has the file at a time, by whatever name: it is locked by its real path and by its inode, in folders beside it
 * that are renewed every 2 s, so that this holds for containers and hosts that share it. If they fail, as after a machine
 * slept, a process that finds lines of another one when it records a start sends nothing more.
 *
 * @throws ConfigurationError for invalid options, if another process has the file, if there are lines in it that no batch wrote, and, from
 *   `start`, if an input is not what it was when it ran. BatchFileError if the file cannot be written.
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
 * for (const maxRuns of [1, 9]) {
 *   await using store = await openBatchFile(path)
 *   for await (const { outcome } of runMany(client, 'support-triage', tickets, { store, maxRuns })) assert.equal(outcome, 'succeeded')
 * }
 *
 * assert.equal(runs().length, 2)
 * ```
 */
export async function openBatchFile(path: string, options: BatchFileOptions = {}): Promise<BatchFile> {
  checkOptions(options, checks)
  const { of, onWait, redact = (item: object) => item, retryUnknown = false, signal } = options
  const file = openFile(path)
  let lock: FileLock | undefined
  try {
    const onCompromised = (cause: Error) => file.fail('its lock was removed, or taken over by another process', cause)
    lock = await lockFile(path, { onWait, signal, onCompromised })
    const { inputs, last } = await recover(file, { lock, of, path })
    return createBatchFile({ file, inputs, path, redact, baseUrl: originOf(last).baseUrl, release: lock.release, retryUnknown })
  } catch (error) {
    await lock?.release()
    file.close()
    throw error
  }
}

interface OpenStore {
  readonly baseUrl: string | undefined
  readonly file: AppendFile
  readonly inputs: Map<string, RecordedInput>
  readonly path: string
  readonly redact: (item: object) => object
  readonly retryUnknown: boolean
  readonly release: () => Promise<void>
}

function createBatchFile({ baseUrl, file, inputs, path, redact, release, retryUnknown }: OpenStore): BatchFile {
  const recorded = new Map([...inputs].map(([key, { outcome }]) => [key, outcome]))
  const open = new Set<string>()
  let closed = false
  const check = ({ index, input, key }: BatchEntry) => {
    const { hash } = inputs.get(key) ?? {}
    // A name of its own says that an input is the same, whatever else it has now.
    if (hash === undefined || key !== String(index) || hash === hashOf(input)) return
    throw new ConfigurationError(
      `Cannot go on: input ${index} is not what it was when it ran; go on with the inputs as they were, or begin with another file than ${path}`,
    )
  }
  const close = async () => {
    try {
      if (!closed) file.close()
    } finally {
      closed = true
      await release()
    }
    return open.size
  }
  return {
    recorded,
    baseUrl,
    check,
    start: async (entry) => {
      check(entry)
      const { index, input, key } = entry
      const before = recorded.get(key)
      if (open.has(key)) return 'started'
      if (before !== undefined && !(retryUnknown && before === 'unknown')) return before
      file.append({ index, outcome: 'started', ...named(key, index), hash: hashOf(input) })
      open.add(key)
      await file.sync()
      return undefined
    },
    settle: ({ index, key }, item) => {
      const { outcome } = item
      if (outcome !== 'refused') recorded.set(key, outcome)
      file.append({ index, outcome, ...named(key, index), ...redact(describeItem(item)) })
      open.delete(key)
    },
    close,
    [Symbol.asyncDispose]: async () => void (await close()),
  }
}

interface Recovery {
  readonly lock: FileLock
  readonly of: BatchOrigin | undefined
  readonly path: string
}

/** Reads what earlier batches wrote, mends the end of the file, and says that this batch has it now. */
async function recover(file: AppendFile, { lock, of, path }: Recovery): Promise<FileRecord> {
  const record = await readRecord(file.read(), path)
  const { inputs, last, size, sound, unterminated } = record
  const { flowId } = originOf(last)
  if (of && flowId !== undefined && flowId !== of.flowId) {
    throw new ConfigurationError(`Cannot go on with ${path}: it is of workflow ${flowId}, not of ${of.flowId}; name another file`)
  }
  if (typeof last.lock === 'string') await lock.add(last.lock)
  file.beginAt(size, sound)
  if (unterminated) file.append('')
  file.append({ opened: new Date().toISOString(), lock: lock.folder, ...(of && { of }) })
  for (const [key, { hash, index, outcome }] of inputs) {
    if (outcome !== 'started') continue
    file.append({ index, outcome: 'unknown', ...named(key, index), error: INTERRUPTED })
    inputs.set(key, { index, outcome: 'unknown', hash })
  }
  return record
}

function originOf({ of }: OpenedBatch): Partial<BatchOrigin> {
  return typeof of === 'object' && of !== null ? of : {}
}

function named(key: string, index: number): object {
  return key === String(index) ? {} : { key }
}
