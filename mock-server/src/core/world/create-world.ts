import { createFaultPlan } from '../../faults/fault-plan.ts'
import { completeAssumptions } from '../../schema/assumptions.ts'
import { check } from '../../schema/check.ts'
import { type MockSeed, mockSeed } from '../../schema/world.ts'
import { createVirtualClock } from '../clock/virtual-clock.ts'
import { createJournal } from '../journal/journal.ts'
import { createMemory, defaultMaxBytes } from '../memory/memory.ts'
import { createSeededRandom } from '../random.ts'
import { KeyRing } from '../requests/authenticate.ts'
import { createWorldFetch } from '../requests/handle-request.ts'
import { getPathOf, readBaseUrl } from '../requests/mount.ts'
import { createRateLimiter } from '../requests/rate-limit.ts'
import { createDateHeader } from '../requests/respond.ts'
import type { MockServiceOptions } from '../service-options.ts'
import { addOrganization } from '../tools/organization-operations.ts'
import { createRunStore } from '../workflows/run-store.ts'
import { addWorkspace } from '../workflows/workflow-operations.ts'
import type { World } from './world.ts'

/** The product segment of the registry's paths, unless an option gives another one. */
export const defaultProduct = 'wfhost'

/**
 * Makes the world that a seed describes, which goes back to that when it is reset.
 *
 * @throws {MockStateError} for a seed that contradicts itself.
 */
export function createWorld(createSeed: () => MockSeed, options: MockServiceOptions): World {
  const seed = createSeed()
  const attempt = 'create a service'
  check(mockSeed, seed, attempt)
  const {
    clock = createVirtualClock(),
    maxBytes = defaultMaxBytes,
    maxRuns = 1000,
    product = defaultProduct,
    assumptions = {},
    random = createSeededRandom(0),
  } = options
  const effective = completeAssumptions(assumptions)
  const located = options.baseUrl === undefined ? undefined : readBaseUrl(options.baseUrl, attempt)
  const baseUrl = located === undefined ? undefined : hrefOf(located)
  const publicUrl = options.publicUrl === undefined ? undefined : hrefOf(readBaseUrl(options.publicUrl, attempt))
  const ownUrl = publicUrl ?? baseUrl ?? options.ownUrl ?? 'http://127.0.0.1:4010'
  const workflows: World['workflows'] = new Map()
  const memory = createMemory(maxBytes)
  const world: World = {
    clock,
    dateHeader: createDateHeader(clock.now),
    random,
    product,
    assumptions: effective,
    createSeed,
    workspaces: new Map(),
    workflows,
    workflowKeys: new KeyRing(),
    organizations: new Map(),
    toolHostingKeys: new KeyRing(),
    consoleSessions: new KeyRing(),
    runs: createRunStore(maxRuns, { clock, memory }),
    memory,
    rateLimiter: createRateLimiter(clock.now, {
      initial: seed.rateLimit ?? effective.rateLimit,
      format: effective.retryAfterFormat,
    }),
    seededRateLimit: seed.rateLimit,
    seededFaults: seed.faults,
    faults: createFaultPlan(random, workflows),
    replacedKeys: new KeyRing(),
    journal: createJournal(options.journal ?? {}, memory),
    baseUrl,
    publicUrl,
    trustProxy: options.trustProxy ?? false,
    basePath: located === undefined ? '' : getPathOf(located),
    ownUrl,
    // At its own address the registry is this service, whether or not anything listens there; most worlds never ask.
    registryFetch:
      options.registryFetch ??
      ((request) => (request.url.startsWith(`${ownUrl}/`) ? createWorldFetch(world)(asArrived(world, request)) : fetch(request))),
    workflowServiceConfigured: seed.workflowServiceConfigured ?? true,
    toolTimeoutMs: options.toolTimeoutMs ?? 30_000,
    onChange: options.onChange,
    onExchange: options.onExchange,
    onRunEnd: options.onRunEnd,
    onInternalError: options.onInternalError ?? logInternalError,
    redaction: undefined,
    feed: undefined,
    stopping: new AbortController(),
  }
  for (const organization of seed.organizations ?? []) addOrganization(world, organization)
  for (const workspace of seed.workspaces ?? []) addWorkspace(world, workspace)
  for (const fault of seed.faults ?? []) world.faults.operations.addFault(fault)
  return world
}

function hrefOf(url: URL): string {
  return url.href.replace(/\/+$/, '')
}

/** A request to the public URL, as it arrives behind the proxy. */
function asArrived({ baseUrl, publicUrl }: World, request: Request): Request {
  if (publicUrl === undefined) return request
  const path = request.url.slice(publicUrl.length)
  return new Request((baseUrl ?? new URL(publicUrl).origin) + path, request)
}

function logInternalError(error: Error): void {
  // biome-ignore lint/suspicious/noConsole: an error of ours has to be seen where no hook was given.
  console.error(error)
}
