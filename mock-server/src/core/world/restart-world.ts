import type { MockState, OrganizationState, WorkflowState } from '../../schema/state.ts'
import { isInitiallyPublished, type WorkflowSeed } from '../../schema/workflow.ts'
import type { MockSeed, OrganizationSeed } from '../../schema/world.ts'
import { syncRegistry } from '../registry/registry-entries.ts'
import type { KeyRing } from '../requests/authenticate.ts'
import { applyState, snapshotState } from './state.ts'
import type { World } from './world.ts'

/**
 * Resets a world to its seed, which describes the initial state. Work in progress ends and does not change the new state. The
 * registries that were synchronized are synchronized again, so that workflows can use their tools.
 */
export async function resetWorld(world: World, createFreshWorld: () => World): Promise<void> {
  const synchronizedRegistries = listSynchronizedRegistries(world)

  // Work in progress has the signal of the old controller.
  world.stopController.abort(new DOMException('The service was reset', 'AbortError'))
  world.stopController = new AbortController()

  // The seed draws its keys from the random source, so the source is reset before the fresh world is created.
  if (isResettable(world.random)) world.random.reset()
  if (isResettable(world.clock)) world.clock.reset()
  resetState(world, createFreshWorld())

  for (const { name, workspaceId } of synchronizedRegistries) {
    const entry = world.workspaces.get(workspaceId)?.registries.get(name)
    // A failure does not end the reset. It shows later, when a step of a workflow uses a tool of this registry.
    if (entry !== undefined) await syncRegistry(world, entry).catch(() => {})
  }
}

/** Replaces all state of a world. State that is added to `World` must be reset here or in `copySeededState`. */
function resetState(world: World, freshWorld: World): void {
  copySeededState(freshWorld, world)
  world.rateLimiter.setLimit(freshWorld.rateLimiter.limit())
  world.faults.restore(freshWorld.faults.states())
  world.runs.clear()
  world.journal.reset()
}

/** The names of an entry for a registry: its workspace, and its own name. */
interface RegistryReference {
  readonly workspaceId: string
  readonly name: string
}

function listSynchronizedRegistries(world: World): readonly RegistryReference[] {
  const references: RegistryReference[] = []
  for (const { id, registries } of world.workspaces.values()) {
    for (const { name, synced } of registries.values()) {
      if (synced !== undefined) references.push({ workspaceId: id, name })
    }
  }
  return references
}

/** Clocks and random sources of users may have no reset. */
function isResettable(source: object): source is { readonly reset: () => void } {
  return 'reset' in source && typeof source.reset === 'function'
}

/**
 * Replaces the seed of a world, and keeps the state that still fits. A value that the new seed changes replaces the state.
 *
 * @param freshWorld - A world that was created from the new seed.
 */
export function reseedWorld(world: World, freshWorld: World): void {
  keepAddedWorkflows(world, freshWorld)

  const seeds = { before: world.createSeed(), after: freshWorld.createSeed() }
  applyState(freshWorld, removeReseeded(snapshotState(world), seeds))

  if (!isSame(world.seededRateLimit, freshWorld.seededRateLimit)) world.rateLimiter.setLimit(freshWorld.rateLimiter.limit())
  if (!isSame(world.seededFaults, freshWorld.seededFaults)) world.faults.restore(freshWorld.faults.states())
  copySeededState(freshWorld, world)
}

/** Copies the workflows that were added as data while the service ran. They are in no seed. */
function keepAddedWorkflows(world: World, freshWorld: World): void {
  for (const workflow of world.workflows.values()) {
    const workspace = freshWorld.workspaces.get(workflow.workspace.id)
    const wasAdded = workflow.data !== undefined && !freshWorld.workflows.has(workflow.flowId)
    if (wasAdded && workspace !== undefined) freshWorld.workflows.set(workflow.flowId, { ...workflow, workspace })
  }
}

/** Replaces the parts of a world that come from its seed by those of a fresh world. */
function copySeededState(freshWorld: World, world: World): void {
  replaceEntries(world.workflows, freshWorld.workflows)
  replaceEntries(world.workflowKeys, freshWorld.workflowKeys)
  replaceEntries(world.replacedKeys, freshWorld.replacedKeys)
  replaceEntries(world.workspaces, freshWorld.workspaces)
  replaceEntries(world.organizations, freshWorld.organizations)
  replaceEntries(world.toolHostingKeys, freshWorld.toolHostingKeys)
  replaceEntries(world.consoleSessions, freshWorld.consoleSessions)
  world.workflowServiceConfigured = freshWorld.workflowServiceConfigured
  world.seededRateLimit = freshWorld.seededRateLimit
  world.seededFaults = freshWorld.seededFaults
  world.createSeed = freshWorld.createSeed
}

function replaceEntries<T>(map: Map<string, T> | KeyRing<T>, entries: Iterable<readonly [string, T]>): void {
  map.clear()
  for (const [name, value] of entries) map.set(name, value)
}

type KeptState = Pick<MockState, 'organizations' | 'replacedKeys' | 'workflows' | 'workspaces'>

interface Seeds {
  readonly before: MockSeed
  readonly after: MockSeed
}

/**
 * Removes the parts of a state that differ between two seeds. People who edit the credits, a key or a published version in
 * a world file expect the edit to apply. Parts that are the same in both seeds keep their state.
 */
function removeReseeded(state: KeptState, { after, before }: Seeds): KeptState {
  const workflowsBefore = indexWorkflows(before)
  const workflowsAfter = indexWorkflows(after)
  const workflows = state.workflows.map((workflow) => {
    const seeds = { before: workflowsBefore.get(workflow.flowId), after: workflowsAfter.get(workflow.flowId) }
    return removeReseededStatus(workflow, seeds)
  })

  const organizationsBefore = indexOrganizations(before)
  const organizationsAfter = indexOrganizations(after)
  const organizations = state.organizations.map((organization) => {
    const seeds = { before: organizationsBefore.get(organization.id), after: organizationsAfter.get(organization.id) }
    return removeReseededMembers(organization, seeds)
  })

  return { ...state, workflows, organizations }
}

interface SeedPair<Seed> {
  readonly before: Seed | undefined
  readonly after: Seed | undefined
}

/** Removes the number of runs, so that an edited sequence starts again, and the status if the new seed changes it. */
function removeReseededStatus(state: WorkflowState, { after, before }: SeedPair<WorkflowSeed>): WorkflowState {
  const { started: _started, ...workflow } = state
  if (before === undefined || after === undefined) return workflow

  const isUnchanged = isInitiallyPublished(before) === isInitiallyPublished(after) && isSame(before.archived, after.archived)
  // The status of an unpublished workflow comes from the seed.
  return isUnchanged ? workflow : { ...workflow, status: 'unpublished' }
}

/**
 * Removes the state that an edited seed replaces: a member of the state stays only if the seed has the same value for it before
 * and after the edit.
 */
function removeReseededMembers(state: OrganizationState, { after, before }: SeedPair<OrganizationSeed>): OrganizationState {
  if (before === undefined || after === undefined) return state

  const isUnchanged = (read: (seed: OrganizationSeed) => unknown): boolean => isSame(read(before), read(after))
  const areCreditsUnchanged = isUnchanged((seed) => seed.credits ?? 0)

  return {
    ...state,
    credits: areCreditsUnchanged ? state.credits : (after.credits ?? 0),
    toolHostingKeys: state.toolHostingKeys.filter(({ name }) => isUnchanged((seed) => findSeededKey(seed, name))),
    published: state.published.filter(({ environment, toolset }) =>
      isUnchanged((seed) => findSeededVersion(seed, toolset, environment)),
    ),
    variables: state.variables.filter(({ environment }) => isUnchanged((seed) => findSeededVariables(seed, environment))),
  }
}

function findSeededKey({ toolHostingKeys = [] }: OrganizationSeed, name: string): unknown {
  return toolHostingKeys.find((key) => key.name === name)
}

function findSeededVersion({ toolsets = [] }: OrganizationSeed, toolsetId: string, environment: string): unknown {
  return toolsets.find(({ id }) => id === toolsetId)?.published?.[environment]
}

function findSeededVariables({ environments = [] }: OrganizationSeed, environment: string): unknown {
  return environments.find(({ name }) => name === environment)?.variables
}

function indexWorkflows({ workspaces = [] }: MockSeed): ReadonlyMap<string, WorkflowSeed> {
  const workflows = workspaces.flatMap((workspace) => workspace.workflows ?? [])
  return new Map(workflows.map((workflow) => [workflow.flowId, workflow]))
}

function indexOrganizations({ organizations = [] }: MockSeed): ReadonlyMap<string, OrganizationSeed> {
  return new Map(organizations.map((organization) => [organization.id, organization]))
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
