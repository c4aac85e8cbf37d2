import { createRunOperations } from '../core/runs.ts'
import type { World } from '../core/world.ts'

/** A world with an id that is in every one of its paths. It has no operations: at rest it takes the less memory. */
export interface HostedWorld {
  readonly id: string
  readonly world: World
  usedAt: number
}

/** The worlds of a host; those that nobody uses are removed. */
export interface Worlds {
  readonly size: number
  all(): readonly World[]
  /** In the order in which they were created. */
  ids(): readonly string[]
  /** Not idle from now on. */
  use(id: string): World | undefined
  add(id: string, world: World): void
  remove(id: string): boolean
}

/** Makes an empty set of worlds. */
export function createWorlds({ idleMs, now }: { readonly idleMs: number; readonly now: () => number }): Worlds {
  const worlds = new Map<string, HostedWorld>()
  let sweptAt = now()

  function remove(id: string): boolean {
    const hosted = worlds.get(id)
    if (hosted !== undefined) createRunOperations(hosted.world).stop()
    return worlds.delete(id)
  }

  /** Once in a while rather than by a timer: a host that nobody calls need not do anything. */
  function sweep(): void {
    const instant = now()
    if (instant - sweptAt < idleMs / 10) return
    sweptAt = instant
    for (const { id, usedAt } of worlds.values()) if (instant - usedAt > idleMs) remove(id)
  }

  return {
    get size() {
      return worlds.size
    },
    all: () => Array.from(worlds.values(), ({ world }) => world),
    ids: () => {
      sweep()
      return [...worlds.keys()]
    },
    use: (id) => {
      sweep()
      const hosted = worlds.get(id)
      if (hosted !== undefined) hosted.usedAt = now()
      return hosted?.world
    },
    add: (id, world) => {
      sweep()
      worlds.set(id, { id, world, usedAt: now() })
    },
    remove,
  }
}
