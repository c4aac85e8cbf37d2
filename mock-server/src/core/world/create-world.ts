import { createFaultPlan } from '../../faults/fault-plan.ts'
import { completeAssumptions } from '../../schema/assumptions.ts'
import { validate } from '../../schema/check.ts'
import { type MockSeed, mockSeedSchema } from '../../schema/world.ts'
import { createVirtualClock } from '../clock/virtual-clock.ts'
import { Journal } from '../journal/journal.ts'
import { Memory } from '../memory/memory.ts'
import { createSeededRandom } from '../random.ts'
import { KeyRing } from '../requests/authenticate.ts'
import { createWorldFetch } from '../requests/handle-request.ts'
import { getPathOf, readBaseUrl } from '../requests/mount.ts'
import { createRateLimiter } from '../requests/rate-limit.ts'
import { createDateHeader } from '../requests/respond.ts'
import type { InternalServiceOptions } from '../service-options.ts'
import { addOrganization } from '../tools/organization-operations.ts'
import { createRunStore } from '../workflows/run-store.ts'
import { addWorkspace } from '../workflows/workflow-operations.ts'
import type { World } from './world.ts'

/** The product segment of the registry's paths, unless an option gives another one. */
export const defaultProduct = 'wfhost'

// The words after "Cannot" in error messages.
const action = 'create a service'

/**
 * Creates the world that a seed describes. A reset creates the seed again.
 *
 * @throws {MockStateError} for a seed that contradicts itself.
 */
export function createWorld(createSeed: () => MockSeed, options: InternalServiceOptions): World {
  const seed = createSeed()
  validate(mockSeedSchema, seed, action)

  const { clock = createVirtualClock(), random = createSeededRandom(0) } = options
  const assumptions = completeAssumptions(options.assumptions ?? {})
  const memory = new Memory(options.maxBytes)
  const workflows: World['workflows'] = new Map()

  const world: World = {
    ...readAddresses(options),
    createSeed,
    assumptions,
    product: options.product ?? defaultProduct,

    // Time and chance.
    clock,
    random,
    dateHeader: createDateHeader(clock.now),
    openedAt: { clockMs: clock.now(), machineMs: Date.now() },

    // Empty until addSeed fills them.
    workspaces: new Map(),
    workflows,
    workflowKeys: new KeyRing(),
    replacedKeys: new KeyRing(),
    organizations: new Map(),
    toolHostingKeys: new KeyRing(),
    consoleSessions: new KeyRing(),

    // Exchanges and runs share one limit of memory.
    memory,
    journal: new Journal(options.journal ?? {}, memory),
    runs: createRunStore(options.maxRuns ?? 1000, { clock, memory }),

    // A reload replaces the limit and the faults only if their values in the seed have changed.
    rateLimiter: createRateLimiter(clock.now, {
      initial: seed.rateLimit ?? assumptions.rateLimit,
      retryAfterFormat: assumptions.retryAfterFormat,
    }),
    seededRateLimit: seed.rateLimit,
    faults: createFaultPlan(random, workflows),
    seededFaults: seed.faults,

    workflowServiceConfigured: seed.workflowServiceConfigured ?? true,
    registryFetch: options.registryFetch ?? ((request) => fetchFromRegistry(world, request)),
    toolTimeout: options.toolTimeout ?? 30_000,
    stopController: new AbortController(),

    // Hooks of the caller.
    onChange: options.onChange,
    onExchange: options.onExchange,
    onRunEnd: options.onRunEnd,
    onInternalError: options.onInternalError ?? logInternalError,

    // Created at the first use.
    redaction: undefined,
    feed: undefined,
  }

  addSeed(world, seed)
  return world
}

type Addresses = Pick<World, 'baseUrl' | 'basePath' | 'publicUrl' | 'ownUrl' | 'trustProxy'>

/** Reads the URLs at which the service is. */
function readAddresses(options: InternalServiceOptions): Addresses {
  const baseUrl = options.baseUrl === undefined ? undefined : readBaseUrl(options.baseUrl, action)
  const publicUrl = options.publicUrl === undefined ? undefined : readBaseUrl(options.publicUrl, action)
  const baseHref = baseUrl === undefined ? undefined : removeEndSlashes(baseUrl)
  const publicHref = publicUrl === undefined ? undefined : removeEndSlashes(publicUrl)

  return {
    baseUrl: baseHref,
    basePath: baseUrl === undefined ? '' : getPathOf(baseUrl),
    publicUrl: publicHref,
    ownUrl: publicHref ?? baseHref ?? options.ownUrl ?? 'http://127.0.0.1:4010',
    trustProxy: options.trustProxy ?? false,
  }
}

/** Adds the organizations first, because a registry of a workspace may use a key of an organization. */
function addSeed(world: World, seed: MockSeed): void {
  for (const organization of seed.organizations ?? []) addOrganization(world, organization)
  for (const workspace of seed.workspaces ?? []) addWorkspace(world, workspace)
  for (const fault of seed.faults ?? []) world.faults.operations.addFault(fault)
}

/**
 * Sends a request to a registry. At the URL of this service, the service itself is the registry, whether or not it listens
 * there. The `fetch` of the world is created for each request, because most worlds never use a registry.
 */
function fetchFromRegistry(world: World, request: Request): Promise<Response> {
  const isOwn = request.url.startsWith(`${world.ownUrl}/`)
  if (!isOwn) return fetch(request)

  const worldFetch = createWorldFetch(world)
  return worldFetch(removePublicUrl(world, request))
}

/** Gives a request to the public URL the URL that it has behind the proxy. */
function removePublicUrl({ baseUrl, publicUrl }: World, request: Request): Request {
  if (publicUrl === undefined) return request
  const path = request.url.slice(publicUrl.length)
  const base = baseUrl ?? new URL(publicUrl).origin
  return new Request(base + path, request)
}

function removeEndSlashes(url: URL): string {
  return url.href.replace(/\/+$/, '')
}

function logInternalError(error: Error): void {
  // biome-ignore lint/suspicious/noConsole: without a hook, the console is the only place for an error of this server.
  console.error(error)
}
