import type { AsyncDisposes } from '@wfhost/internal/async-disposable'
import { describeFound } from '@wfhost/internal/schema-problems'
import type { Listening } from '../adapters/http.ts'
import { type ContractRecorder, type ContractTarget, createContractRecorder } from '../contract/record-contract.ts'
import { createMockService, type MockService } from '../core/create-mock-service.ts'
import { MockStateError } from '../core/mock-state-error.ts'
import { followExchanges } from '../core/requests/handle-request.ts'
import type { Fetch } from '../core/requests/web-fetch.ts'
import { createSampleWorld } from '../sample-world.ts'
import { validate } from '../schema/check.ts'
import type { MockSeed } from '../schema/world.ts'
import { type TestWorldOptions, testWorldOptionsSchema } from './test-world-options.ts'
import { interceptWithMsw } from './through-msw.ts'
import { addHostingKeys, findHostingKey, findWorkflowKey, readSeed } from './world-keys.ts'

export type { Fetch } from '../core/requests/web-fetch.ts'
export type { TestWorldOptions } from './test-world-options.ts'
export type { MswServer } from './through-msw.ts'

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
  return (await openReachableWorld(options)).world
}

/**
 * Creates a world, passes it to `use`, closes it in any case, and returns what `use` returns. Gives a test its own world in
 * jest, `node:test` and other frameworks without fixtures. For vitest and Playwright there are `worldFixtures`.
 *
 * @throws {MockStateError} for unknown options, and without a function. Also if the world is strict and received a request
 * that the API does not have or does not allow. If `use` also throws, its error is thrown, with this one as its cause.
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
  checkUse(options, use)
  const { close, verify, world } = await openReachableWorld(options)
  try {
    const result = await Promise.resolve(world)
      .then(use)
      .catch((error: unknown) => {
        throw attachVerification(error, verify)
      })
    verify()
    return result
  } finally {
    await close()
  }
}

/** Refuses a call without a function. The test would check nothing, and pass. */
function checkUse(options: TestWorldOptions, use: unknown): void {
  if (typeof use === 'function') return

  // A function in the place of the options has its own message.
  validate(testWorldOptionsSchema, options, ATTEMPT)
  const found = `expected a function that receives the world as the second argument, found ${describeFound(use)}`
  throw new MockStateError(`Cannot ${ATTEMPT}: ${found}; pass it, or use openTestWorld`)
}

/** The beginning of the messages of errors. */
const ATTEMPT = 'open the world of a test'

interface TestWorldHandle {
  readonly world: TestWorld
  /** Throws if the world is strict and received a wrong request. */
  readonly verify: () => void
  readonly close: () => Promise<void>
}

/** Opens the world of a test, and makes it reachable: in process, over HTTP, or through MSW. */
async function openReachableWorld(options: TestWorldOptions): Promise<TestWorldHandle> {
  validate(testWorldOptionsSchema, options, ATTEMPT)
  const { seed: createSeed = createSampleWorld } = options
  // Gives each tool-hosting key a fixed value, so that `world.hostingKey` can return it.
  const seed = addHostingKeys(readSeed(createSeed(), ATTEMPT))
  const service = createTestService(seed, options)

  // The recorder starts before the transport, so that the contract has every request.
  const recorder = recordContract(service, options.contract)
  const transport = await openTransport(service, options)

  // A test may close its world itself. The end of the test then closes it again.
  const close = once(async () => {
    service.stop()
    await transport.close()
    await recorder?.flush()
  })
  const verify = () => verifyIfStrict(service, options.strict)
  const world = createTestWorld(service, seed, { transport, verify, close })
  // `await using` calls `close` and `verify` through the world. `withTestWorld` calls them itself.
  return { world, verify, close }
}

interface WorldParts extends Pick<TestWorldHandle, 'verify' | 'close'> {
  readonly transport: OpenTransport
}

/** Adds to a service what a test needs: the URL, the keys of the seed, and the end of `await using`. */
function createTestWorld(service: TestService, seed: MockSeed, { close, transport, verify }: WorldParts): TestWorld {
  return {
    ...service,
    url: transport.url,
    fetch: transport.fetch,
    workflowKey: (flowId) => findWorkflowKey(service, flowId),
    hostingKey: (environment, orgId) => findHostingKey(seed.organizations ?? [], { environment, orgId }),
    [Symbol.asyncDispose]: async () => {
      // The world is closed before it is verified. So the contract is written and the port is free, even if `verify` throws.
      await close()
      verify()
    },
  }
}

/** Returns a function that calls an action once. Later calls return the promise of the first one. */
function once(action: () => Promise<void>): () => Promise<void> {
  let result: Promise<void> | undefined

  return () => {
    result ??= action()
    return result
  }
}

/** Records the exchanges of a service for a contract, if the options of the test have a target for one. */
function recordContract(service: TestService, target: ContractTarget | undefined): ContractRecorder | undefined {
  if (target === undefined) return undefined

  const recorder = createContractRecorder(target)
  followExchanges(service.fetch, recorder.onExchange)
  return recorder
}

/** Verifies the requests that a world received, if its test is strict. */
function verifyIfStrict(service: TestService, strict: TestWorldOptions['strict'] = false): void {
  if (strict === false) return
  service.verify(strict === true ? {} : strict)
}

function createTestService(seed: MockSeed, options: TestWorldOptions): TestService {
  const { clock, contract: _contract, cors: _cors, mswServer: _server, random, ...others } = options
  const { seed: _seed, strict: _strict, transport: _transport, ...rest } = others
  return createMockService(seed, { ...rest, clock: clock?.(), random: random?.() })
}

type TestService = ReturnType<typeof createMockService>

interface OpenTransport {
  readonly url: string
  readonly fetch: Fetch
  readonly close: () => Promise<void>
}

/** Makes a service reachable: in process, over HTTP, or through MSW. */
async function openTransport(service: TestService, options: TestWorldOptions): Promise<OpenTransport> {
  const { cors = false, mswServer, transport = 'fetch' } = options
  // Without a slash at its end, so that a test can append a path.
  const baseUrl = options.baseUrl?.replace(/\/+$/, '')
  const globalFetch: Fetch = (input, init) => globalThis.fetch(input, init)

  if (transport === 'http') {
    const server = await serve(service, cors)
    return { url: server.url, fetch: globalFetch, close: () => server.close() }
  }
  if (transport === 'msw') {
    const url = baseUrl ?? createUniqueUrl()
    const stopIntercepting = await interceptWithMsw(service, { url, isGivenUrl: baseUrl !== undefined, mswServer, cors })
    return { url, fetch: globalFetch, close: async () => stopIntercepting() }
  }
  return { url: baseUrl ?? 'http://127.0.0.1:4010', fetch: service.fetch, close: async () => {} }
}

/** Creates a URL for a world behind MSW, so that worlds that are open at the same time do not conflict. */
function createUniqueUrl(): string {
  return `https://${crypto.randomUUID()}.workflows.test`
}

/**
 * Returns the error of a failed test. If the world also received wrong requests, they are attached, because they are often
 * the reason.
 */
function attachVerification(error: unknown, verify: () => void): unknown {
  try {
    verify()
    return error
  } catch (reason) {
    // Test frameworks show the cause of an error, and still the difference that an assertion found.
    if (error instanceof Error && error.cause === undefined) return Object.assign(error, { cause: reason })
    return new AggregateError([error, reason], [error, reason].map((each) => String(each)).join('\n'))
  }
}

async function serve(service: MockService, cors: boolean): Promise<Listening> {
  // The types say that a process always exists, but a page has none.
  const { versions } = Object(globalThis.process)
  if (versions?.node === undefined)
    throw new Error("Cannot serve a world over HTTP: this is a page, which cannot listen. Leave out transport: 'http'")
  // Loaded on demand, because a page cannot load the modules of Node that it imports.
  const { listen } = await import('../adapters/http.ts')
  return listen(service, { cors })
}
