import type { AsyncDisposes } from '@wfhost/internal/async-disposable'
import * as z from 'zod'
import { createWorldService, type MockService, openWorld } from '../core/create-mock-service.ts'
import { MockStateError } from '../core/mock-state-error.ts'
import { handleRequest } from '../core/requests/handle-request.ts'
import { movePlainRequest } from '../core/requests/mount.ts'
import type { PlainHandler, PlainRequest, PlainResponse } from '../core/requests/plain-exchange.ts'
import { createWebFetch, type Fetch } from '../core/requests/web-fetch.ts'
import { type InternalServiceOptions, type MockServiceOptions, serviceOptionsSchema } from '../core/service-options.ts'
import { createWorld } from '../core/world/create-world.ts'
import type { World } from '../core/world/world.ts'
import { callable, plainOrObject, validate } from '../schema/check.ts'
import { countSchema, keySchema } from '../schema/values.ts'
import type { MockSeed } from '../schema/world.ts'
import { closedControl } from './control-responses.ts'
import { type ControlApi, handleControl } from './handle-control.ts'
import { createWorldStore, type Worlds, worldIdOf } from './worlds.ts'

/** The options of each service; `state` is for the service at `/`, and `onChange` is also called after each request. */
export interface MockHostOptions extends Omit<MockServiceOptions, 'baseUrl' | 'clock' | 'random'> {
  /** Access to the control surface: closed, only this machine, or only clients with the token. @default this machine */
  readonly control?: false | { readonly token: string } | undefined
  /** The milliseconds without a request after which a world is removed. @default 900000 */
  readonly idleTimeout?: number | undefined
  /** The maximum number of worlds. @default 10000 */
  readonly maxWorlds?: number | undefined
  /** The clock that decides when a world is idle. @default Date.now */
  readonly now?: (() => number) | undefined
  /** Reads the world file for the page at `/__mock/`. @default none, and the page says so */
  readonly worldFile?: (() => Promise<{ readonly name: string; readonly text: string }>) | undefined
}

export const hostOptionsSchema = serviceOptionsSchema.omit({ baseUrl: true, clock: true, random: true }).extend({
  // An empty token would protect nothing, so the schema rejects it.
  control: plainOrObject(z.literal(false), z.strictObject({ token: keySchema }), 'false or {token}').optional(),
  idleTimeout: z.number().min(0).optional(),
  maxWorlds: countSchema.optional(),
  now: callable().optional(),
  worldFile: callable().optional(),
})

/** One server with many services: one at `/`, and one for each world under `/worlds/{id}`. */
export interface MockHost extends AsyncDisposes {
  /** Handles a request to the service at `/`, to a world, or to the control surface. */
  readonly fetch: Fetch
  /** The service at `/`. */
  readonly service: MockService
  /** Removes all worlds and stops the service at `/`: runs in progress end. `await using` does the same. */
  close(): Promise<void>
}

/**
 * Creates a host. Each of its worlds starts with its own seed and has its own state, clock, faults, limits and journal.
 * The control surface is under `/__mock/`; `createMockControl` is its client.
 *
 * @throws {MockStateError} for a seed instead of a function that creates one, and for unknown or impossible options.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockControl, createMockHost, createSampleWorld } from '@wfhost/mock-server'
 *
 * const host = createMockHost(createSampleWorld)
 * const control = createMockControl('http://localhost', { fetch: host.fetch })
 * const world = await control.createWorld()
 * await world.setCredits('acme', 1)
 * assert.equal(await world.creditBalance('acme'), 1)
 * assert.equal(host.service.creditBalance('acme'), 1000)
 * ```
 */
export function createMockHost(createSeed: () => MockSeed, options: MockHostOptions = {}): MockHost {
  checkSource(createSeed)
  validate(hostOptionsSchema, options, 'create a host')
  const { world: _world, ...host } = openMockHost(createSeed, options)
  return host
}

/** The options of a host that the command line serves. */
export interface InternalHostOptions extends MockHostOptions, Pick<InternalServiceOptions, 'ownUrl' | 'readWorkflow'> {}

type HostWithWorld = MockHost & { readonly world: World }

/**
 * Creates a host: one world at `/`, and worlds under `/worlds/{id}` that clients create with the control API. A world is the state
 * of a server, and a service is the API of a world.
 *
 * `createMockHost` calls this function for users. The command line calls it directly, because it also needs the world at `/`.
 */
export function openMockHost(createSeed: () => MockSeed, options: InternalHostOptions = {}): HostWithWorld {
  const { control, idleTimeout = 900_000, maxWorlds, now = Date.now, worldFile, ...rootWorldOptions } = options
  const world = openWorld(createSeed, rootWorldOptions)
  const service = createWorldService(world, rootWorldOptions)
  const worlds = createWorldStore({ idleTimeout, now })

  // The control API (under `/__mock/`) uses these functions to create worlds and their services.
  const factories = createWorldFactories(createSeed, rootWorldOptions)
  const controlApi = createControlApi({ world, service, worlds, factories }, { control, maxWorlds, worldFile })
  const routes: Routes = { world, worlds, controlApi }
  const handler: PlainHandler = (request) => routeRequest(routes, request)

  async function close(): Promise<void> {
    worlds.removeAll()
    service.stop()
  }

  return {
    service,
    world,
    close,
    [Symbol.asyncDispose]: close,
    fetch: createWebFetch(withChangeListener(handler, options.onChange)),
  }
}

type WorldFactories = Pick<ControlApi, 'createWorld' | 'createService'>

/** Creates the functions that create the worlds of clients, and their services. */
function createWorldFactories(createSeed: () => MockSeed, rootWorldOptions: InternalServiceOptions): WorldFactories {
  // Only the world at / has a state file, to which its changes are written. The URL of a client's world is below the public URL.
  const options = { ...rootWorldOptions, state: undefined, publicUrl: undefined, onChange: undefined }
  return {
    createWorld: (baseUrl) => createWorld(createSeed, { ...options, baseUrl }),
    createService: (world) => createWorldService(world, options),
  }
}

interface HostedWorlds extends Pick<ControlApi, 'world' | 'service' | 'worlds'> {
  readonly factories: WorldFactories
}

type ControlOptions = Pick<MockHostOptions, 'control' | 'maxWorlds' | 'worldFile'>

/** Collects what the control API reads and changes. Returns undefined if the host has no control API. */
function createControlApi(
  { factories, service, world, worlds }: HostedWorlds,
  { control, maxWorlds = 10_000, worldFile }: ControlOptions,
): ControlApi | undefined {
  if (control === false) return undefined
  // Without a token, only this machine has access.
  const token = control?.token
  const { createService, createWorld: createClientWorld } = factories
  return { world, service, worlds, createWorld: createClientWorld, createService, token, maxWorlds, worldFile }
}

/** Returns a handler that also reports that the state of the world may have changed, after each response. */
function withChangeListener(handler: PlainHandler, onChange: (() => void) | undefined): PlainHandler {
  if (onChange === undefined) return handler
  return (request) => handler(request).finally(onChange)
}

/** The parts of a host that handle requests. */
interface Routes {
  /** The world at `/`. */
  readonly world: World
  /** The worlds of clients. */
  readonly worlds: Worlds
  /** Undefined if the host has no control API. */
  readonly controlApi: ControlApi | undefined
}

/** Passes a request to the control API, to a created world below `/worlds/`, or to the world at `/`. */
async function routeRequest({ controlApi, world, worlds }: Routes, request: PlainRequest): Promise<PlainResponse> {
  const hasControl = controlApi !== undefined
  if (request.path === '/__mock' && hasControl) return { status: 308, headers: { location: '__mock/' }, body: '' }
  if (request.path.startsWith('/__mock/')) return hasControl ? handleControl(controlApi, request) : closedControl

  const id = worldIdOf(request.path)
  if (id === undefined) return handleRequest(world, request)

  const clientWorld = worlds.findAndTouch(id)
  if (clientWorld === undefined) return respondWithoutWorld(id)
  return handleRequest(clientWorld, moveIntoWorld(clientWorld, request))
}

function respondWithoutWorld(id: string): PlainResponse {
  const message = `There is no world "${id}": it was removed, or never created`
  return { status: 404, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ message }) }
}

/**
 * Gives a request to `/worlds/{id}/…` the path that its world expects: the path below the base path of the world. If the path
 * already starts with the base path, the request does not change.
 */
function moveIntoWorld({ basePath }: World, request: PlainRequest): PlainRequest {
  if (request.path.startsWith(`${basePath}/`)) return request
  const path = basePath + request.path.replace(/^\/worlds\/[^/]+/, '')
  return movePlainRequest(request, { path, cookies: undefined, originPath: '' })
}

/** Rejects a seed that is an object, because all worlds would share it. */
function checkSource(createSeed: unknown): void {
  if (typeof createSeed === 'function') return
  throw new MockStateError(
    `Cannot create a host: expected a function that creates a seed, such as createSampleWorld, found ${typeof createSeed}`,
  )
}
