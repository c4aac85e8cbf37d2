import { OutputError } from '@wfhost/internal/standard-output'
import { BatchFileError } from '../batch-file/append-file.ts'
import type { BatchFile } from '../batch-file/open-batch-file.ts'
import { describeItem, describeWithoutRun, toLine, UNWRITABLE_RUN } from '../batch-file/record-lines.ts'
import type { ClientOptions } from '../client/settings.ts'
import {
  APIUserAbortError,
  type BatchEntry,
  type BatchItem,
  type BatchOptions,
  type BatchProgress,
  type CallOptions,
  type RecordedOutcome,
  runMany,
  type WorkflowClient,
} from '../index.ts'
import { messageOf } from './explain-error.ts'
import type { RedactedIo } from './io.ts'
import { readFileId } from './open-output.ts'
import { type ProgressView, showProgress } from './progress.ts'
import { type InputSource, readInputs, type SourceFlags } from './read-inputs.ts'
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
  readonly io: RedactedIo
  readonly client: ClientOptions
  /** Lets what the client logs clear the bar. */
  readonly onProgressView: (view: ProgressView) => void
}

export interface BatchSettings extends Omit<BatchCommandContext, 'client'> {
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
export class BatchCommand {
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

  /** Runs the batch until it ends or the user stops it, prints the report, and returns the exit code. */
  async run(): Promise<number> {
    const { io } = this.#settings
    io.stop.addEventListener('abort', this.#announceStop)
    try {
      await this.#runInputs()
    } catch (error) {
      // After the first Ctrl-C, the batch ends as the user has asked. That is not a failure.
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
    for await (const _ of runMany(endRunsWith(io.abandon, client), workflow, readInputs(source), options));
  }

  /** Records and shows the outcome of an input. It is the `settle` of the store that `runMany` gets. */
  async #settle(entry: BatchEntry, item: BatchItem<unknown>): Promise<void> {
    const { store } = this.#settings
    const { index, outcome } = item

    // This input waited when the user stopped the batch, so it has no problem to report.
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
    const { isWhole, line } = formatItem(item, this.#settings.workflow)
    try {
      if (store === undefined) io.out(line)
      else await store.settle(entry, item)
    } catch (error) {
      // The run has ended, and its result is not recorded anywhere else.
      if (item.outcome !== 'refused') io.err(line)
      throw error
    }

    // The file has the run without the parts that nest too deeply, since secrets are removed from it.
    if (!isWhole)
      throw new OutputError(`Cannot write the whole run of input ${item.index}: ${UNWRITABLE_RUN}. Its outcome is written`)
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
      failure: this.#failure,
      unrecorded,
      source,
      output: flags.output,
      record: this.#findRecord(),
    }
    return reportBatch(end, { io, json: flags.json })
  }
}

/**
 * Returns a client whose runs end with a signal of their own, and not with that of the batch. So the first Ctrl-C stops only
 * inputs that wait, such as for the end of a 429. The second one, whose signal this is, also ends the runs in progress.
 */
function endRunsWith(signal: AbortSignal, client: WorkflowClient): Pick<WorkflowClient, 'run'> {
  const run: (...call: never) => unknown = (flowId: string, input: Record<string, object>, options: CallOptions) =>
    client.run(flowId, input, { ...options, signal })
  // `run` has the parameters with which runMany calls it.
  return { run } as Pick<WorkflowClient, 'run'>
}

interface FormattedItem {
  readonly line: string
  /** Whether the line has the run, if there is one. */
  readonly isWhole: boolean
}

/** Formats the line of an outcome. A run that JavaScript cannot write as JSON is left out. */
function formatItem(item: BatchItem<unknown>, flowId: string): FormattedItem {
  // With the workflow, a later batch can refuse the lines of another one.
  const head = { index: item.index, outcome: item.outcome, flowId }
  try {
    return { line: toLine({ ...head, ...describeItem(item) }), isWhole: true }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return { line: toLine({ ...head, ...describeWithoutRun(item) }), isWhole: false }
  }
}

/** Says why a batch starts no further run, such as after a Ctrl-C, and that it waits for the runs in progress. */
function describeStop(reason: unknown): string {
  const waiting = 'waiting for the runs under way'
  if (reason instanceof OutputError) return `${reason.message}; ${waiting}`

  const isInterrupt = reason instanceof Error && reason.message === 'interrupted'
  return isInterrupt ? `${waiting}; Ctrl-C again gives them up` : `${messageOf(reason, 'batch')}; ${waiting}`
}

/** Returns the error of a run, or the message for an input that did not run. Undefined for a run that succeeded. */
function problemOf(item: BatchItem<unknown>): string | undefined {
  if (item.outcome === 'succeeded') return undefined
  return item.outcome === 'failed' ? `${item.run.error.name}: ${item.run.error.value}` : messageOf(item.error, 'batch')
}
