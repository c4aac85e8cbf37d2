import type { KeyRing } from './keys/key-ring.ts'
import type { World } from './world.ts'

/** Puts what another world has from its seed in the place of what there is. */
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
