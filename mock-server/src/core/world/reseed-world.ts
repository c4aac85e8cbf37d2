import { applyState } from '../state/apply-state.ts'
import { snapshotState } from '../state/snapshot-state.ts'
import { withoutReseeded } from '../state/without-reseeded.ts'
import { replaceSeeded } from './replace-seeded.ts'
import type { World } from './world.ts'

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
