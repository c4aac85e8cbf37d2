import type { RunResult } from '../../schema/state.ts'
import type { JsonObject } from '../json.ts'
import { randomText } from '../random.ts'
import { requireFound, type Workflow, type World } from '../world/world.ts'
import { performWorkflow } from './perform-workflow.ts'

/** The state of a run. */
export interface Run {
  readonly runId: string
  readonly flowId: string
  readonly mode: 'sync' | 'async'
  readonly status: 'running' | 'success' | 'failed'
  /** The result, once it has ended. */
  readonly result?: RunResult
}

/** A run in the state of the service. */
export interface RunState {
  readonly runId: string
  readonly flowId: string
  readonly mode: 'sync' | 'async'
  readonly ended: Promise<RunResult>
  readonly startedAt: number
  endedAt: number | undefined
  result: RunResult | undefined
}

/** Operations on runs, for which the API has no documented endpoint (RUN-STATUS-ENDPOINT). */
export interface RunOperations {
  /** The state of a run. */
  run(runId: string): Run
  /** All remembered runs, oldest first. */
  runs(): readonly Run[]
  /** Waits until the run has ended. On a frozen clock, a sleeping run continues only when the clock is advanced. */
  awaitRun(runId: string): Promise<RunResult>
  /** Waits until no run is in progress. On a frozen clock, sleeping runs continue only when the clock is advanced. */
  settled(): Promise<void>
  /** The number of remembered runs by status; after `await settled()` none is running. */
  countRuns(): Readonly<Record<Run['status'], number>>
  /** Aborts the signal of every run in progress; those that sleep fail. */
  stop(): void
}

/** Starts a run, which continues whether or not anyone awaits it. */
export function startRun(
  world: World,
  { args, mode, workflow }: { readonly workflow: Workflow; readonly args: JsonObject; readonly mode: 'sync' | 'async' },
): RunState {
  const runId = newRunId(world)
  const ended = performWorkflow(world, { workflow, args }).then((result) => {
    run.endedAt = world.clock.now()
    run.result = result
    forgetOldRuns(world)
    world.onChange()
    return result
  })
  const run: RunState = {
    runId,
    flowId: workflow.flowId,
    mode,
    ended,
    startedAt: world.clock.now(),
    endedAt: undefined,
    result: undefined,
  }
  world.runs.set(runId, run)
  return run
}

function newRunId({ profile, random }: World): string {
  if (profile.runIdType === 'string') return `run_${randomText(random, 12)}`
  return String(Math.floor(random() * Number.MAX_SAFE_INTEGER))
}

/** The operations on the runs of a world. */
export function createRunOperations(world: World): RunOperations {
  const found = (runId: string, attempt: string): RunState =>
    requireFound(world.runs.get(runId), { attempt, missing: `no run has the ID "${runId}"` })
  return {
    run: (runId) => snapshot(found(runId, 'look at a run')),
    runs: () => Array.from(world.runs.values(), snapshot),
    awaitRun: async (runId) => found(runId, 'await a run').ended,
    settled,
    countRuns: () => {
      const counts = { running: 0, success: 0, failed: 0 }
      for (const { result } of world.runs.values()) counts[result?.status ?? 'running'] += 1
      return counts
    },
    stop: () => world.stopping.abort(new DOMException('The service was stopped', 'AbortError')),
  }

  async function settled(): Promise<void> {
    for (let open = unfinished(world); open.length > 0; open = unfinished(world)) await Promise.all(open)
  }
}

function snapshot(run: RunState): Run {
  const { flowId, mode, result, runId } = run
  return result === undefined
    ? { runId, flowId, mode, status: 'running' }
    : { runId, flowId, mode, status: result.status, result }
}

function unfinished(world: World): Promise<RunResult>[] {
  return Array.from(world.runs.values()).flatMap((run) => (run.result === undefined ? [run.ended] : []))
}

function forgetOldRuns(world: World): void {
  if (world.runs.size <= world.keptRuns) return
  for (const [runId, run] of world.runs) {
    if (run.result === undefined) continue
    world.runs.delete(runId)
    if (world.runs.size <= world.keptRuns) return
  }
}
