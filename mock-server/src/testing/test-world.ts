import type { AsyncDisposes } from '@wfhost/internal/async-disposable'
import { didYouMean } from '@wfhost/internal/messages'
import * as z from 'zod'
import type { Listening } from '../adapters/http.ts'
import type { Clock } from '../core/clock/clock.ts'
import { createMockService, type MockService } from '../core/create-mock-service.ts'
import { MockStateError } from '../core/mock-state-error.ts'
import type { Random } from '../core/random.ts'
import type { Fetch } from '../core/requests/web-fetch.ts'
import { type MockServiceOptions, serviceOptions } from '../core/service-options.ts'
import { createSampleWorld } from '../sample-world.ts'
import { callable, check } from '../schema/check.ts'
import { type VerifyOptions, verifyOptions } from '../schema/journal.ts'
import type { MockSeed, OrganizationSeed } from '../schema/world.ts'
import { interceptWithMsw, type MswServer } from './through-msw.ts'

export type { Fetch } from '../core/requests/web-fetch.ts'
export type { MswServer } from './through-msw.ts'

/** The options of the world of a test. */
export interface TestWorldOptions extends Omit<MockServiceOptions, 'clock' | 'random'> {
  /** Creates the seed of the world; called for each test. @default createSampleWorld */
  readonly seed?: () => MockSeed
  /** Creates the clock of the world; called for each test, so that tests do not share one. @default one that follows the machine's */
  readonly clock?: () => Clock
  /** Creates the random source of keys and run IDs; called for each test. @default the same sequence for each test */
  readonly random?: () => Random
  /**
   * How clients reach the world: `fetch` calls it in process, `http` listens on a free port, and `msw` intercepts the
   * global `fetch` and XMLHttpRequest. A test in a page has only `fetch`. @default 'fetch'
   */
  readonly transport?: 'fetch' | 'http' | 'msw'
  /**
   * With `transport: 'msw'`, the `setupServer()` that listens already. It is required if there is one, since MSW answers by the
   * server that listened last. @default one for all worlds, while any is open
   */
  readonly mswServer?: MswServer
  /** Whether pages of other origins may call a world over HTTP or through MSW, as those of jsdom do. @default false */
  readonly cors?: boolean
  /**
   * Fails the test at its end if the world received a request that the document does not have or does not allow; takes
   * the options of `verify`, as in `{ except: [{ status: 400 }] }`. @default false
   */
  readonly strict?: boolean | VerifyOptions
}

const maker = callable('a function that makes one for each test')

const testWorldOptions = serviceOptions.extend({
  seed: maker.optional(),
  clock: maker.optional(),
  random: maker.optional(),
  transport: z.enum(['fetch', 'http', 'msw']).optional(),
  mswServer: z.looseObject({ use: callable() }).optional(),
  cors: z.boolean().optional(),
  strict: z.union([z.boolean(), verifyOptions]).optional(),
})

/**
 * A service that belongs to one test, and the URL and keys with which clients reach it. `await using` closes it; a strict
 * world rejects then if it received a request that the API does not have or allow.
 */
export interface TestWorld extends MockService, AsyncDisposes {
  /** The URL of the service: `baseUrl` of both clients. */
  readonly url: string
  /** Sends a request to the service: `fetch` of both clients. With `transport: 'http'` or `'msw'` it is the global one. */
  readonly fetch: Fetch
  /**
   * Returns the key of a published workflow.
   *
   * @throws {MockStateError} if the workflow does not exist or was never published.
   */
  workflowKey(flowId: string): string
  /**
   * Returns a tool-hosting key by the environment profile that it is bound to.
   *
   * @throws {MockStateError} if no organization of the seed has such a key, or several have one and `orgId` names none.
   */
  hostingKey(environment: string, orgId?: string): string
}

/**
 * Opens a world for a test. `await using` closes it at the end of the test.
 *
 * @throws {MockStateError} for unknown options, and if the seed contradicts itself.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { openTestWorld } from '@wfhost/mock-server/test-world'
 * import { createWorkflowClient } from '@wfhost/sdk'
 *
 * await using world = await openTestWorld({ strict: true })
 * const client = createWorkflowClient({ baseUrl: world.url, apiKey: world.workflowKey('echo'), fetch: world.fetch })
 * assert.equal((await client.run('echo', { text: 'Hello' })).status, 'success')
 * ```
 */
export async function openTestWorld(options: TestWorldOptions = {}): Promise<TestWorld> {
  return (await open(options)).world
}

/**
 * Creates a world, passes it to `use`, closes it in any case, and returns what `use` returns. Gives a test its own world in
 * jest, `node:test` and other frameworks without fixtures. For vitest and Playwright there are `worldFixtures`.
 *
 * @throws {MockStateError} if the world is strict and received a request that the API does not have or does not allow.
 * If `use` throws as well, its error is thrown, with this one as its cause.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { withTestWorld } from '@wfhost/mock-server/test-world'
 * import { createWorkflowClient } from '@wfhost/sdk'
 *
 * await withTestWorld({ strict: true }, async (world) => {
 *   const client = createWorkflowClient({ baseUrl: world.url, apiKey: world.workflowKey('echo'), fetch: world.fetch })
 *   assert.equal((await client.run('echo', { text: 'Hello' })).status, 'success')
 * })
 * ```
 */
export async function withTestWorld<Result>(
  options: TestWorldOptions,
  use: (world: TestWorld) => Result | Promise<Result>,
): Promise<Result> {
  const { close, verify, world } = await open(options)
  try {
    const result = await Promise.resolve(world)
      .then(use)
      .catch((error: unknown) => {
        throw withReason(error, verify)
      })
    verify()
    return result
  } finally {
    await close()
  }
}

interface OpenTestWorld {
  readonly world: TestWorld
  /** Throws if the world is strict and received a wrong request. */
  readonly verify: () => void
  readonly close: () => Promise<void>
}

async function open(options: TestWorldOptions): Promise<OpenTestWorld> {
  check(testWorldOptions, options, 'open the world of a test')
  const {
    clock,
    cors = false,
    mswServer,
    random,
    seed = createSampleWorld,
    strict = false,
    transport = 'fetch',
    ...given
  } = options
  const start = withHostingKeys(seed())
  const service = createMockService(start, {
    ...given,
    ...(clock === undefined ? {} : { clock: clock() }),
    ...(random === undefined ? {} : { random: random() }),
  })
  const server = transport === 'http' ? await serve(service, cors) : undefined
  const url = server?.url ?? given.baseUrl ?? (transport === 'msw' ? ownUrl() : 'http://127.0.0.1:4010')
  const intercepted = transport === 'msw' ? await interceptWithMsw(service, { url, mswServer, cors }) : undefined
  const send: Fetch = transport === 'fetch' ? service.fetch : (input, init) => globalThis.fetch(input, init)

  function verify(): void {
    if (strict !== false) service.verify(strict === true ? {} : strict)
  }

  let closing: Promise<void> | undefined

  async function closeOnce(): Promise<void> {
    service.stop()
    intercepted?.()
    await server?.close()
  }

  function close(): Promise<void> {
    closing ??= closeOnce()
    return closing
  }

  const world: TestWorld = {
    ...service,
    url,
    fetch: send,
    workflowKey: (flowId) => workflowKey(service, flowId),
    hostingKey: (environment, orgId) => hostingKey(start.organizations ?? [], { environment, orgId }),
    [Symbol.asyncDispose]: async () => {
      await close()
      verify()
    },
  }
  return { world, verify, close }
}

/** Worlds that are open at the same time do not meet. */
function ownUrl(): string {
  return `https://${crypto.randomUUID()}.workflows.test`
}

/** The error of a test whose world received wrong requests as well, which are often the reason. */
function withReason(error: unknown, verify: () => void): unknown {
  try {
    verify()
    return error
  } catch (reason) {
    // Frameworks show the cause, and the difference that an assertion found.
    if (error instanceof Error && error.cause === undefined) return Object.assign(error, { cause: reason })
    return new AggregateError([error, reason], [error, reason].map((each) => String(each)).join('\n'))
  }
}

async function serve(service: MockService, cors: boolean): Promise<Listening> {
  // By its type a process always exists, but not in a page.
  const { versions } = Object(globalThis.process)
  if (versions?.node === undefined)
    throw new Error("Cannot serve a world over HTTP: this is a page, which cannot listen. Leave out transport: 'http'")
  // A page that loads this module has none of what that one imports.
  const { listen } = await import('../adapters/http.ts')
  return listen(service, { cors })
}

function workflowKey(service: MockService, flowId: string): string {
  const key = service.workflowKey(flowId)
  if (key !== undefined) return key
  const known = service.state().workflows.map((workflow) => workflow.flowId)
  const why = known.includes(flowId) ? 'it was never published' : `there is no such workflow${didYouMean(flowId, known)}`
  throw new MockStateError(`Cannot give the key of workflow "${flowId}": ${why}`)
}

/** Gives fixed keys to the entries that would get random ones, so that a test can look them up. */
function withHostingKeys(seed: MockSeed): MockSeed {
  const organizations = (seed.organizations ?? []).map((organization) => ({
    ...organization,
    toolHostingKeys: (organization.toolHostingKeys ?? []).map((key) => ({ key: `thk_${organization.id}_${key.name}`, ...key })),
  }))
  return { ...seed, organizations }
}

function hostingKey(
  organizations: readonly OrganizationSeed[],
  { environment, orgId }: { readonly environment: string; readonly orgId: string | undefined },
): string {
  const found = organizations
    .filter(({ id }) => orgId === undefined || id === orgId)
    .flatMap(({ toolHostingKeys = [] }) => toolHostingKeys.filter((key) => key.environment === environment))
  const [first] = found
  if (first?.key !== undefined && (found.length === 1 || orgId !== undefined)) return first.key
  const why = first === undefined ? 'no organization of the seed has one' : 'several organizations have one: name the orgId'
  throw new MockStateError(`Cannot give the tool-hosting key of environment "${environment}": ${why}`)
}
