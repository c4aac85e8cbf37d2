import type { RunRecord, RunResult } from '../../schema/state.ts'
import { authenticate } from '../requests/authenticate.ts'
import { matchRunPath } from '../requests/paths.ts'
import { type JsonResponse, type PlainRequest, refuse } from '../requests/plain-exchange.ts'
import { requireFound } from '../world/find.ts'
import type { World } from '../world/world.ts'
import { explainMissingResult, getRunStatus, type RunState, readResult } from './run-store.ts'

/** Operations on runs, for which the API has no documented endpoint (RUN-STATUS-ENDPOINT). */
export interface RunOperations {
  /**
   * Returns a run as it stands: its workflow, its status, and its result once it has ended.
   *
   * @throws {MockStateError} if no remembered run has this ID.
   */
  getRun(runId: string): RunRecord
  /** Returns all remembered runs, oldest first. */
  runs(): readonly RunRecord[]
  /**
   * Waits until a run has ended, and returns its result. On a frozen clock, a sleeping run continues only when the clock
   * is advanced.
   *
   * @throws {MockStateError} if no remembered run has this ID.
   */
  waitForRun(runId: string): Promise<RunResult>
  /** Waits until no run is in progress. On a frozen clock, sleeping runs continue only when the clock is advanced. */
  waitForRuns(): Promise<void>
  /** Aborts the signal of every run in progress; those that sleep fail. */
  stop(): void
}

export function createRunOperations(world: World): RunOperations {
  const found = (runId: string, attempt: string): RunState =>
    requireFound(world.runs.find(runId), attempt, `no run has the ID "${runId}"`)
  return {
    getRun: (runId) => snapshot(found(runId, 'get a run')),
    runs: () => Array.from(world.runs.all(), snapshot),
    waitForRun: async (runId) => awaitResult(found(runId, 'wait for a run')),
    waitForRuns,
    stop: () => world.stopping.abort(new DOMException('The service was stopped', 'AbortError')),
  }

  async function waitForRuns(): Promise<void> {
    for (let open = unfinished(world); open.length > 0; open = unfinished(world)) await Promise.all(open)
  }
}

function snapshot(run: RunState): RunRecord {
  const { flowId, mode, runId } = run
  return { runId, flowId, mode, status: getRunStatus(run), result: readResult(run), notKept: explainMissingResult(run) }
}

async function awaitResult(run: RunState): Promise<RunResult> {
  if (run.outcome.kind === 'running') return run.outcome.ended
  const attempt = `wait for run "${run.runId}"`
  return requireFound(readResult(run), attempt, `its result is not there. ${explainMissingResult(run)}`)
}

function unfinished(world: World): Promise<RunResult>[] {
  return Array.from(world.runs.all()).flatMap(({ outcome }) => (outcome.kind === 'running' ? [outcome.ended] : []))
}

/**
 * Returns the state of a run, at a path that is not in the document (RUN-STATUS-ENDPOINT), with the key of its workflow;
 * undefined for any other path.
 */
export function respondWithRunStatus(world: World, request: PlainRequest, path: string): JsonResponse | undefined {
  const parameters = matchRunPath(path)
  if (parameters === undefined) return undefined
  const [flowId, runId = ''] = [parameters.get('flowId'), parameters.get('runId')]
  const caller = authenticate(request, world.workflowKeys)
  const run = world.runs.find(runId)
  if (run === undefined || run.flowId !== flowId) throw refuse(404, 'The workflow has no such run')
  if (caller.flowId !== flowId) throw refuse(403, 'The API key has no access to this workflow')
  const whyNone = explainMissingResult(run)
  if (whyNone !== undefined) throw refuse(404, `The run has ended, and its result is not there. ${whyNone}`)
  return { status: 200, body: { runId, status: 'running', ...readResult(run) } }
}
