import type { AsyncDisposes } from '@wfhost/internal/async-disposable'
import * as z from 'zod'
import { callable, check } from '../schema/check.ts'
import { connectControl, MockControlError } from './control-connection.ts'
import { createRemoteService, type RemoteService } from './remote-service.ts'
import { idExpected, worldIdPattern } from './worlds.ts'

export { MockControlError } from './control-connection.ts'

/** A world of a host, with the operations of a service. */
export interface RemoteWorld extends RemoteService, AsyncDisposes {
  readonly id: string
  /** The base URL of both its services. */
  readonly url: string
  /** Removes the world from the host. `await using` does the same at the end of its block. */
  remove(): Promise<void>
}

/**
 * A client of the control API of a host. Its own operations are those of the service at `/`. `await using` removes the
 * worlds that this client has created and that still exist.
 */
export interface MockControl extends RemoteService, AsyncDisposes {
  /** Creates a world. If the id exists, returns that world in its current state; `reset()` restores its seed. */
  createWorld(id?: string): Promise<RemoteWorld>
  /** Lists the worlds that were created, oldest first, without the service at `/`. */
  listWorlds(): Promise<readonly RemoteWorld[]>
}

/** How to reach the control API. */
export interface MockControlOptions {
  /** The token of the host. @default none, which is enough on the same machine */
  readonly token?: string
  /** @default the global fetch */
  readonly fetch?: (request: Request) => Promise<Response>
}

/**
 * Creates a client for the control API of a host.
 *
 * @throws {MockControlError} for an invalid URL.
 * @throws {MockStateError} for unknown options.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockControl, createMockHost, createSampleWorld } from '@wfhost/mock-server'
 * import { listen } from '@wfhost/mock-server/http'
 *
 * const server = await listen(createMockHost(createSampleWorld))
 * const world = await createMockControl(server.url).createWorld('my-test')
 * assert.equal(world.url, `${server.url}/worlds/my-test`)
 * await world.setCredits('acme', 1)
 * assert.equal(await world.creditBalance('acme'), 1)
 * await world.remove()
 * await server.close()
 * ```
 */
export function createMockControl(url: string, options: MockControlOptions = {}): MockControl {
  check(controlOptions, options, 'control a host')
  const connection = connectControl(url, options)
  const created = new Set<string>()

  async function removeWorld(id: string): Promise<void> {
    await connection.send('DELETE', { path: `/worlds/${id}` })
    created.delete(id)
  }

  function remoteWorld(described: unknown): RemoteWorld {
    const { id, url: worldUrl } = Object(described)
    const remove = (): Promise<void> => removeWorld(id)
    return { ...createRemoteService(connection.callerFor(id)), id, url: worldUrl, remove, [Symbol.asyncDispose]: remove }
  }

  async function requestWorld(id: string | undefined): Promise<RemoteWorld> {
    if (id === undefined) return remoteWorld(await connection.send('POST', { path: '/worlds' }))
    if (!worldIdPattern.test(id)) throw new MockControlError(idExpected(id))
    return remoteWorld(await connection.send('PUT', { path: `/worlds/${id}` }))
  }

  async function listWorlds(): Promise<readonly RemoteWorld[]> {
    return Object(await connection.send('GET', { path: '/worlds' })).worlds.map(remoteWorld)
  }

  return {
    ...createRemoteService(connection.callerFor(undefined)),
    createWorld: async (id) => {
      const world = await requestWorld(id)
      created.add(world.id)
      return world
    },
    listWorlds,
    [Symbol.asyncDispose]: async () => {
      if (created.size === 0) return
      for (const { id } of await listWorlds()) if (created.has(id)) await removeWorld(id)
    },
  }
}

const controlOptions = z.strictObject({ token: z.string().optional(), fetch: callable().optional() })
