import { synchronize } from '../registry/registry-entries.ts'
import type { KeyRing } from '../requests/authenticate.ts'
import type { MockServiceOptions } from '../service-options.ts'
import { applyState } from '../state/apply-state.ts'
import { snapshotState } from '../state/snapshot-state.ts'
import { withoutReseeded } from '../state/without-reseeded.ts'
import { createWorld } from './create-world.ts'
import type { World } from './world.ts'

/**
 * Restarts a world from its seed. What is in progress ends and does not touch the new state. Registries that were
 * synchronized are synchronized again.
 */
export async function resetWorld(world: World, options: MockServiceOptions): Promise<void> {
  const before = synchronized(world)
  world.stopping.abort(new DOMException('The service was reset', 'AbortError'))
  world.stopping = new AbortController()
  // First, since the seed uses it for keys.
  if (isResettable(world.random)) world.random.reset()
  if (isResettable(world.clock)) world.clock.reset()
  const { clock, random } = world
  const baseUrl = world.baseUrl === undefined ? {} : { baseUrl: world.baseUrl }
  const fresh = createWorld(world.createSeed, { ...options, clock, random, ...baseUrl })
  replaceSeeded(world, fresh)
  world.runs.clear()
  world.rateLimiter.set(fresh.rateLimiter.limit())
  world.faults.restore(fresh.faults.states())
  world.journal.reset()
  // If a manifest cannot be read, the step that needs it reports why.
  for (const [workspace, name] of before) {
    const entry = world.workspaces.get(workspace)?.registries.get(name)
    if (entry !== undefined) await synchronize(world, entry).catch(() => {})
  }
}

function synchronized(world: World): (readonly [workspace: string, registry: string])[] {
  return Array.from(world.workspaces.values()).flatMap(({ id, registries }) =>
    Array.from(registries.values()).flatMap(({ name, synced }) => (synced === undefined ? [] : [[id, name] as const])),
  )
}

/** Clocks and random sources of users need not have a reset. */
function isResettable(source: object): source is { readonly reset: () => void } {
  return 'reset' in source && typeof source.reset === 'function'
}

/** Continues a world with a new seed, and keeps the state that still fits. */
export function reseedWorld(world: World, fresh: World): void {
  for (const workflow of world.workflows.values()) {
    // Workflows that were added as data are in no seed.
    const workspace = fresh.workspaces.get(workflow.workspace.id)
    if (workflow.description === undefined || workspace === undefined || fresh.workflows.has(workflow.flowId)) continue
    fresh.workflows.set(workflow.flowId, { ...workflow, workspace })
  }
  applyState(fresh, withoutReseeded(snapshotState(world), { before: world.createSeed(), after: fresh.createSeed() }))
  if (changed(world, { fresh, member: 'seededRateLimit' })) world.rateLimiter.set(fresh.rateLimiter.limit())
  if (changed(world, { fresh, member: 'seededFaults' })) world.faults.restore(fresh.faults.states())
  replaceSeeded(world, fresh)
}

/** Whether the new seed differs from the last one, and so replaces the state. */
function changed(
  world: World,
  { fresh, member }: { readonly fresh: World; readonly member: 'seededRateLimit' | 'seededFaults' },
): boolean {
  return JSON.stringify(world[member]) !== JSON.stringify(fresh[member])
}

/** Replaces what a world has from its seed by that of another world. */
export function replaceSeeded(world: World, fresh: World): void {
  replace(world.workflows, fresh.workflows)
  replace(world.workflowKeys, fresh.workflowKeys)
  replace(world.replacedKeys, fresh.replacedKeys)
  replace(world.workspaces, fresh.workspaces)
  replace(world.organizations, fresh.organizations)
  replace(world.toolHostingKeys, fresh.toolHostingKeys)
  replace(world.consoleSessions, fresh.consoleSessions)
  world.workflowServiceConfigured = fresh.workflowServiceConfigured
  world.seededRateLimit = fresh.seededRateLimit
  world.seededFaults = fresh.seededFaults
  world.createSeed = fresh.createSeed
}

function replace<T>(map: Map<string, T> | KeyRing<T>, by: Iterable<readonly [string, T]>): void {
  map.clear()
  for (const [name, value] of by) map.set(name, value)
}
