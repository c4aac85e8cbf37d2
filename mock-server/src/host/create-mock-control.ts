import type { AsyncDisposes } from '@wfhost/internal/async-disposable'
import * as z from 'zod'
import { callable, validate } from '../schema/check.ts'
import { type ControlConnection, connectControl, MockControlError } from './control-connection.ts'
import { createRemoteService, type RemoteService } from './remote-service.ts'
import { describeInvalidId, worldIdPattern } from './worlds.ts'

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
  readonly token?: string | undefined
  /** @default the global fetch */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined
}

/**
 * Creates a client for the control API of a host, a server with several worlds. The service methods of the client act on the
 * world at `/`. Disposing of it removes the worlds that it has created.
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
  validate(controlOptionsSchema, options, 'control a host')
  const connection = connectControl(url, options)
  const createdIds = new Set<string>()

  async function createWorld(id?: string): Promise<RemoteWorld> {
    const world = toRemoteWorld(await requestNewWorld(connection, id))
    createdIds.add(world.id)
    return world
  }

  async function listWorlds(): Promise<readonly RemoteWorld[]> {
    const response = await connection.send('GET', { path: '/worlds' })
    const { worlds } = worldListSchema.parse(response)
    return worlds.map(toRemoteWorld)
  }

  async function removeWorld(id: string): Promise<void> {
    await connection.send('DELETE', { path: `/worlds/${id}` })
    createdIds.delete(id)
  }

  /** Removes the worlds that this client has created, unless somebody else has removed them. */
  async function removeCreatedWorlds(): Promise<void> {
    if (createdIds.size === 0) return

    const existingWorlds = await listWorlds()
    for (const { id } of existingWorlds) {
      if (createdIds.has(id)) await removeWorld(id)
    }
  }

  function toRemoteWorld({ id, url: worldUrl }: WorldDescription): RemoteWorld {
    const remove = (): Promise<void> => removeWorld(id)
    const worldService = createRemoteService(connection.createCaller(id))
    return { ...worldService, id, url: worldUrl, remove, [Symbol.asyncDispose]: remove }
  }

  const rootService = createRemoteService(connection.createCaller())
  return { ...rootService, createWorld, listWorlds, [Symbol.asyncDispose]: removeCreatedWorlds }
}

/** Creates a world with an id, or with a random one. Returns its description. */
async function requestNewWorld(connection: ControlConnection, id: string | undefined): Promise<WorldDescription> {
  if (id === undefined) return worldDescriptionSchema.parse(await connection.send('POST', { path: '/worlds' }))

  if (!worldIdPattern.test(id)) throw new MockControlError(describeInvalidId(id), { code: 'invalid' })
  return worldDescriptionSchema.parse(await connection.send('PUT', { path: `/worlds/${id}` }))
}

type WorldDescription = z.output<typeof worldDescriptionSchema>

/** A world, as in the responses of the control API. */
const worldDescriptionSchema = z.object({ id: z.string(), url: z.string() })
const worldListSchema = z.object({ worlds: z.array(worldDescriptionSchema) })

export const controlOptionsSchema = z.strictObject({ token: z.string().optional(), fetch: callable().optional() })
