import * as z from 'zod'
import { readJson } from '../core/json.ts'
import { callable, check } from '../schema/check.ts'
import { type ControlOperations, controlOperationNames } from '../schema/control.ts'
import { idExpected, worldIdPattern } from './worlds.ts'

/** A world of a host, and its operations. */
export interface RemoteWorld extends ControlOperations {
  readonly id: string
  /** The base URL of both its services. */
  readonly baseUrl: string
  remove(): Promise<void>
}

/** The control surface of a host; its own operations are those of the service at `/`. */
export interface MockControl extends ControlOperations {
  /** Creates a world. If the id exists, returns that world in its current state; `reset()` restores its seed. */
  createWorld(id?: string): Promise<RemoteWorld>
  /** Lists the worlds that were created, oldest first, without the service at `/`. */
  listWorlds(): Promise<readonly RemoteWorld[]>
}

/** How to reach the control surface. */
export interface MockControlOptions {
  /** The token of the host. @default none, which is enough on the same machine */
  readonly token?: string
  /** @default the global fetch */
  readonly fetch?: (request: Request) => Promise<Response>
}

/**
 * The control surface cannot be reached, or refused a call.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockControl, createMockHost, createSampleWorld, MockControlError } from '@wfhost/mock-server'
 *
 * const host = createMockHost(createSampleWorld)
 * const control = createMockControl('http://localhost', { fetch: host.fetch })
 *
 * await assert.rejects(control.publishWorkflow({ flowId: 'nowhere' }), MockControlError)
 * ```
 */
export class MockControlError extends Error {
  override readonly name = 'MockControlError'
}

/**
 * Creates a client for the control surface of a host.
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
 * assert.equal(world.baseUrl, `${server.url}/worlds/my-test`)
 * await world.remove()
 * await server.close()
 * ```
 */
export function createMockControl(url: string, options: MockControlOptions = {}): MockControl {
  // The address of the inspector is meant, too.
  const base = `${String(url).replace(/(?:\/__mock)?\/*$/, '')}/__mock`
  if (!/^https?:/.test(base) || !URL.canParse(base))
    throw new MockControlError(`Cannot control "${url}": expected a URL, as in http://127.0.0.1:4010`)
  const ofWorld = /^(.*)\/worlds\/([^/]+)\/__mock$/.exec(base)
  if (ofWorld !== null)
    throw new MockControlError(
      `Cannot control "${url}": that is a world; createMockControl("${ofWorld[1]}").createWorld("${ofWorld[2]}") gives its operations`,
    )
  const { fetch = (request) => globalThis.fetch(request), token } = checkedOptions(options)
  let known = false

  async function send(method: string, { body, path }: { readonly path: string; readonly body?: string }): Promise<unknown> {
    const headers = { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) }
    const request = new Request(base + path, { method, headers, ...(body === undefined ? {} : { body }) })
    const response = await fetch(request).catch((cause: unknown) => {
      const reason = reasonOf(cause)
      const remedy = /CERT|_ISSUER/.test(reason)
        ? 'name a certificate to trust in NODE_EXTRA_CA_CERTS'
        : 'start the server, or say where it is (ctl: --url or WFHOST_MOCK_URL)'
      throw new MockControlError(`Cannot reach ${base}: ${reason}; ${remedy}`, { cause })
    })
    const answer = readJson((await response.text()) || '{}')
    const message = String(Object(answer).message ?? `Cannot ${method} ${path}: ${response.status}`)
    if (response.status === 404 && /^(Nothing is at |The control surface is closed)/.test(message))
      throw new MockControlError(
        `Cannot use ${base}: there is no control surface; on another host than this machine the server needs a --token`,
      )
    known ||= await isReferenceServer()
    if (!known || answer === undefined)
      throw new MockControlError(
        `Cannot use ${base}: what answers there is no wfhost-mock; ${method} ${path} got ${response.status}`,
      )
    if (!response.ok) throw new MockControlError(message)
    return answer
  }

  /** Any server may answer with JSON that has a message, or with an empty object. */
  async function isReferenceServer(): Promise<boolean> {
    const response = await fetch(new Request(`${base}/health`))
    return Object(readJson(await response.text())).status === 'ok'
  }

  function operationsAt(path: string): ControlOperations {
    const operations = controlOperationNames.map((name) => {
      const call = async (input: unknown = {}): Promise<unknown> => {
        return Object(await send('POST', { path: `${path}/operations/${name}`, body: JSON.stringify(input) })).result
      }
      return [name, call] as const
    })
    // The names are those of the operations, and the server checks their arguments.
    return Object.fromEntries(operations) as unknown as ControlOperations
  }

  function remoteWorld({ baseUrl, id }: { readonly id: string; readonly baseUrl: string }): RemoteWorld {
    const path = `/worlds/${id}`
    return {
      ...operationsAt(path),
      id,
      baseUrl,
      remove: async () => {
        await send('DELETE', { path })
      },
    }
  }

  return {
    ...operationsAt(''),
    createWorld: async (id) => {
      if (id === undefined) return remoteWorld(Object(await send('POST', { path: '/worlds' })))
      if (!worldIdPattern.test(id)) throw new MockControlError(idExpected(id))
      return remoteWorld(Object(await send('PUT', { path: `/worlds/${id}` })))
    },
    listWorlds: async () => Object(await send('GET', { path: '/worlds' })).worlds.map(remoteWorld),
  }
}

const controlOptions = z.strictObject({ token: z.string().optional(), fetch: callable().optional() })

function checkedOptions(options: MockControlOptions): MockControlOptions {
  check(controlOptions, options, 'control a host')
  return options
}

/** The fetch of Node gives the reason in the cause of its error. */
function reasonOf(error: unknown): string {
  const { cause, message } = Object(error)
  return String(Object(cause).code ?? Object(cause).message ?? message ?? error)
}
