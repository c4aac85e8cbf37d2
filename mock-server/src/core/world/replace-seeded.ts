import type { KeyRing } from '../requests/key-ring.ts'
import type { World } from './world.ts'

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
