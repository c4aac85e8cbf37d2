import type { BatchEntry, BatchStore, RecordedOutcome } from '../batch/batch.ts'
import { ConfigurationError } from '../errors/configuration-error.ts'
import { type AppendFile, openFile } from './append-file.ts'
import { lockFile } from './file-lock.ts'
import { describeItem, hashOf, type RecordedInput, readRecord } from './record-lines.ts'

/** How a file records a batch. */
export interface FileStoreOptions {
  /** Sends again what may have run: once you know that it did not, or where a second run does no harm. @default false */
  readonly retryUnknown?: boolean | undefined
  /** Called if another process seems to have the file; whether it is alive shows within 8 s. @default none */
  readonly onWait?: (() => void) | undefined
  /** Ends that wait. @default none */
  readonly signal?: AbortSignal | undefined
  /** Hides secrets in what is written of an outcome. @default nothing is hidden */
  readonly redact?: ((item: object) => object) | undefined
}

/** A file that records a batch. */
export interface FileStore extends BatchStore {
  /** What is recorded so far, by key. What earlier batches started and left open is `unknown`. */
  readonly recorded: ReadonlyMap<string, RecordedOutcome>
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
 * with it there. What an earlier batch started and left open may have run: it is recorded as `unknown`, and not sent again.
 *
 * One process has the file at a time, by whatever name: it is locked by its real path and by its inode, in folders beside it
 * that are renewed every 2 s, so that this holds for containers and hosts that share it. If they fail, as after a machine
 * slept, a process that finds lines of another one when it records a start sends nothing more.
 *
 * @throws ConfigurationError if another process has the file, if there are lines in it that no batch wrote, and, from
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
 * import { fileStore } from '@wfhost/sdk/batch-file'
 *
 * const { fetch, runs } = createMockService(createSampleWorld())
 * const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: sampleKeys.workflows, fetch })
 * const tickets = [{ subject: 'A refund' }, { subject: 'A question' }]
 * const path = join(await mkdtemp(join(tmpdir(), 'batch-')), 'done.jsonl')
 *
 * for (const maxRuns of [1, 9]) {
 *   const record = await fileStore(path)
 *   for await (const { outcome } of runMany('support-triage', tickets, { client, record, maxRuns })) assert.equal(outcome, 'succeeded')
 *   await record.close()
 * }
 *
 * assert.equal(runs().length, 2)
 * ```
 */
export async function fileStore(path: string, options: FileStoreOptions = {}): Promise<FileStore> {
  const { onWait, redact = (item: object) => item, retryUnknown = false, signal } = options
  const file = openFile(path)
  let release = async () => {}
  try {
    const onCompromised = (cause: Error) => file.fail('its lock was removed, or taken over by another process', cause)
    release = await lockFile(path, { onWait, signal, onCompromised })
    const inputs = await recover(file, path)
    return createFileStore({ file, inputs, path, redact, release, retryUnknown })
  } catch (error) {
    await release()
    file.close()
    throw error
  }
}

interface OpenStore {
  readonly file: AppendFile
  readonly inputs: Map<string, RecordedInput>
  readonly path: string
  readonly redact: (item: object) => object
  readonly retryUnknown: boolean
  readonly release: () => Promise<void>
}

function createFileStore({ file, inputs, path, redact, release, retryUnknown }: OpenStore): FileStore {
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
  return {
    recorded,
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
    close: async () => {
      if (!closed) file.close()
      closed = true
      await release()
      return open.size
    },
  }
}

/** Reads what earlier batches wrote, mends the end of the file, and says that this batch has it now. */
async function recover(file: AppendFile, path: string): Promise<Map<string, RecordedInput>> {
  const { inputs, size, sound, unterminated } = await readRecord(file.read(), path)
  file.beginAt(size, sound)
  if (unterminated) file.append('')
  file.append({ opened: new Date().toISOString() })
  for (const [key, { hash, index, outcome }] of inputs) {
    if (outcome !== 'started') continue
    file.append({ index, outcome: 'unknown', ...named(key, index), error: INTERRUPTED })
    inputs.set(key, { index, outcome: 'unknown', hash })
  }
  return inputs
}

function named(key: string, index: number): object {
  return key === String(index) ? {} : { key }
}
