import { type Answer, refuse } from '../requests/answer.ts'
import { authenticate } from '../requests/authenticate.ts'
import type { PlainRequest } from '../requests/plain-exchange.ts'
import type { World } from '../world/world.ts'

/** The path of a run by its ID. */
export const runPath: RegExp = /^\/api\/v2\/external\/flows\/([^/]+)\/runs\/([^/]+)$/

/**
 * Returns the state of a run, at a path that is not in the document (RUN-STATUS-ENDPOINT), with the key of its workflow;
 * undefined for any other path.
 */
export function getRun(
  world: World,
  { path, request }: { readonly request: PlainRequest; readonly path: string },
): Answer | undefined {
  const match = runPath.exec(path)
  if (match === null) return undefined
  const [, flowId, runId = ''] = match
  const caller = authenticate(request, world.workflowKeys)
  const run = world.runs.get(runId)
  if (run === undefined || run.flowId !== flowId) throw refuse(404, 'The workflow has no such run')
  if (caller.flowId !== flowId) throw refuse(403, 'The API key has no access to this workflow')
  return { status: 200, body: { runId, status: 'running', ...run.result } }
}
