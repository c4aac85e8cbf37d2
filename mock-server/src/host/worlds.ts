import { createRunOperations } from '../core/workflows/runs.ts'
import type { World } from '../core/world/world.ts'

/** A world and its id, which is part of all its paths. Operations are created when needed, to save memory. */
interface HostedWorld {
  readonly world: World
  usedAt: number
}

/** The worlds of a host. Idle ones are removed. */
export interface Worlds {
  readonly size: number
  /** In the order in which they were created. */
  ids(): readonly string[]
  /** Returns a world and restarts its idle time. */
  use(id: string): World | undefined
  add(id: string, world: World): void
  remove(id: string): boolean
  removeAll(): void
}

export function createWorlds({ idleMs, now }: { readonly idleMs: number; readonly now: () => number }): Worlds {
  const worlds = new Map<string, HostedWorld>()
  let sweptAt = now()

  function remove(id: string): boolean {
    const hosted = worlds.get(id)
    if (hosted !== undefined) createRunOperations(hosted.world).stop()
    return worlds.delete(id)
  }

  /** Called with the requests rather than by a timer, so an unused host does nothing. */
  function sweep(): void {
    const instant = now()
    if (instant - sweptAt < idleMs / 10) return
    sweptAt = instant
    for (const [id, { usedAt }] of worlds) if (instant - usedAt > idleMs) remove(id)
  }

  return {
    get size() {
      return worlds.size
    },
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
      worlds.set(id, { world, usedAt: now() })
    },
    remove,
    removeAll: () => {
      for (const id of [...worlds.keys()]) remove(id)
    },
  }
}

/** The ids that a client may choose: they need no encoding in a path. */
export const worldIdPattern = /^[A-Za-z0-9_-]{1,64}$/

export function idExpected(id: string): string {
  return `Cannot create world "${id}": expected an id of 1 to 64 letters, digits, "_" and "-"`
}

/** The id of the world in the path of an API request; undefined for the world at `/`. */
export function worldIdOf(path: string): string | undefined {
  return /^\/worlds\/([^/]+)\//.exec(path)?.[1]
}
