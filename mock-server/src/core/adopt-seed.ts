import type { KeyRing } from './keys/key-ring.ts'
import { keepState } from './state/keep-state.ts'
import { takeState } from './state/take-state.ts'
import type { World } from './world.ts'

/** Lets a world go on with what a new seed describes, and keeps of its state what still fits. */
export function adoptSeed(world: World, fresh: World): void {
  for (const workflow of world.workflows.values()) {
    // What was given as data while it ran is in no seed.
    const workspace = fresh.workspaces.get(workflow.workspace.id)
    if (workflow.description === undefined || workspace === undefined || fresh.workflows.has(workflow.flowId)) continue
    fresh.workflows.set(workflow.flowId, { ...workflow, workspace })
  }
  keepState(fresh, takeState(world))
  if (changed(world, { fresh, member: 'seededRateLimit' })) world.rateLimiter.set(fresh.rateLimiter.limit())
  if (changed(world, { fresh, member: 'seededFaults' })) world.faults.restore(fresh.faults.states())
  takeOver(world, fresh)
}

/** Puts what another world has from its seed in the place of what there is. */
export function takeOver(world: World, fresh: World): void {
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

/** Whether the seed gives anew what may have been changed since. */
function changed(
  world: World,
  { fresh, member }: { readonly fresh: World; readonly member: 'seededRateLimit' | 'seededFaults' },
): boolean {
  return JSON.stringify(world[member]) !== JSON.stringify(fresh[member])
}

function replace<T>(map: Map<string, T> | KeyRing<T>, by: Iterable<readonly [string, T]>): void {
  map.clear()
  for (const [name, value] of by) map.set(name, value)
}
