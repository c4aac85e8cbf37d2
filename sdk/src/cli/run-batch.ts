import { createReadStream, statSync } from 'node:fs'
import { type BatchFile, openBatchFile } from '../batch-file/open-batch-file.ts'
import { describeItem, readRecord, toLine } from '../batch-file/record-lines.ts'
import type { ClientOptions } from '../client/settings.ts'
import {
  APIUserAbortError,
  type BatchItem,
  type BatchOptions,
  type BatchProgress,
  type BatchStore,
  type CallOptions,
  createWorkflowClient,
  type RecordedOutcome,
  runMany,
  type WorkflowClient,
} from '../index.ts'
import { EXIT, messageOf, UsageError, WriteError } from './explain-error.ts'
import type { SafeIo } from './io.ts'
import { type ProgressView, showProgress } from './progress.ts'
import { findSource, type InputSource, readInputs, type SourceFlags } from './read-inputs.ts'
import { reportBatch } from './report-batch.ts'

export interface BatchFlags extends SourceFlags, Pick<BatchOptions, LimitName> {
  readonly output?: string | undefined
  readonly resume?: boolean | undefined
  readonly retryUnknown?: boolean | undefined
  readonly json?: boolean | undefined
  readonly dryRun?: boolean | undefined
  readonly progressEvery: number
}

type LimitName = 'concurrency' | 'totalTimeout' | 'maxRetries' | 'maxRetryAfter' | 'maxRuns' | 'maxUnknown' | 'timeout'

export interface BatchSurroundings {
  readonly io: SafeIo
  readonly client: ClientOptions
  /** Lets what the client logs clear the bar. */
  readonly onProgressView: (view: ProgressView) => void
}

export async function runBatch(flowId: string, flags: BatchFlags, surroundings: BatchSurroundings): Promise<number> {
  const { dryRun, output, resume, retryUnknown } = flags
  const { io } = surroundings
  const workflows = createWorkflowClient(surroundings.client)
  const source = findSource(flags, io)
  if (retryUnknown && !resume) throw new UsageError('--retry-unknown needs --resume, the batch to go on with')
  if (resume && output === undefined) throw new UsageError('--resume needs --output, the file to go on with')
  const exists = output !== undefined && statSync(output, { throwIfNoEntry: false })?.isFile() === true
  const refuseOther = (there: boolean) => {
    if (!there || resume) return
    throw new UsageError(`Cannot write to ${output}: it is there; --resume goes on with it, or name another`)
  }
  refuseOther(exists)
  if (dryRun) return showFirst(flowId, { flags, source, workflows, exists })
  // All mistakes are found before anything is sent or written.
  const total = source.isFile ? await countInputs(source) : undefined
  if (output === undefined) return perform(flowId, { ...surroundings, flags, source, store: undefined, total, workflows })
  const onWait = () => io.err(`wfhost: another batch seems to be writing to ${output}; looking for 8 s whether it goes on\n`)
  const baseUrl = io.environment['WFHOST_BASE_URL'] ?? ''
  const options = { of: { flowId, baseUrl }, onWait, redact: io.redact, retryUnknown, signal: io.stop }
  const store = await openBatchFile(output, options).catch((error: unknown) => {
    if (Object(error).name !== 'AbortError') throw error
    const why = messageOf(io.stop.reason, 'batch')
    throw new Error(`Cannot write to ${output}: ${why} while another batch had it; nothing was sent`, { cause: error })
  })
  if (store.baseUrl !== undefined && store.baseUrl !== baseUrl) {
    io.err(`wfhost: ${output} was begun with ${store.baseUrl}; what it records is not sent to ${baseUrl}\n`)
  }
  try {
    // Another batch may have made it meanwhile.
    refuseOther(store.recorded.size > 0)
    if (source.isFile && store.recorded.size > 0) await countInputs(source, store)
    return await perform(flowId, { ...surroundings, flags, source, store, total, workflows })
  } finally {
    await store.close()
  }
}

/** Counts the inputs. Those that an earlier batch ran must be unchanged, or others would be skipped for them. */
async function countInputs(source: InputSource, store?: BatchFile): Promise<number> {
  let index = 0
  for await (const input of readInputs(source)) {
    store?.check({ index, input, key: String(index) })
    index += 1
  }
  return index
}

interface DryRun {
  readonly flags: BatchFlags
  readonly source: InputSource
  readonly workflows: WorkflowClient
  readonly exists: boolean
}

/** The dry run of a batch: the request of the first input that it would send. */
async function showFirst(flowId: string, { exists, flags, source, workflows }: DryRun): Promise<number> {
  const { output = '', timeout } = flags
  const { inputs } = exists ? await readRecord(createReadStream(output), output) : { inputs: new Map<string, unknown>() }
  let index = 0
  for await (const input of readInputs(source)) {
    if (!inputs.has(String(index))) await workflows.run(flowId, input, { timeout, maxRetries: 0 })
    index += 1
  }
  return EXIT.success
}

interface Performance extends BatchSurroundings {
  readonly flags: BatchFlags
  readonly source: InputSource
  readonly store: BatchFile | undefined
  readonly total: number | undefined
  readonly workflows: WorkflowClient
}

async function perform(flowId: string, performance: Performance): Promise<number> {
  const { flags, io, onProgressView, source, store, total, workflows } = performance
  const recorded = store?.recorded ?? new Map<string, RecordedOutcome>()
  let settled = [...recorded.values()].filter((outcome) => !(flags.retryUnknown && outcome === 'unknown')).length
  const view = showProgress({ io, total, before: settled, every: flags.progressEvery })
  onProgressView(view)
  const warn = () => {
    if (!io.abandon.aborted) io.err(`\nwfhost: ${describeStop(io.stop.reason)}\n`)
  }
  io.stop.addEventListener('abort', warn)
  let counts = { succeeded: 0, failed: 0, refused: 0, unknown: 0 }
  let givenUp = 0
  const problems = new Map<BatchItem<unknown>['outcome'], { readonly index: number; readonly problem: string }>()
  const settle: BatchStore['settle'] = async (entry, item) => {
    const { index, outcome } = item
    // It was taken, and waited when the batch was stopped.
    if (outcome === 'refused' && item.error instanceof APIUserAbortError) {
      givenUp += 1
      await store?.settle(entry, item)
      return
    }
    const problem = problemOf(item)
    if (problem !== undefined && !problems.has(outcome)) problems.set(outcome, { index, problem })
    view.clear()
    const line = toLine({ index, outcome, ...describeItem(item) })
    try {
      if (store) await store.settle(entry, item)
      else io.out(line)
    } catch (error) {
      // The run has ended, and nobody else knows what it answered.
      if (outcome !== 'refused') io.err(line)
      throw error
    }
    settled += 1
    view.settle(settled)
  }
  const onProgress = (progress: BatchProgress) => {
    counts = progress
    view.pause(progress)
  }
  const { concurrency, totalTimeout, maxRetries, maxRetryAfter, maxRuns, maxUnknown, timeout } = flags
  const limits = { concurrency, totalTimeout, maxRetries, maxRetryAfter, maxRuns, maxUnknown, timeout }
  let ending: unknown
  try {
    const recording: BatchStore = { start: (entry) => store?.start(entry), settle }
    // The first Ctrl-C ends what waits, as for the end of a 429; the second what is under way, too.
    const run: (...call: never) => unknown = (flow: string, input: Record<string, object>, callOptions: CallOptions) =>
      workflows.run(flow, input, { ...callOptions, signal: io.abandon })
    // As runMany calls it.
    const client = { run } as Pick<WorkflowClient, 'run'>
    const options = { ...limits, signal: io.stop, store: recording, onProgress }
    for await (const _ of runMany(client, flowId, readInputs(source), options));
  } catch (error) {
    if (io.abandon.aborted || !(error instanceof APIUserAbortError)) ending = error
  }
  io.stop.removeEventListener('abort', warn)
  view.close()
  const unrecorded = await store?.close().catch((error: unknown) => {
    ending ??= error
  })
  return reportBatch(
    {
      counts: { ...counts, refused: counts.refused - givenUp },
      recorded,
      problems,
      total,
      ending,
      unrecorded: unrecorded ?? 0,
      source,
      output: flags.output,
    },
    { io, json: flags.json },
  )
}

/** Says why a batch starts nothing more, and what it waits for. */
function describeStop(reason: unknown): string {
  const waiting = 'waiting for the runs under way'
  if (reason instanceof WriteError) return `${reason.message}; ${waiting}`

  const isInterrupt = reason instanceof Error && reason.message === 'interrupted'
  return isInterrupt ? `${waiting}; Ctrl-C again gives them up` : `${messageOf(reason, 'batch')}; ${waiting}`
}

function problemOf(item: BatchItem<unknown>): string | undefined {
  if (item.outcome === 'succeeded') return undefined
  return item.outcome === 'failed' ? `${item.run.error.name}: ${item.run.error.value}` : messageOf(item.error, 'batch')
}
