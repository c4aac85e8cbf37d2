import type { Clock } from './clock.ts'
import { createFaultOperations, type FaultOperations } from './faults/fault-operations.ts'
import { createFaultPlan } from './faults/fault-plan.ts'
import { handleRequest } from './handle-request.ts'
import { createDateHeader } from './http-date.ts'
import { createJournal } from './journal/journal.ts'
import { createJournalOperations, type JournalOperations } from './journal/journal-operations.ts'
import { createOrganizationOperations, type OrganizationOperations } from './organization-operations.ts'
import { defaultProfile } from './profile.ts'
import { createSeededRandom } from './random.ts'
import { createRateLimiter, type RateLimit } from './rate-limit.ts'
import { createRegistryOperations, type RegistryOperations } from './registry/registry-operations.ts'
import { createRunOperations, type RunOperations } from './runs.ts'
import type { MockSeed } from './seed.ts'
import type { MockServiceOptions } from './service-options.ts'
import { createToolSetOperations, type ToolSetOperations } from './tool-set-operations.ts'
import { createVirtualClock } from './virtual-clock.ts'
import { createWorkflowOperations, type WorkflowOperations } from './workflow-operations.ts'
import type { World } from './world.ts'

/** The reference server in process: the API behind `fetch`, and what the API does not have as operations. */
export interface MockService
  extends WorkflowOperations,
    RunOperations,
    ToolSetOperations,
    OrganizationOperations,
    RegistryOperations,
    FaultOperations,
    JournalOperations {
  /** The clock that rules rate windows, Retry-After, Date, and everything that waits. */
  readonly clock: Clock
  /** Answers a request to the API. Resolves, unless a fault says otherwise. */
  readonly fetch: (request: Request) => Promise<Response>
  /** Limits the rate from now on, or no longer; what was counted is forgotten (LIMIT-429). */
  setRateLimit(limit: RateLimit | undefined): void
}

/**
 * Makes a service with a state of its own. Nothing is shared between two services.
 *
 * @throws {MockStateError} for a seed that contradicts itself.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService } from '@wfhost/mock-server'
 *
 * const service = createMockService({
 *   workspaces: [{ id: 'team', workflows: [{ flowId: 'greet', implementation: () => 'Hello' }] }],
 * })
 * const key = service.publishWorkflow('greet')
 * const response = await service.fetch(
 *   new Request('http://localhost/api/v2/external/flows/greet/published-run', {
 *     method: 'POST',
 *     headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
 *     body: JSON.stringify({ args: [] }),
 *   }),
 * )
 * assert.deepEqual(await response.json(), { status: 'success', result: 'Hello', stepOutputs: {} })
 * ```
 */
export function createMockService(seed: MockSeed = {}, options: MockServiceOptions = {}): MockService {
  const world = createWorld(seed, options)
  const service: MockService = {
    clock: world.clock,
    fetch: (request) => handleRequest(world, request),
    ...createWorkflowOperations(world),
    ...createRunOperations(world),
    ...createToolSetOperations(world),
    ...createOrganizationOperations(world),
    ...createRegistryOperations(world),
    ...createFaultOperations(world),
    ...createJournalOperations(world),
    setRateLimit: world.rateLimiter.set,
  }
  for (const organization of seed.organizations ?? []) service.addOrganization(organization)
  for (const workspace of seed.workspaces ?? []) service.addWorkspace(workspace)
  return service
}

function createWorld(seed: MockSeed, options: MockServiceOptions): World {
  const {
    clock = createVirtualClock(),
    keptRuns = 1000,
    product = 'wfhost',
    profile = {},
    random = createSeededRandom(0),
  } = options
  const effective = { ...defaultProfile, ...profile }
  const baseUrl = options.baseUrl?.replace(/\/+$/, '')
  const ownUrl = baseUrl ?? 'http://127.0.0.1:4010'
  const world: World = {
    clock,
    dateHeader: createDateHeader(clock.now),
    random,
    product,
    keptRuns,
    profile: effective,
    workspaces: new Map(),
    workflows: new Map(),
    workflowKeys: new Map(),
    organizations: new Map(),
    toolHostingKeys: new Map(),
    consoleSessions: new Map(),
    runs: new Map(),
    rateLimiter: createRateLimiter(clock.now, seed.rateLimit ?? effective.rateLimit),
    faults: createFaultPlan(random),
    replacedKeys: new Map(),
    journal: createJournal(options.journal),
    baseUrl,
    basePath: baseUrl === undefined ? '' : new URL(baseUrl).pathname.replace(/\/+$/, ''),
    ownUrl,
    // At its own address the registry is this service, whether or not anything listens there.
    registryFetch:
      options.registryFetch ??
      ((request) => (request.url.startsWith(`${ownUrl}/`) ? handleRequest(world, request) : fetch(request))),
    workflowServiceConfigured: seed.workflowServiceConfigured ?? true,
    toolTimeLimitMs: options.toolTimeLimitMs ?? 30_000,
    onInternalError: options.onInternalError ?? reportLoudly,
    stopping: new AbortController(),
  }
  return world
}

function reportLoudly(error: Error): void {
  // biome-ignore lint/suspicious/noConsole: an error of ours has to be seen where no hook was given.
  console.error(error)
}
