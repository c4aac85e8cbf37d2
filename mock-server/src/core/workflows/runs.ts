import type { Run, RunResult } from '../../schema/state.ts'
import { authenticate } from '../requests/authenticate.ts'
import { matchRunPath } from '../requests/paths.ts'
import { type Answer, type PlainRequest, refuse } from '../requests/plain-exchange.ts'
import { requireFound } from '../world/find.ts'
import type { RunState, World } from '../world/world.ts'

/** Operations on runs, for which the API has no documented endpoint (RUN-STATUS-ENDPOINT). */
export interface RunOperations {
  run(runId: string): Run
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

export function createRunOperations(world: World): RunOperations {
  const found = (runId: string, attempt: string): RunState =>
    requireFound(world.runs.get(runId), attempt, `no run has the ID "${runId}"`)
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

/**
 * Returns the state of a run, at a path that is not in the document (RUN-STATUS-ENDPOINT), with the key of its workflow;
 * undefined for any other path.
 */
export function getRun(world: World, request: PlainRequest, path: string): Answer | undefined {
  const parameters = matchRunPath(path)
  if (parameters === undefined) return undefined
  const [flowId, runId = ''] = [parameters.get('flowId'), parameters.get('runId')]
  const caller = authenticate(request, world.workflowKeys)
  const run = world.runs.get(runId)
  if (run === undefined || run.flowId !== flowId) throw refuse(404, 'The workflow has no such run')
  if (caller.flowId !== flowId) throw refuse(403, 'The API key has no access to this workflow')
  return { status: 200, body: { runId, status: 'running', ...run.result } }
}
