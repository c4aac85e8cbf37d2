import { synchronize } from '../registry/synchronize.ts'
import type { MockServiceOptions } from '../service-options.ts'
import { createWorld } from './create-world.ts'
import { replaceSeeded } from './replace-seeded.ts'
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
