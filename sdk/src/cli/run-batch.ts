import { createReadStream, statSync } from 'node:fs'
import { OutputError } from '@wfhost/internal/standard-output'
import { BatchFileError } from '../batch-file/append-file.ts'
import type { BatchFile } from '../batch-file/open-batch-file.ts'
import { describeItem, readRecord, toLine } from '../batch-file/record-lines.ts'
import type { ClientOptions } from '../client/settings.ts'
import {
  APIUserAbortError,
  type BatchEntry,
  type BatchItem,
  type BatchOptions,
  type BatchProgress,
  type CallOptions,
  createWorkflowClient,
  type RecordedOutcome,
  runMany,
  type WorkflowClient,
} from '../index.ts'
import { EXIT, messageOf, UsageError } from './explain-error.ts'
import type { SafeIo } from './io.ts'
import { openOutput } from './open-output.ts'
import { type ProgressView, showProgress } from './progress.ts'
import { findSource, type InputSource, readInputs, type SourceFlags } from './read-inputs.ts'
import { type BatchRecord, reportBatch } from './report-batch.ts'

export interface BatchFlags extends SourceFlags, Pick<BatchOptions, LimitName> {
  readonly output?: string | undefined
  readonly resume?: boolean | undefined
  readonly retryUnknown?: boolean | undefined
  readonly json?: boolean | undefined
  readonly dryRun?: boolean | undefined
  readonly progressEvery: number
}

type LimitName = 'concurrency' | 'totalTimeout' | 'maxRetries' | 'maxRetryAfter' | 'maxRuns' | 'maxUnknown' | 'timeout'

export interface BatchCommandContext {
  readonly io: SafeIo
  readonly client: ClientOptions
  /** Lets what the client logs clear the bar. */
  readonly onProgressView: (view: ProgressView) => void
}

/** Runs `wfhost batch`: a workflow for each input of a file. Returns the exit code. */
export async function runBatch(flowId: string, flags: BatchFlags, context: BatchCommandContext): Promise<number> {
  const { dryRun, output } = flags
  const client = createWorkflowClient(context.client)
  const source = findSource(flags, context.io)
  checkResumeFlags(flags)
  // Checked first, so that the user need not wait until a large input is read.
  if (isFile(output)) requireResume(flags)
  // A misspelt or removed file would run every input again. The same line must also work for the first batch, so it continues.
  else if (flags.resume) context.io.err(`wfhost: ${output} does not exist yet: this batch begins it\n`)

  if (dryRun) return showFirstRequest(flowId, { flags, source, client })

  // A mistake in any input is found before a run is sent or a file is written.
  const total = source.isFile ? await countInputs(source) : undefined
  const settings = { ...context, workflow: flowId, client, flags, source, total }
  if (output === undefined) return new BatchCommand({ ...settings, store: undefined, fileId: undefined }).run()

  const store = await openOutput(flowId, output, { retryUnknown: flags.retryUnknown, io: context.io })
  try {
    const isContinued = store.recorded.size > 0
    // Another batch can have written to the file since the check above.
    if (isContinued) requireResume(flags)
    if (isContinued && source.isFile) await checkRecordedInputs(source, store)

    return await new BatchCommand({ ...settings, store, fileId: readFileId(output) }).run()
  } finally {
    await store.close()
  }
}

function checkResumeFlags({ output, resume, retryUnknown }: BatchFlags): void {
  if (retryUnknown && !resume) throw new UsageError('--retry-unknown needs --resume, the batch to continue')
  if (resume && output === undefined) throw new UsageError('--resume needs --output, the file to continue')
}

function isFile(path: string | undefined): boolean {
  return path !== undefined && statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

/** Returns the device and the inode of a file, which a new name does not change. Undefined if the file does not exist. */
function readFileId(path: string): string | undefined {
  const file = statSync(path, { throwIfNoEntry: false, bigint: true })
  return file && `${file.dev}:${file.ino}`
}

/** Throws unless the user has asked to continue the batch of an existing file. */
function requireResume({ output, resume }: BatchFlags): void {
  if (!resume) throw new UsageError(`Cannot write to ${output}: it exists; continue it with --resume, or name another file`)
}

/** Counts the inputs, and throws for the first one that cannot be read. */
async function countInputs(source: InputSource): Promise<number> {
  let count = 0
  for await (const _ of readInputs(source)) count += 1
  return count
}

/** Throws if an input of an earlier batch has changed. Inputs are recorded by position, so another one would be skipped for it. */
async function checkRecordedInputs(source: InputSource, store: BatchFile): Promise<void> {
  let index = 0
  for await (const input of readInputs(source)) {
    store.check({ index, input, key: String(index) })
    index += 1
  }
}

interface DryRun {
  readonly flags: BatchFlags
  readonly source: InputSource
  readonly client: WorkflowClient
}

/** Prints the request of the first input that the batch would send, and sends nothing. */
async function showFirstRequest(flowId: string, { client, flags, source }: DryRun): Promise<number> {
  const { output, timeout } = flags
  const recorded = output !== undefined && isFile(output) ? await readRecord(createReadStream(output), output) : undefined

  let index = 0
  for await (const input of readInputs(source)) {
    // The client of a dry run throws after it has printed the request, which ends the loop.
    if (!recorded?.inputs.has(String(index))) await client.run(flowId, input, { timeout, maxRetries: 0 })
    index += 1
  }
  return EXIT.success
}

interface BatchSettings extends Omit<BatchCommandContext, 'client'> {
  readonly workflow: string
  readonly client: WorkflowClient
  readonly flags: BatchFlags
  readonly source: InputSource
  readonly store: BatchFile | undefined
  /** Identifies the file of the store, under any name. */
  readonly fileId: string | undefined
  /** The number of inputs. Undefined if they come from a pipe. */
  readonly total: number | undefined
}

/** Runs a batch, shows its progress, and reports its end. */
class BatchCommand {
  readonly #settings: BatchSettings
  readonly #recorded: ReadonlyMap<string, RecordedOutcome>
  readonly #view: ProgressView
  /** The first input of each outcome other than success, and its problem. */
  readonly #problems = new Map<BatchItem<unknown>['outcome'], { readonly index: number; readonly problem: string }>()
  #counts = { succeeded: 0, failed: 0, refused: 0, unknown: 0 }
  /** Inputs that waited when the user stopped the batch. They are not refused. */
  #stoppedInputs = 0
  #settledInputs: number
  #failure: unknown

  constructor(settings: BatchSettings) {
    const { flags, io, store, total } = settings
    this.#settings = settings
    this.#recorded = store?.recorded ?? new Map<string, RecordedOutcome>()

    const isSentAgain = (outcome: RecordedOutcome) => flags.retryUnknown === true && outcome === 'unknown'
    this.#settledInputs = [...this.#recorded.values()].filter((outcome) => !isSentAgain(outcome)).length
    this.#view = showProgress({ io, total, before: this.#settledInputs, every: flags.progressEvery })
    settings.onProgressView(this.#view)
  }

  async run(): Promise<number> {
    const { io } = this.#settings
    io.stop.addEventListener('abort', this.#announceStop)
    try {
      await this.#runInputs()
    } catch (error) {
      // After the first Ctrl-C the batch ends as the user wants. That is not a failure.
      const isStopped = error instanceof APIUserAbortError && !io.abandon.aborted
      if (!isStopped) this.#failure = error
    }
    io.stop.removeEventListener('abort', this.#announceStop)
    this.#view.close()

    const unrecorded = await this.#closeStore()
    return this.#report(unrecorded)
  }

  async #runInputs(): Promise<void> {
    const { client, flags, io, source, store, workflow } = this.#settings
    const { concurrency, totalTimeout, maxRetries, maxRetryAfter, maxRuns, maxUnknown, timeout } = flags

    const options: BatchOptions = {
      ...{ concurrency, totalTimeout, maxRetries, maxRetryAfter, maxRuns, maxUnknown, timeout },
      signal: io.stop,
      store: { start: (entry) => store?.start(entry), settle: (entry, item) => this.#settle(entry, item) },
      onProgress: (progress) => this.#showPause(progress),
    }
    for await (const _ of runMany(abandonWith(client, io.abandon), workflow, readInputs(source), options));
  }

  async #settle(entry: BatchEntry, item: BatchItem<unknown>): Promise<void> {
    const { store } = this.#settings
    const { index, outcome } = item

    if (outcome === 'refused' && item.error instanceof APIUserAbortError) {
      this.#stoppedInputs += 1
      await store?.settle(entry, item)
      return
    }

    const problem = problemOf(item)
    if (problem !== undefined && !this.#problems.has(outcome)) this.#problems.set(outcome, { index, problem })
    this.#view.clear()
    await this.#write(entry, item)
    this.#settledInputs += 1
    this.#view.settle(this.#settledInputs)
  }

  /** Writes an outcome to the file, or to standard output without a file. */
  async #write(entry: BatchEntry, item: BatchItem<unknown>): Promise<void> {
    const { io, store } = this.#settings
    const line = toLine({ index: item.index, outcome: item.outcome, ...describeItem(item) })
    try {
      if (store === undefined) io.out(line)
      else await store.settle(entry, item)
    } catch (error) {
      // The run has ended, and its result is nowhere else.
      if (item.outcome !== 'refused') io.err(line)
      throw error
    }
  }

  #showPause(progress: BatchProgress): void {
    this.#counts = progress
    this.#view.pause(progress)
  }

  readonly #announceStop = (): void => {
    const { io } = this.#settings
    if (!io.abandon.aborted) io.err(`\nwfhost: ${describeStop(io.stop.reason)}\n`)
  }

  /** Closes the file. Resolves with the number of inputs that were started and whose outcome could not be written. */
  async #closeStore(): Promise<number> {
    try {
      return (await this.#settings.store?.close()) ?? 0
    } catch (error) {
      // A file that was removed matters more than the reason for which the batch ended, because inputs could run twice.
      if (this.#failure !== undefined) this.#settings.io.err(`wfhost: ${messageOf(this.#failure, 'batch')}\n`)
      this.#failure = error
      return 0
    }
  }

  /** Finds the file that has the record of this batch. Its user may have renamed or removed it meanwhile. */
  #findRecord(): BatchRecord {
    const { fileId, flags } = this.#settings
    if (flags.output === undefined) return { kind: 'none' }
    if (this.#failure instanceof BatchFileError && this.#failure.copy !== undefined) {
      return { kind: 'file', path: this.#failure.copy }
    }
    return readFileId(flags.output) === fileId ? { kind: 'file', path: flags.output } : { kind: 'moved' }
  }

  #report(unrecorded: number): number {
    const { flags, io, source, total } = this.#settings
    const end = {
      counts: { ...this.#counts, refused: this.#counts.refused - this.#stoppedInputs },
      recorded: this.#recorded,
      problems: this.#problems,
      total,
      ending: this.#failure,
      unrecorded,
      source,
      output: flags.output,
      record: this.#findRecord(),
    }
    return reportBatch(end, { io, json: flags.json })
  }
}

/**
 * Returns a client whose runs end only with the second signal. The first Ctrl-C stops everything that waits, such as for the
 * end of a 429. The second one also ends the runs in progress.
 */
function abandonWith(client: WorkflowClient, signal: AbortSignal): Pick<WorkflowClient, 'run'> {
  const run: (...call: never) => unknown = (flowId: string, input: Record<string, object>, options: CallOptions) =>
    client.run(flowId, input, { ...options, signal })
  // `run` has the parameters with which runMany calls it.
  return { run } as Pick<WorkflowClient, 'run'>
}

/** Says why a batch starts no further run, and that it waits for the runs in progress. */
function describeStop(reason: unknown): string {
  const waiting = 'waiting for the runs under way'
  if (reason instanceof OutputError) return `${reason.message}; ${waiting}`

  const isInterrupt = reason instanceof Error && reason.message === 'interrupted'
  return isInterrupt ? `${waiting}; Ctrl-C again gives them up` : `${messageOf(reason, 'batch')}; ${waiting}`
}

function problemOf(item: BatchItem<unknown>): string | undefined {
  if (item.outcome === 'succeeded') return undefined
  return item.outcome === 'failed' ? `${item.run.error.name}: ${item.run.error.value}` : messageOf(item.error, 'batch')
}
