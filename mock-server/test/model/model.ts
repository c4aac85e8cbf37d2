/**
 * What the service should do, written again and smaller: only answers and who may what. It knows nothing of the
 * implementation; keys are the names under which the test remembers them.
 */
export interface Model {
  readonly flows: Map<string, { state: 'unpublished' | 'published' | 'archived'; generation: number }>
  /** Published version of each tool set by environment; the last version of each tool set. */
  readonly published: Map<string, Map<string, number>>
  readonly versions: Map<string, number>
  credits: number
  readonly connected: Set<string>
  readonly entries: Map<string, { active: boolean; synced: ReadonlyMap<string, number> | undefined; environment: string }>
}

export const flowIds = ['a', 'b', 'c'] as const
export const toolSetIds = ['mail', 'weather'] as const
export const environments = ['default', 'staging'] as const

/** The state in which a sequence begins. */
export function createModel(): Model {
  return {
    flows: new Map(flowIds.map((flowId) => [flowId, { state: 'unpublished', generation: 0 }])),
    published: new Map(toolSetIds.map((id) => [id, new Map()])),
    versions: new Map(toolSetIds.map((id) => [id, 1])),
    credits: 3,
    connected: new Set(),
    entries: new Map(),
  }
}

/** What a run of a flow with the key of a flow, of that generation, is answered. */
export function expectedRunStatus(
  model: Model,
  run: { readonly flowId: string; readonly keyOf: string; readonly generation: number },
): number {
  const owner = model.flows.get(run.keyOf)
  const valid = owner !== undefined && owner.generation > 0 && owner.generation === run.generation
  if (!valid) return 401
  if (model.flows.get(run.flowId)?.state !== 'published') return 404
  return run.flowId === run.keyOf ? 200 : 403
}

/** The published versions that a manifest of an environment lists. */
export function expectedManifest(model: Model, environment: string): ReadonlyMap<string, number> {
  const listed = new Map<string, number>()
  for (const [id, published] of model.published) {
    const version = published.get(environment)
    if (version !== undefined) listed.set(id, version)
  }
  return listed
}

/** What becomes of an execution: its status, and whether it takes a credit. */
export function expectedExecution(
  model: Model,
  execution: { readonly toolSet: string; readonly environment: string; readonly fails: boolean },
): { readonly status: number; readonly succeeds: boolean } {
  if (model.published.get(execution.toolSet)?.get(execution.environment) === undefined) return { status: 404, succeeds: false }
  if (model.credits < 1) return { status: 402, succeeds: false }
  return { status: 200, succeeds: !execution.fails }
}
