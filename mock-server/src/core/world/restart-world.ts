import type { MockState, OrganizationState, WorkflowState } from '../../schema/state.ts'
import { startsPublished, type WorkflowSeed } from '../../schema/workflow.ts'
import type { MockSeed, OrganizationSeed } from '../../schema/world.ts'
import { synchronize } from '../registry/registry-entries.ts'
import type { KeyRing } from '../requests/authenticate.ts'
import { applyState, snapshotState } from './state.ts'
import type { World } from './world.ts'

/**
 * Restarts a world from its seed, of which another one is made. What is in progress ends and does not touch the new state. Registries that were
 * synchronized are synchronized again.
 */
export async function resetWorld(world: World, createAnother: () => World): Promise<void> {
  const before = synchronized(world)
  world.stopping.abort(new DOMException('The service was reset', 'AbortError'))
  world.stopping = new AbortController()
  // First, since the seed uses it for keys.
  if (isResettable(world.random)) world.random.reset()
  if (isResettable(world.clock)) world.clock.reset()
  const fresh = createAnother()
  replaceSeeded(world, fresh)
  world.runs.clear()
  world.rateLimiter.set(fresh.rateLimiter.limit())
  world.faults.restore(fresh.faults.states())
  world.journal.reset()
  // If a manifest cannot be read, the step that needs it reports why.
  for (const [workspace, name] of before) {
    const entry = world.workspaces.get(workspace)?.registries.get(name)
    if (entry !== undefined) await synchronize(world, entry).catch(() => {})
  }
}

function synchronized(world: World): (readonly [workspace: string, registry: string])[] {
  return Array.from(world.workspaces.values()).flatMap(({ id, registries }) =>
    Array.from(registries.values()).flatMap(({ name, synced }) => (synced === undefined ? [] : [[id, name] as const])),
  )
}

/** Clocks and random sources of users need not have a reset. */
function isResettable(source: object): source is { readonly reset: () => void } {
  return 'reset' in source && typeof source.reset === 'function'
}

export function reseedWorld(world: World, fresh: World): void {
  for (const workflow of world.workflows.values()) {
    // Workflows that were added as data are in no seed.
    const workspace = fresh.workspaces.get(workflow.workspace.id)
    if (workflow.description === undefined || workspace === undefined || fresh.workflows.has(workflow.flowId)) continue
    fresh.workflows.set(workflow.flowId, { ...workflow, workspace })
  }
  applyState(fresh, withoutReseeded(snapshotState(world), { before: world.createSeed(), after: fresh.createSeed() }))
  // What the new seed gives differently from the last one replaces the state.
  if (!isSame(world.seededRateLimit, fresh.seededRateLimit)) world.rateLimiter.set(fresh.rateLimiter.limit())
  if (!isSame(world.seededFaults, fresh.seededFaults)) world.faults.restore(fresh.faults.states())
  replaceSeeded(world, fresh)
}

function replaceSeeded(world: World, fresh: World): void {
  replace(world.workflows, fresh.workflows)
  replace(world.workflowKeys, fresh.workflowKeys)
  replace(world.replacedKeys, fresh.replacedKeys)
  replace(world.workspaces, fresh.workspaces)
  replace(world.organizations, fresh.organizations)
  replace(world.toolHostingKeys, fresh.toolHostingKeys)
  replace(world.consoleSessions, fresh.consoleSessions)
  world.workflowServiceConfigured = fresh.workflowServiceConfigured
  world.seededRateLimit = fresh.seededRateLimit
  world.seededFaults = fresh.seededFaults
  world.createSeed = fresh.createSeed
}

function replace<T>(map: Map<string, T> | KeyRing<T>, by: Iterable<readonly [string, T]>): void {
  map.clear()
  for (const [name, value] of by) map.set(name, value)
}

type Kept = Pick<MockState, 'organizations' | 'replacedKeys' | 'workflows' | 'workspaces'>

interface Seeds {
  readonly before: MockSeed
  readonly after: MockSeed
}

/**
 * Removes from a state what differs between the two seeds: whoever edits the credits, a key or a published version in a
 * world file expects the edit to apply. What is the same in both seeds stays as it is in the state.
 */
function withoutReseeded(state: Kept, { after, before }: Seeds): Kept {
  const workflows = { before: workflowsOf(before), after: workflowsOf(after) }
  const organizations = { before: organizationsOf(before), after: organizationsOf(after) }
  return {
    ...state,
    // A story that is edited begins anew.
    workflows: state.workflows.map(({ started: _started, ...workflow }) => {
      const { flowId } = workflow
      return keptWorkflow(workflow, { before: workflows.before.get(flowId), after: workflows.after.get(flowId) })
    }),
    organizations: state.organizations.map((organization) => {
      const { id } = organization
      return keptOrganization(organization, { before: organizations.before.get(id), after: organizations.after.get(id) })
    }),
  }
}

function keptWorkflow(state: WorkflowState, { after, before }: Pair<WorkflowSeed>): WorkflowState {
  if (before === undefined || after === undefined) return state
  const same = startsPublished(before) === startsPublished(after) && isSame(before.archived, after.archived)
  // An unpublished workflow gets its status from the seed.
  return same ? state : { ...state, status: 'unpublished' }
}

function keptOrganization(state: OrganizationState, { after, before }: Pair<OrganizationSeed>): OrganizationState {
  if (before === undefined || after === undefined) return state
  const stays = (read: (organization: OrganizationSeed) => unknown): boolean => isSame(read(before), read(after))
  return {
    ...state,
    credits: stays(({ credits = 0 }) => credits) ? state.credits : (after.credits ?? 0),
    toolHostingKeys: state.toolHostingKeys.filter(({ name }) =>
      stays(({ toolHostingKeys = [] }) => toolHostingKeys.find((key) => key.name === name)),
    ),
    published: state.published.filter(({ environment, toolSet }) =>
      stays(({ toolSets = [] }) => toolSets.find(({ id }) => id === toolSet)?.published?.[environment]),
    ),
    variables: state.variables.filter(({ environment }) =>
      stays(({ environments = [] }) => environments.find(({ name }) => name === environment)?.variables),
    ),
  }
}

interface Pair<Seed> {
  readonly before: Seed | undefined
  readonly after: Seed | undefined
}

function workflowsOf({ workspaces = [] }: MockSeed): ReadonlyMap<string, WorkflowSeed> {
  return new Map(workspaces.flatMap(({ workflows = [] }) => workflows.map((workflow) => [workflow.flowId, workflow] as const)))
}

function organizationsOf({ organizations = [] }: MockSeed): ReadonlyMap<string, OrganizationSeed> {
  return new Map(organizations.map((organization) => [organization.id, organization]))
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
