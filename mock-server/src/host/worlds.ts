import { MockStateError } from '../core/mock-state-error.ts'
import { createRunOperations } from '../core/workflows/runs.ts'
import type { World } from '../core/world/world.ts'

/** A world, and when it was last used. Its operations are created for each request, to save memory. */
interface HostedWorld {
  readonly world: World
  usedAt: number
  /** Aborted when the world is removed. The first operation creates it. */
  removal: AbortController | undefined
}

/** The worlds of a host. Idle ones are removed. */
export interface Worlds {
  readonly size: number
  /** In the order in which they were created. */
  ids(): readonly string[]
  /** Returns a world and restarts its idle time. */
  findAndTouch(id: string): World | undefined
  /** Returns the signal that is aborted when a world is removed, with an error for those that wait. */
  findRemoval(id: string): AbortSignal | undefined
  add(id: string, world: World): void
  remove(id: string): boolean
  removeAll(): void
}

interface WorldsOptions {
  /** The time without a request after which a world is removed. */
  readonly idleTimeout: number
  readonly now: () => number
}

/** Creates an empty collection of worlds. */
export function createWorldStore(options: WorldsOptions): Worlds {
  return new HostedWorlds(options)
}

/** The worlds by id. Requests remove idle worlds, instead of a timer, so that an unused host does no work. */
class HostedWorlds implements Worlds {
  readonly #worlds = new Map<string, HostedWorld>()
  readonly #idleTimeout: number
  readonly #now: () => number
  #checkedAt: number

  constructor({ idleTimeout, now }: WorldsOptions) {
    this.#idleTimeout = idleTimeout
    this.#now = now
    this.#checkedAt = now()
  }

  get size(): number {
    return this.#worlds.size
  }

  ids(): readonly string[] {
    this.#removeIdle()
    return [...this.#worlds.keys()]
  }

  findAndTouch(id: string): World | undefined {
    this.#removeIdle()
    const hosted = this.#worlds.get(id)
    if (hosted !== undefined) hosted.usedAt = this.#now()
    return hosted?.world
  }

  findRemoval(id: string): AbortSignal | undefined {
    const hosted = this.#worlds.get(id)
    if (hosted === undefined) return undefined
    hosted.removal ??= new AbortController()
    return hosted.removal.signal
  }

  add(id: string, world: World): void {
    this.#removeIdle()
    this.#worlds.set(id, { world, usedAt: this.#now(), removal: undefined })
  }

  remove(id: string): boolean {
    const hosted = this.#worlds.get(id)
    if (hosted === undefined) return false
    // A wait ends before the runs, which would otherwise end it with a failed result.
    hosted.removal?.abort(new MockStateError(`Cannot wait longer: world "${id}" was removed`))
    createRunOperations(hosted.world).stop()
    return this.#worlds.delete(id)
  }

  removeAll(): void {
    for (const id of [...this.#worlds.keys()]) this.remove(id)
  }

  /** Removes the worlds that were idle for too long. To save time, it checks only ten times in that period. */
  #removeIdle(): void {
    const now = this.#now()
    if (now - this.#checkedAt < this.#idleTimeout / 10) return

    this.#checkedAt = now
    for (const [id, { usedAt }] of this.#worlds) {
      if (now - usedAt > this.#idleTimeout) this.remove(id)
    }
  }
}

/** The ids that a client may choose: they need no encoding in a path. */
export const worldIdPattern = /^[A-Za-z0-9_-]{1,64}$/

export function describeInvalidId(id: string): string {
  return `Cannot create world "${id}": expected an id of 1 to 64 letters, digits, "_" and "-"`
}

/** Returns the id of the world in the path of an API request; undefined for the world at `/`. */
export function worldIdOf(path: string): string | undefined {
  return /^\/worlds\/([^/]+)\//.exec(path)?.[1]
}
