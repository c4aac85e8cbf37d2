import { excerpt, withoutSecrets } from '@wfhost/internal/redacted-text'
import type { Failure, RunResult, StoredRun } from '../../schema/state.ts'
import type { ToolUse } from '../implementation.ts'
import { type Json, readJson } from '../json.ts'
import { countBytes, explainMissingText, type KeptText, readText } from '../memory/kept-text.ts'
import { LinkedQueue } from '../memory/linked-queue.ts'
import { defaultMaxBytes, type Memory } from '../memory/memory.ts'

/** The times of a step, and the tool that the step used. */
export interface StepTrace {
  readonly id: string
  readonly startedAt: number
  endedAt: number | undefined
  readonly use: ToolUse | undefined
}

export interface RunState extends Omit<StoredRun, 'endedAt' | 'result'> {
  /** The number of the request that started the run; undefined for a run of an earlier process. */
  readonly request: number | undefined
  /** The position among everything that the world stores, oldest first. */
  readonly order: number
  /** The size of the request that started an async run, in bytes; 0 for a sync run, whose request is still open. */
  readonly asyncBytes: number
  /** The bytes that count against the memory limit; 0 while the run is in progress. */
  bytes: number
  endedAt: number | undefined
  outcome: RunOutcome
}

/** The arguments of a run, and its steps in the order in which they started. */
export interface RunWork {
  readonly args: Json
  readonly trace: readonly StepTrace[]
}

export type RunOutcome =
  | { readonly kind: 'running'; readonly work: RunWork; readonly ended: Promise<RunResult> }
  | {
      readonly kind: 'ended'
      readonly status: RunResult['status']
      readonly failure: Failure | undefined
      readonly result: KeptText
      readonly work: KeptText
    }

/** A run that has just started, before the store adds it. */
type NewRun = Omit<RunState, 'order' | 'bytes' | 'endedAt' | 'outcome'>

interface RunEnd {
  readonly endedAt: number
  readonly result: RunResult
}

/** A run of an earlier process. */
interface EarlierRun extends RunEnd {
  readonly run: Omit<NewRun, 'asyncBytes'>
}

/** How many runs have each status. */
export interface RunCounts {
  /** The runs in progress. */
  readonly running: number
  /** All runs that succeeded since the service was created or reset. */
  readonly success: number
  /** All runs that failed since then. */
  readonly failed: number
}

/** The runs of a world. An ended run is stored as text, and counts against the memory limit of the world. */
export interface RunStore {
  /** The oldest first. */
  readonly all: () => IterableIterator<RunState>
  readonly find: (runId: string) => RunState | undefined
  readonly size: () => number
  /** Counts the runs by status, also the ended runs that the store has forgotten. */
  readonly count: () => RunCounts
  /** Whether a run with so many bytes of an async request fits beside the async runs in progress. */
  readonly hasRoomFor: (asyncBytes: number) => boolean
  readonly start: (run: NewRun, outcome: RunOutcome) => RunState
  readonly end: (run: RunState, result: RunResult) => void
  /** Adds the runs of an earlier process, in the order of their starts. */
  readonly restore: (runs: readonly EarlierRun[]) => void
  readonly clear: () => void
}

interface RunStoreContext {
  readonly memory: Memory
  readonly clock: { readonly now: () => number }
}

/** @param maxRuns - The number of runs that the store keeps. Runs in progress are always kept. */
export function createRunStore(maxRuns: number, { clock, memory }: RunStoreContext): RunStore {
  return new RunMap(maxRuns, { clock, memory })
}

class RunMap implements RunStore {
  #runs = new Map<string, RunState>()
  /** The ended runs that the store keeps, in the order of their ends: which is forgotten next. */
  readonly #ended = new LinkedQueue<RunState>()
  #forgottenSinceCopy = 0
  readonly #maxRuns: number
  readonly #memory: Memory
  readonly #clock: RunStoreContext['clock']
  #asyncBytesInProgress = 0
  #endedCounts = { success: 0, failed: 0 }

  constructor(maxRuns: number, { clock, memory }: RunStoreContext) {
    this.#maxRuns = maxRuns
    this.#memory = memory
    this.#clock = clock
    memory.addStore({
      oldest: () => this.#ended.peek()?.order,
      forgetOldest: () => this.#forgetOldest(),
    })
  }

  all(): IterableIterator<RunState> {
    return this.#runs.values()
  }

  find(runId: string): RunState | undefined {
    return this.#runs.get(runId)
  }

  size(): number {
    return this.#runs.size
  }

  count(): RunCounts {
    const running = Array.from(this.#runs.values()).filter(({ outcome }) => outcome.kind === 'running').length
    return { running, ...this.#endedCounts }
  }

  hasRoomFor(asyncBytes: number): boolean {
    // A world that stores nothing still runs workflows.
    const limit = Math.max(this.#memory.limit, defaultMaxBytes)
    return this.#asyncBytesInProgress + asyncBytes <= limit
  }

  start(newRun: NewRun, outcome: RunOutcome): RunState {
    const run: RunState = { ...newRun, order: this.#memory.nextOrder(), bytes: 0, endedAt: undefined, outcome }
    // A random source of the caller can repeat an ID. The later run then replaces the earlier one.
    const replaced = this.#runs.get(run.runId)
    if (replaced?.outcome.kind === 'running') this.#asyncBytesInProgress -= replaced.asyncBytes

    this.#runs.set(run.runId, run)
    this.#asyncBytesInProgress += run.asyncBytes
    return run
  }

  end(run: RunState, result: RunResult): void {
    this.#end(run, { endedAt: this.#clock.now(), result })
  }

  restore(earlierRuns: readonly EarlierRun[]): void {
    const started = earlierRuns.map(({ endedAt, result, run }) => {
      const outcome: RunOutcome = { kind: 'running', work: noWork, ended: Promise.resolve(result) }
      return { run: this.start({ ...run, asyncBytes: 0 }, outcome), endedAt, result }
    })

    // The runs end in the order of the earlier process, in which they will be forgotten.
    const inOrderOfEnds = started.toSorted((a, b) => a.endedAt - b.endedAt)
    for (const { run, ...end } of inOrderOfEnds) this.#end(run, end)
  }

  clear(): void {
    while (this.#ended.peek() !== undefined) this.#memory.subtractBytes(this.#ended.remove()?.bytes ?? 0)
    this.#runs.clear()
    this.#asyncBytesInProgress = 0
    this.#endedCounts = { success: 0, failed: 0 }
  }

  /** Stores the work and the result of a run as text, and forgets older runs beyond the limits. */
  #end(run: RunState, { endedAt, result }: RunEnd): void {
    const work = this.#memory.toKeptText(stringifyWork(readWork(run) ?? noWork))
    const storedResult = this.#memory.toKeptText(JSON.stringify(result), countBytes(work))
    run.outcome = { kind: 'ended', status: result.status, failure: shortenFailure(result), result: storedResult, work }
    run.endedAt = endedAt

    // A reset of the world has forgotten the runs that were in progress.
    if (!this.#isStored(run)) return
    this.#asyncBytesInProgress -= run.asyncBytes
    this.#endedCounts[result.status] += 1
    this.#ended.add(run)
    this.#forgetBeyondCount()
    if (!this.#isStored(run)) return

    run.bytes = countBytes(work) + countBytes(storedResult)
    this.#memory.addBytes(run.bytes)
  }

  #isStored(run: RunState): boolean {
    return this.#runs.get(run.runId) === run
  }

  #forgetBeyondCount(): void {
    while (this.#runs.size > this.#maxRuns && this.#ended.peek() !== undefined) {
      this.#memory.subtractBytes(this.#forgetOldest())
    }
  }

  /** Forgets the run that ended first, and returns its bytes. */
  #forgetOldest(): number {
    const oldest = this.#ended.remove()
    if (oldest === undefined) return 0

    // A later run with the same ID may have replaced it.
    if (this.#isStored(oldest)) this.#runs.delete(oldest.runId)
    this.#forgottenSinceCopy += 1
    if (this.#forgottenSinceCopy > this.#runs.size) this.#copyRuns()
    return oldest.bytes
  }

  /**
   * Copies the map of the runs. In V8, the old tables of a Map refer to the next ones, so they keep forgotten runs alive until the
   * next full garbage collection. A copy has no old tables.
   */
  #copyRuns(): void {
    this.#runs = new Map(this.#runs)
    this.#forgottenSinceCopy = 0
  }
}

const noWork: RunWork = { args: {}, trace: [] }

/** Writes the work of a run as JSON. The output of a schema can contain values that JSON does not have. */
function stringifyWork(work: RunWork): string {
  try {
    return JSON.stringify(work)
  } catch (error) {
    return JSON.stringify({ args: `Not shown: ${String(error)}`, trace: [] })
  }
}

/**
 * Shortens the error of a failed run for a list of runs. It is not redacted, because everyone who can see the list can also
 * see the keys of the world.
 */
function shortenFailure(result: RunResult): Failure | undefined {
  if (result.status !== 'failed') return undefined
  const { name, value } = result.error
  // V8 keeps the whole string in memory for a part of it, so the parts are copied.
  return JSON.parse(JSON.stringify({ name: excerpt(withoutSecrets(name), 100), value: excerpt(withoutSecrets(value), 300) }))
}

/** Reads the work of a run; undefined if it was not kept. */
export function readWork({ outcome }: RunState): RunWork | undefined {
  if (outcome.kind === 'running') return outcome.work
  const text = readText(outcome.work)
  return text === undefined ? undefined : toRunWork(readJson(text))
}

function toRunWork(value: unknown): RunWork {
  // This module has written the text.
  return value as RunWork
}

/** Reads the result of a run; undefined while the run is in progress, and if the result was not kept. */
export function readResult({ outcome }: RunState): RunResult | undefined {
  if (outcome.kind === 'running') return undefined
  const text = readText(outcome.result)
  // This module has written the text.
  return text === undefined ? undefined : (readJson(text) as RunResult)
}

/** The sentence that replaces the result of a run; undefined if the result was kept. */
export function explainMissingResult({ outcome }: RunState): string | undefined {
  return outcome.kind === 'running' ? undefined : explainMissingText(outcome.result)
}

/** The sentence that replaces the arguments of a run; undefined if they were kept. */
export function explainMissingArguments({ outcome }: RunState): string | undefined {
  return outcome.kind === 'running' ? undefined : explainMissingText(outcome.work)
}

export function getRunStatus({ outcome }: RunState): 'running' | RunResult['status'] {
  return outcome.kind === 'running' ? 'running' : outcome.status
}
