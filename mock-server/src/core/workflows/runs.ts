import type { RunRecord, RunResult } from '../../schema/state.ts'
import { authenticate } from '../requests/authenticate.ts'
import { matchRunPath } from '../requests/paths.ts'
import { createRefusal, type JsonResponse, type PlainRequest } from '../requests/plain-exchange.ts'
import { requireFound } from '../world/find.ts'
import type { World } from '../world/world.ts'
import { explainMissingResult, getRunStatus, type RunState, readResult } from './run-store.ts'

/** Operations on runs, for which the API has no documented endpoint (RUN-STATUS-ENDPOINT). */
export interface RunOperations {
  /**
   * Returns the current state of a run: its workflow, its status, and its result once it has ended.
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

/** Creates the operations that read, await and stop the runs of a world. */
export function createRunOperations(world: World): RunOperations {
  function findRun(runId: string, action: string): RunState {
    return requireFound(world.runs.find(runId), action, `no run has the ID "${runId}"`)
  }

  async function waitForRuns(): Promise<void> {
    let pendingResults = listPendingResults(world)
    while (pendingResults.length > 0) {
      await Promise.all(pendingResults)
      // A run that ends can start another run.
      pendingResults = listPendingResults(world)
    }
  }

  return {
    getRun: (runId) => toRecord(findRun(runId, 'get a run')),
    runs: () => Array.from(world.runs.all(), toRecord),
    waitForRun: async (runId) => awaitResult(findRun(runId, 'wait for a run')),
    waitForRuns,
    stop: () => world.stopController.abort(new DOMException('The service was stopped', 'AbortError')),
  }
}

function toRecord(run: RunState): RunRecord {
  const { flowId, mode, runId } = run
  return { runId, flowId, mode, status: getRunStatus(run), result: readResult(run), notKept: explainMissingResult(run) }
}

async function awaitResult(run: RunState): Promise<RunResult> {
  if (run.outcome.kind === 'running') return run.outcome.ended
  const action = `wait for run "${run.runId}"`
  return requireFound(readResult(run), action, `its result is not there. ${explainMissingResult(run)}`)
}

/** Lists the promises of the results of all runs in progress. */
function listPendingResults(world: World): Promise<RunResult>[] {
  const pendingResults: Promise<RunResult>[] = []
  for (const { outcome } of world.runs.all()) {
    if (outcome.kind === 'running') pendingResults.push(outcome.ended)
  }
  return pendingResults
}

/**
 * Responds with the status of a run, to a request with the key of its workflow. The API document does not contain this
 * endpoint; an assumption adds it (RUN-STATUS-ENDPOINT). Returns undefined for any other path.
 */
export function respondWithRunStatus(world: World, request: PlainRequest, path: string): JsonResponse | undefined {
  const parameters = matchRunPath(path)
  if (parameters === undefined) return undefined
  const flowId = parameters.get('flowId')
  const runId = parameters.get('runId') ?? ''

  const keyHolder = authenticate(request, world.workflowKeys)
  const run = world.runs.find(runId)
  if (run === undefined || run.flowId !== flowId) throw createRefusal(404, 'The workflow has no such run')
  if (keyHolder.flowId !== flowId) throw createRefusal(403, 'The API key has no access to this workflow')

  const reason = explainMissingResult(run)
  if (reason !== undefined) throw createRefusal(404, `The run has ended, and its result is not there. ${reason}`)
  return { status: 200, body: { runId, status: 'running', ...readResult(run) } }
}
