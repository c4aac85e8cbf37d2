import type { RunResult } from '../../schema/state.ts'
import { authenticate, readBearer } from '../requests/authenticate.ts'
import { matchRunPath } from '../requests/paths.ts'
import { type Answer, type Call, type PlainRequest, refuse } from '../requests/plain-exchange.ts'
import { readRunArguments, readSchemaArguments } from '../requests/read-arguments.ts'
import { readBody } from '../requests/read-body.ts'
import type { RunState, World } from '../world/world.ts'
import { startRun } from './start-run.ts'

/** Runs a published workflow: 401 before 429 before 404 before 403 before 400 (CHECK-ORDER). */
export async function runPublishedWorkflow(world: World, { path, request, staleKeys }: Call): Promise<Answer> {
  const caller =
    (staleKeys ? world.replacedKeys.get(readBearer(request) ?? '') : undefined) ?? authenticate(request, world.workflowKeys)
  const flowId = path.get('flowId') ?? ''
  const { stopping } = world
  const { checkOrder } = world.profile
  const subject = { key: caller.key ?? '', workflow: flowId, organization: caller.workspace.id }
  if (checkOrder !== 'limit-last') world.rateLimiter.check(subject)
  const early = checkOrder === 'body-first' ? readBody(request, 'runPublishedWorkflow') : undefined
  const workflow = world.workflows.get(flowId)
  if (workflow?.status !== 'published') throw refuse(404, 'No published workflow has this flowId')
  if (caller !== workflow) throw refuse(403, 'The API key has no access to this workflow')
  const { args: given, mode = world.profile.defaultMode } = early ?? readBody(request, 'runPublishedWorkflow')
  const args =
    workflow.schema === undefined
      ? readRunArguments(workflow.parameters, { args: given, profile: world.profile })
      : await readSchemaArguments(workflow.schema, { args: given, profile: world.profile })
  // The world may have been reset while a schema checked the arguments.
  if (world.stopping !== stopping) stopping.signal.throwIfAborted()
  if (checkOrder === 'limit-last') world.rateLimiter.check(subject)
  const run = startRun(world, workflow, { args, mode })
  return mode === 'async' ? started(run) : ended(world, run)
}

function started(run: RunState): Answer {
  return { status: 200, body: { runId: run.runId } }
}

async function ended(world: World, run: RunState): Promise<Answer> {
  const limitMs = world.profile.syncTimeoutMs
  const result = limitMs === undefined ? await run.ended : await endedWithin(limitMs, { world, run })
  if (result === undefined) throw refuse(504, `The workflow did not end within ${limitMs} ms`)
  return { status: 200, body: world.profile.runRecord === 'times' ? withTimes(result, run) : result }
}

function withTimes(result: RunResult, { endedAt, runId, startedAt }: RunState): object {
  return { ...result, runId, startedAt: new Date(startedAt).toISOString(), endedAt: new Date(endedAt ?? startedAt).toISOString() }
}

async function endedWithin(
  limitMs: number,
  { run, world }: { readonly world: World; readonly run: RunState },
): Promise<RunResult | undefined> {
  const waiting = new AbortController()
  const tooLate = world.clock.sleep(limitMs, waiting.signal).catch(() => {})
  try {
    return (await Promise.race([run.ended, tooLate])) ?? undefined
  } finally {
    waiting.abort()
  }
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
