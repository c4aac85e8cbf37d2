import { excerpt, withoutSecrets } from '@wfhost/internal/redacted-text'
import type { Failure, RunResult, StoredRun } from '../../schema/state.ts'
import type { ToolUse } from '../implementation.ts'
import { type Json, readJson } from '../json.ts'
import { bytesOf, type KeptText, readText, whyNotKept } from '../memory/kept-text.ts'
import type { Memory } from '../memory/memory.ts'

/** When a step of a run began and ended, and the tool that it used. */
export interface StepTrace {
  readonly id: string
  readonly startedAt: number
  endedAt: number | undefined
  readonly use: ToolUse | undefined
}

export interface RunState extends Omit<StoredRun, 'endedAt' | 'result'> {
  /** The request that started it; undefined if that was before this process. */
  readonly request: number | undefined
  /** Its place in the order of everything that the world remembers. */
  readonly order: number
  /** How many bytes count against the limit of the world: none while the run is in progress. */
  bytes: number
  endedAt: number | undefined
  outcome: RunOutcome
}

/** The work of a run: its arguments, and its steps in the order in which they began. */
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

type Started = Omit<RunState, 'order' | 'bytes' | 'endedAt' | 'outcome'>

/** The runs of a world. Those that ended are kept as texts, and count against what the world may remember. */
export interface RunStore {
  /** The oldest first. */
  readonly all: () => IterableIterator<RunState>
  readonly find: (runId: string) => RunState | undefined
  readonly size: () => number
  readonly start: (started: Started, outcome: RunOutcome) => RunState
  readonly end: (run: RunState, result: RunResult) => void
  /** Adds a run of an earlier process. */
  readonly restore: (started: Started, ended: { readonly endedAt: number; readonly result: RunResult }) => void
  readonly clear: () => void
}

/** @param keptRuns - how many runs are kept; those in progress are kept in any case. */
export function createRunStore(
  keptRuns: number,
  { clock, memory }: { readonly memory: Memory; readonly clock: { readonly now: () => number } },
): RunStore {
  const runs = new Map<string, RunState>()

  memory.addShelf({
    oldest: () => oldestEnded()?.order,
    forgetOldest: () => {
      const oldest = oldestEnded()
      if (oldest !== undefined) forget(oldest)
    },
  })

  function oldestEnded(): RunState | undefined {
    for (const run of runs.values()) if (run.outcome.kind === 'ended') return run
    return undefined
  }

  function forget(run: RunState): void {
    runs.delete(run.runId)
    memory.release(run.bytes)
  }

  function forgetBeyondCount(): void {
    for (const run of runs.values()) {
      if (runs.size <= keptRuns) return
      if (run.outcome.kind === 'ended') forget(run)
    }
  }

  function start(started: Started, outcome: RunOutcome): RunState {
    const run: RunState = { ...started, order: memory.nextOrder(), bytes: 0, endedAt: undefined, outcome }
    runs.set(run.runId, run)
    return run
  }

  function end(run: RunState, { endedAt, result }: { readonly endedAt: number; readonly result: RunResult }): void {
    const work = workOf(run) ?? noWork
    const keptWork = memory.keep(textOf(work))
    const keptResult = memory.keep(JSON.stringify(result), bytesOf(keptWork))
    run.outcome = { kind: 'ended', status: result.status, failure: shortFailure(result), result: keptResult, work: keptWork }
    run.endedAt = endedAt
    // A reset forgets the runs in progress.
    if (runs.get(run.runId) !== run) return
    forgetBeyondCount()
    if (!runs.has(run.runId)) return
    run.bytes = bytesOf(keptWork) + bytesOf(keptResult)
    memory.take(run.bytes)
  }

  return {
    all: () => runs.values(),
    find: (runId) => runs.get(runId),
    size: () => runs.size,
    start,
    end: (run, result) => end(run, { endedAt: clock.now(), result }),
    restore: (started, ended) => {
      const run = start(started, { kind: 'running', work: noWork, ended: Promise.resolve(ended.result) })
      end(run, ended)
    },
    clear: () => {
      for (const run of runs.values()) memory.release(run.bytes)
      runs.clear()
    },
  }
}

const noWork: RunWork = { args: {}, trace: [] }

/** The arguments that a schema makes need not be JSON. */
function textOf(work: RunWork): string {
  try {
    return JSON.stringify(work)
  } catch (error) {
    return JSON.stringify({ args: `Not shown: ${String(error)}`, trace: [] })
  }
}

/**
 * Shortens the error of a failed run for a list of runs. Runs are shown to those who can see the keys of the world as well,
 * so their values are not redacted.
 */
function shortFailure(result: RunResult): Failure | undefined {
  if (result.status !== 'failed') return undefined
  const { name, value } = result.error
  // Parsed again: a part of a string would keep the whole string.
  return JSON.parse(JSON.stringify({ name: excerpt(withoutSecrets(name), 100), value: excerpt(withoutSecrets(value), 300) }))
}

/** Reads the work of a run; undefined if it was not kept. */
export function workOf({ outcome }: RunState): RunWork | undefined {
  if (outcome.kind === 'running') return outcome.work
  const text = readText(outcome.work)
  return text === undefined ? undefined : toRunWork(readJson(text))
}

function toRunWork(value: unknown): RunWork {
  // The store has written it.
  return value as RunWork
}

/** Reads the result of a run; undefined while the run is in progress, and if the result was not kept. */
export function resultOf({ outcome }: RunState): RunResult | undefined {
  if (outcome.kind === 'running') return undefined
  const text = readText(outcome.result)
  // The store has written it.
  return text === undefined ? undefined : (readJson(text) as RunResult)
}

/** The sentence that replaces the result of a run; undefined if the result was kept. */
export function whyNoResult({ outcome }: RunState): string | undefined {
  return outcome.kind === 'running' ? undefined : whyNotKept(outcome.result)
}

/** The sentence that replaces the arguments of a run; undefined if they were kept. */
export function whyNoWork({ outcome }: RunState): string | undefined {
  return outcome.kind === 'running' ? undefined : whyNotKept(outcome.work)
}

export function statusOf({ outcome }: RunState): 'running' | RunResult['status'] {
  return outcome.kind === 'running' ? 'running' : outcome.status
}
