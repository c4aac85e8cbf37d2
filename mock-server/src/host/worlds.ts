import type { MockService } from '../core/create-mock-service.ts'

/** A service of its own, with an id that is in every one of its paths. */
export interface HostedWorld {
  readonly id: string
  readonly service: MockService
  usedAt: number
}

/** The worlds of a host; those that nobody uses are removed. */
export interface Worlds {
  readonly size: number
  get(id: string): MockService | undefined
  add(id: string, service: MockService): void
  remove(id: string): boolean
}

/** Makes an empty set of worlds. */
export function createWorlds({ idleMs, now }: { readonly idleMs: number; readonly now: () => number }): Worlds {
  const worlds = new Map<string, HostedWorld>()
  let sweptAt = now()

  function remove(id: string): boolean {
    worlds.get(id)?.service.stop()
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
    get: (id) => {
      sweep()
      const world = worlds.get(id)
      if (world !== undefined) world.usedAt = now()
      return world?.service
    },
    add: (id, service) => {
      sweep()
      worlds.set(id, { id, service, usedAt: now() })
    },
    remove,
  }
}
