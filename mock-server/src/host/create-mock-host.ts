import type { AsyncDisposes } from '@wfhost/internal/async-disposable'
import * as z from 'zod'
import { type MockService, openWorld, operateWorld } from '../core/create-mock-service.ts'
import { MockStateError } from '../core/mock-state-error.ts'
import { handleRequest } from '../core/requests/handle-request.ts'
import { movedPlain } from '../core/requests/mount.ts'
import type { AnswerPlain, PlainRequest } from '../core/requests/plain-exchange.ts'
import { createWebFetch, type Fetch } from '../core/requests/web-fetch.ts'
import { type MockServiceOptions, serviceOptions } from '../core/service-options.ts'
import { createWorld } from '../core/world/create-world.ts'
import type { World } from '../core/world/world.ts'
import { callable, check, expected } from '../schema/check.ts'
import { count, key } from '../schema/values.ts'
import type { MockSeed } from '../schema/world.ts'
import { answerControl, closed } from './answer-control.ts'
import { createWorlds, worldIdOf } from './worlds.ts'

/** The options of each service; `state` is for the service at `/`, and `onChange` is also called after each request. */
export interface MockHostOptions extends Omit<MockServiceOptions, 'baseUrl' | 'clock' | 'random'> {
  /** Who may use the control surface: nobody, this machine, or clients with the token. @default this machine */
  readonly control?: false | { readonly token: string } | undefined
  /** The milliseconds without a request after which a world is removed. @default 900000 */
  readonly idleMs?: number
  /** The maximum number of worlds. @default 10000 */
  readonly maxWorlds?: number
  /** The clock that decides when a world is idle. @default Date.now */
  readonly now?: () => number
  /** Reads the world file for the page at `/__mock/`. @default none, and the page says so */
  readonly worldFile?: () => Promise<{ readonly name: string; readonly text: string }>
}

const hostOptions = serviceOptions.omit({ baseUrl: true, clock: true, random: true }).extend({
  // An empty token would be as good as none.
  control: z.union([z.literal(false), z.strictObject({ token: key })], { error: expected('false or {token}') }).optional(),
  idleMs: z.number().min(0).optional(),
  maxWorlds: count.optional(),
  now: callable().optional(),
  worldFile: callable().optional(),
})

/** One server with many services: one at `/`, and one for each world under `/worlds/{id}`. */
export interface MockHost extends AsyncDisposes {
  /** Answers a request to the service at `/`, to a world, or to the control surface. */
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
  const { world: _world, ...host } = openMockHost(createSeed, options)
  return host
}

/** The same, and the world at `/`. */
export function openMockHost(createSeed: () => MockSeed, options: MockHostOptions = {}): MockHost & { readonly world: World } {
  checkSource(createSeed)
  check(hostOptions, options, 'create a host')
  const { onChange, state, ...common } = options
  const { control, idleMs = 900_000, maxWorlds = 10_000, now = Date.now, worldFile, ...serviceOptions } = common
  const rootOptions = {
    ...serviceOptions,
    ...(onChange === undefined ? {} : { onChange }),
    ...(state === undefined ? {} : { state }),
  }
  // A world has a URL of its own below the public one.
  const { publicUrl: _publicUrl, ...optionsOfWorlds } = serviceOptions
  const root = openWorld(createSeed, rootOptions)
  const service = operateWorld(root, rootOptions)
  const worlds = createWorlds({ idleMs, now })
  const surface = {
    worlds,
    world: root,
    service,
    token: control === false ? undefined : control?.token,
    maxWorlds,
    worldFile,
    createWorld: (baseUrl: string) => createWorld(createSeed, { ...optionsOfWorlds, baseUrl }),
    operationsOf: (world: World) => operateWorld(world, optionsOfWorlds),
  }
  const answer: AnswerPlain = async (request) => {
    if (request.path === '/__mock' && control !== false) return { status: 308, headers: { location: '__mock/' }, body: '' }
    if (request.path.startsWith('/__mock/')) return control === false ? closed : answerControl(surface, request)
    const id = worldIdOf(request.path)
    const world = id === undefined ? undefined : worlds.use(id)
    return world === undefined ? handleRequest(root, request) : handleRequest(world, withinWorld(world, request))
  }
  async function close(): Promise<void> {
    worlds.removeAll()
    service.stop()
  }
  return {
    service,
    world: root,
    close,
    [Symbol.asyncDispose]: close,
    fetch: createWebFetch(onChange === undefined ? answer : (request) => answer(request).finally(onChange)),
  }
}

/** Below a base URL with a path, a world has the whole of it as its own, and a request comes without what is before `/worlds/`. */
function withinWorld({ basePath }: World, request: PlainRequest): PlainRequest {
  if (request.path.startsWith(`${basePath}/`)) return request
  const path = (given: string): string => basePath + given.replace(/^\/worlds\/[^/]+/, '')
  return movedPlain(request, { path, cookies: undefined, outer: '' })
}

/** All worlds would share a seed that is passed as an object. */
function checkSource(createSeed: unknown): void {
  if (typeof createSeed === 'function') return
  throw new MockStateError(
    `Cannot create a host: expected a function that creates a seed, such as createSampleWorld, found ${typeof createSeed}`,
  )
}
