import type { FaultOperations } from '../faults/fault-plan.ts'
import { validate } from '../schema/check.ts'
import type { MockState } from '../schema/state.ts'
import type { RateLimit } from '../schema/values.ts'
import { addedSeedSchema, type MockSeed } from '../schema/world.ts'
import { toVirtualClock, type VirtualClock } from './clock/clock.ts'
import { createJournalOperations, type JournalOperations } from './journal/journal-operations.ts'
import { createRegistryOperations, type RegistryOperations } from './registry/registry-operations.ts'
import { createWorldFetch } from './requests/handle-request.ts'
import type { Fetch } from './requests/web-fetch.ts'
import { type InternalServiceOptions, type MockServiceOptions, serviceOptionsSchema } from './service-options.ts'
import { addOrganization, createOrganizationOperations, type OrganizationOperations } from './tools/organization-operations.ts'
import { createPublishOperations, type PublishOperations } from './workflows/publish-operations.ts'
import { createRunOperations, type RunOperations } from './workflows/runs.ts'
import { addWorkspace, createWorkflowOperations, type WorkflowOperations } from './workflows/workflow-operations.ts'
import { createWorld } from './world/create-world.ts'
import { reseedWorld, resetWorld } from './world/restart-world.ts'
import { restoreClock, restoreRandom, restoreState, snapshotState } from './world/state.ts'
import type { World } from './world/world.ts'

/**
 * The reference server in process. `fetch` implements the API. The other members do what the API cannot: they publish
 * workflows, set credits and limits, add faults, move the clock and read the journal.
 */
export interface MockService
  extends WorkflowOperations,
    PublishOperations,
    RunOperations,
    OrganizationOperations,
    FaultOperations,
    JournalOperations {
  /**
   * The clock for rate windows, Retry-After, Date, and everything that waits. `freeze`, `follow` and `advance` control it;
   * they throw a MockStateError if the service was given a clock of your own that lacks them.
   */
  readonly clock: VirtualClock
  /**
   * Handles a request to the API. Rejects if a fault breaks the connection, or if the request is aborted: then with the
   * reason of its signal, while the run that the request started continues.
   */
  // Narrower than Fetch, so that a wrapper with `fetch: (request) => …` is a service, too.
  readonly fetch: (request: Request) => Promise<Response>
  /** The tool registries of the workspaces: add, synchronize, activate and list them. */
  readonly registries: RegistryOperations
  /**
   * Adds the workspaces and organizations of a seed to those that the service has. To add tool sets to an existing
   * organization, or versions to an existing tool set, give only their ids beside them.
   *
   * @throws {MockStateError} if a workspace or a version exists, or the seed contradicts itself.
   */
  add(seed: Pick<MockSeed, 'workspaces' | 'organizations'>): void
  /** Sets or removes the rate limit. The counts start again (LIMIT-429). */
  setRateLimit(limit: RateLimit | undefined): void
  /**
   * Returns what happened so far, as JSON. Another service continues from it with the option `state`. It contains keys.
   */
  state(): MockState
  /**
   * Continues with a new seed, and keeps the state that still fits: keys, publications, archived workflows, credits and
   * unchanged registries. A value that differs from the last seed replaces the state.
   */
  reload(seed: MockSeed): void
  /**
   * Restores everything from the seed, or from the seed of the last `reload`: state, faults, limits, journal, clock and
   * randomness. Runs in progress end, as when the service is stopped. It resolves when the registries that were
   * synchronized are synchronized again. A clock or random source of your own is reset if it has a `reset`.
   */
  reset(): Promise<void>
}

/**
 * Creates a service with its own state. Services share nothing.
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
 *     body: JSON.stringify({ args: [], mode: 'sync' }),
 *   }),
 * )
 * assert.match(await response.text(), /"result":"Hello"/)
 * ```
 */
export function createMockService(
  seed: MockSeed = {},
  options: MockServiceOptions = {},
): MockService & { readonly fetch: Fetch } {
  validate(serviceOptionsSchema, options, 'create a service')
  const world = openWorld(() => seed, options)
  return createWorldService(world, options)
}

/** Creates a world from its seed, and restores a state if there is one. */
export function openWorld(createSeed: () => MockSeed, options: InternalServiceOptions): World {
  const { state } = options
  if (state === undefined) return createWorld(createSeed, options)

  // A clock or a random source in the options replaces the one of the state.
  const { clock = restoreClock(state), random = restoreRandom(state) } = options
  const world = createWorld(createSeed, { ...options, clock, random })
  restoreState(world, state, options)
  return world
}

/**
 * Creates the service of a world: its `fetch` function, and the operations with which tests prepare and inspect it. All state
 * is in the world, so a service is cheap and can be created for each request.
 */
export function createWorldService(world: World, options: InternalServiceOptions): MockService & { readonly fetch: Fetch } {
  return {
    fetch: createWorldFetch(world, world.basePath),
    clock: toVirtualClock(world.clock),
    registries: createRegistryOperations(world),
    // Publish, archive and restore workflows, and change their keys.
    ...createWorkflowOperations(world),
    // Publish a workflow that is written in code.
    ...createPublishOperations(world),
    // Read the runs.
    ...createRunOperations(world),
    // Create tool-hosting keys, publish tool sets, and set credits.
    ...createOrganizationOperations(world),
    // Add and remove faults.
    ...world.faults.operations,
    // Read the journal, wait for a request, and verify all requests.
    ...createJournalOperations(world),
    // Replace all state by that of a seed.
    ...createResetOperations(world, options),
    add: (seed) => addToWorld(world, seed),
    setRateLimit: (limit) => world.rateLimiter.setLimit(limit),
    state: () => snapshotState(world),
  }
}

/**
 * Creates the operations that replace all state by that of a seed. They create a second world with the same clock and random
 * source, and copy its content into the first one, to which `fetch` and all operations refer.
 */
function createResetOperations(world: World, options: InternalServiceOptions): Pick<MockService, 'reset' | 'reload'> {
  const { baseUrl, clock, random } = world
  const createSecondWorld = (createSeed: () => MockSeed) => createWorld(createSeed, { ...options, clock, random, baseUrl })

  return {
    // `resetWorld` creates the second world only after it has reset the random source, from which the keys are drawn.
    reset: () => resetWorld(world, () => createSecondWorld(world.createSeed)),
    reload: (seed) => {
      // The clock and the random source continue, so the second world can be created first.
      const secondWorld = createSecondWorld(() => seed)
      reseedWorld(world, secondWorld)
    },
  }
}

function addToWorld(world: World, seed: Pick<MockSeed, 'workspaces' | 'organizations'>): void {
  validate(addedSeedSchema, seed, 'add to the service')
  // A registry of a workspace may use a key of an organization.
  for (const organization of seed.organizations ?? []) addOrganization(world, organization)
  for (const workspace of seed.workspaces ?? []) addWorkspace(world, workspace)
}
