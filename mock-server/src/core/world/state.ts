import type {
  ClockState,
  MockState,
  OrganizationState,
  RegistryEntryState,
  StoredRun,
  WorkflowState,
} from '../../schema/state.ts'
import type { VirtualClock } from '../clock/clock.ts'
import { createVirtualClock } from '../clock/virtual-clock.ts'
import { createSeededRandom, type Random, type SeededRandom } from '../random.ts'
import type { LimitWindow, LimitWindows } from '../requests/rate-limit.ts'
import type { InternalServiceOptions } from '../service-options.ts'
import { setVariables } from '../tools/organization-operations.ts'
import { createFailedRun } from '../workflows/perform-workflow.ts'
import { explainMissingResult, readResult } from '../workflows/run-store.ts'
import { addWorkflow } from '../workflows/workflow-operations.ts'
import { findVersion } from './find.ts'
import type { Organization, Workflow, Workspace, World } from './world.ts'

/**
 * Copies the state of a world to data that can be written as JSON. A later process continues from it with `restoreState`. The
 * names of the members are those of the state file.
 */
export function snapshotState(world: World): MockState {
  return {
    clock: snapshotClock(world.clock),
    // A random source of the caller has no state that can be restored.
    random: isSeeded(world.random) ? world.random.seed() : undefined,
    workflows: Array.from(world.workflows.values(), snapshotWorkflow),
    // Keys that were valid before a workflow got a new one. A request with such a key gets a message that says so.
    replacedKeys: Array.from(world.replacedKeys, ([key, { flowId }]) => ({ key, flowId })),
    organizations: Array.from(world.organizations.values(), snapshotOrganization),
    workspaces: Array.from(world.workspaces.values(), snapshotWorkspace),
    runs: snapshotRuns(world),
    rateLimit: snapshotRateLimit(world),
    faults: world.faults.states(),
  }
}

function snapshotWorkspace({ id, registries }: Workspace): MockState['workspaces'][number] {
  return { id, registries: Array.from(registries.values(), (entry) => ({ ...entry })) }
}

function snapshotRateLimit({ rateLimiter, seededRateLimit }: World): MockState['rateLimit'] {
  return {
    // The limit in the world file. If a later process finds another one there, a person has edited the file.
    seeded: seededRateLimit,
    // The limit that applies. A test may have changed it.
    limit: rateLimiter.limit(),
    // The windows that count requests: `of` is the key, the workflow or the organization.
    counts: Array.from(rateLimiter.windows(), ([subject, window]) => ({ of: subject, ...window })),
  }
}

function isSeeded(random: Random): random is SeededRandom {
  return 'seed' in random
}

/** Lists the runs. Leaves out a run whose result was too large to store, because such a run cannot be restored. */
function snapshotRuns(world: World): StoredRun[] {
  const stored: StoredRun[] = []
  for (const run of world.runs.all()) {
    if (explainMissingResult(run) !== undefined) continue
    const { endedAt, flowId, mode, runId, startedAt } = run
    stored.push({ runId, flowId, mode, startedAt, endedAt, result: readResult(run) })
  }
  return stored
}

function snapshotClock(clock: World['clock']): ClockState | undefined {
  // A clock of the user has no state that can be restored.
  if (!('frozen' in clock)) return undefined

  const now = clock.now()
  if (clock.frozen === true) return { frozenAt: now }

  const aheadMs = now - Date.now()
  // Two readings of the same clock may differ by a millisecond.
  return { aheadMs: Math.abs(aheadMs) > 1 ? aheadMs : 0 }
}

function snapshotWorkflow({ data, seededKey, flowId, key, startedRunCount, status, workspace }: Workflow): WorkflowState {
  return {
    flowId,
    workspace: workspace.id,
    status,
    key,
    firstKey: seededKey,
    data,
    started: startedRunCount === 0 ? undefined : startedRunCount,
  }
}

function snapshotOrganization({ changedVariables, credits, id, toolHostingKeys, toolsets }: Organization): OrganizationState {
  const published: OrganizationState['published'][number][] = []
  for (const toolset of toolsets.values()) {
    for (const [environment, version] of toolset.published) published.push({ toolset: toolset.id, environment, version })
  }

  return {
    id,
    credits,
    toolHostingKeys: Array.from(toolHostingKeys.values(), ({ environment, key, name }) => ({ name, environment, key })),
    published,
    variables: Array.from(changedVariables ?? [], ([environment, variables]) => ({ environment, variables })),
  }
}

type RestoreOptions = Pick<InternalServiceOptions, 'readWorkflow'>

/** Restores a state in a world that was just created from its seed. */
export function restoreState(world: World, state: MockState, { readWorkflow }: RestoreOptions): void {
  if (readWorkflow !== undefined) restoreAddedWorkflows(world, state, readWorkflow)
  applyState(world, state)
  world.runs.restore(state.runs.map(toEarlierRun))
  restoreRateLimit(world, state)
  world.faults.restore(state.faults)
}

/** Adds the workflows that were added as data while the earlier service ran. */
function restoreAddedWorkflows(world: World, state: MockState, readWorkflow: NonNullable<RestoreOptions['readWorkflow']>): void {
  for (const { data, flowId, workspace } of state.workflows) {
    const canAdd = world.workspaces.has(workspace) && !world.workflows.has(flowId)
    if (data !== undefined && canAdd) addWorkflow(world, workspace, readWorkflow(data))
  }
}

function toEarlierRun({ endedAt, result = interruptedResult, ...run }: StoredRun) {
  return { run: { ...run, request: undefined }, endedAt: endedAt ?? run.startedAt, result }
}

const interruptedResult = createFailedRun({
  name: 'ServiceEnded',
  value: 'The service ended while the run was in progress',
})

/** Restores the rate limit, unless the limit in the seed was edited: then the new limit applies. */
function restoreRateLimit(world: World, { rateLimit }: MockState): void {
  const isEdited = JSON.stringify(rateLimit.seeded) !== JSON.stringify(world.seededRateLimit)
  if (isEdited) return

  const { counts, limit } = rateLimit
  const latestEnd = world.clock.now() + (limit?.windowMs ?? 0)
  world.rateLimiter.setLimit(limit, restoreWindows(counts, latestEnd))
}

/** Restores the windows of a rate limit. The clock may have been set back, so no window may end later than a new one would. */
function restoreWindows(counts: MockState['rateLimit']['counts'], latestEnd: number): LimitWindows {
  const windows: LimitWindows = new Map()
  for (const { left, of, stated, until } of counts) {
    const window: LimitWindow = { until: Math.min(until, latestEnd), left }
    // A client that was refused for longer may come earlier.
    if (stated !== undefined && stated <= latestEnd) window.stated = stated
    windows.set(of, window)
  }
  return windows
}

/** Continues the random sequence of a state, so that no key and no run ID repeats. */
export function restoreRandom({ random }: MockState): Random {
  return createSeededRandom(random ?? 0)
}

/** Restores the clock of a state: frozen at the same time, or with the same offset from the clock of the machine. */
export function restoreClock({ clock = { aheadMs: 0 } }: Pick<MockState, 'clock'>): VirtualClock {
  if ('frozenAt' in clock) return createVirtualClock({ startMs: clock.frozenAt, frozen: true })
  return createVirtualClock({ startMs: Date.now() + clock.aheadMs })
}

type SavedState = Pick<MockState, 'workflows' | 'organizations' | 'workspaces' | 'replacedKeys'>

/**
 * Applies a saved state to a world that was just created from its seed: keys, publications, archived workflows, credits,
 * variables and registries. Ignores the state of workflows, organizations and workspaces that are no longer in the seed.
 */
export function applyState(world: World, state: SavedState): void {
  for (const workflowState of state.workflows) {
    const workflow = world.workflows.get(workflowState.flowId)
    if (workflow !== undefined) applyWorkflowState(world, workflow, workflowState)
  }

  for (const organizationState of state.organizations) {
    const organization = world.organizations.get(organizationState.id)
    if (organization !== undefined) applyOrganizationState(world, organization, organizationState)
  }

  for (const { id, registries } of state.workspaces) {
    const workspace = world.workspaces.get(id)
    if (workspace !== undefined) applyRegistryStates(workspace, registries)
  }

  for (const replacedKey of state.replacedKeys) applyReplacedKey(world, replacedKey)
}

/**
 * Remembers a key that a regeneration has replaced, so that the journal can name it. If the edited seed gives this key to a
 * workflow again, the key is valid and not a replaced one.
 */
function applyReplacedKey(world: World, { flowId, key }: MockState['replacedKeys'][number]): void {
  const workflow = world.workflows.get(flowId)
  const isValidAgain = world.workflowKeys.has(key)
  if (workflow !== undefined && !isValidAgain) world.replacedKeys.set(key, workflow)
}

function applyWorkflowState(world: World, workflow: Workflow, state: WorkflowState): void {
  if (state.status !== 'unpublished') workflow.status = state.status
  workflow.startedRunCount = state.started ?? 0

  const hasSameSeedKey = workflow.seededKey === state.firstKey
  if (state.key === undefined || !hasSameSeedKey) return

  if (workflow.key !== undefined) world.workflowKeys.delete(workflow.key)
  workflow.key = state.key
  world.workflowKeys.set(state.key, workflow)
}

function applyOrganizationState(world: World, organization: Organization, state: OrganizationState): void {
  organization.credits = state.credits

  for (const { environment, variables } of state.variables) setVariables(organization, environment, variables)
  for (const key of state.toolHostingKeys) applyToolHostingKey(world, organization, key)

  for (const { environment, toolset: id, version } of state.published) {
    const toolset = organization.toolsets.get(id)
    const hasVersion = toolset !== undefined && findVersion(toolset, version) !== undefined
    if (hasVersion && organization.environments.has(environment)) toolset.published.set(environment, version)
  }
}

type ToolHostingKeyState = OrganizationState['toolHostingKeys'][number]

/** Restores a key. The environment profile of a key in the seed replaces the profile in the state. */
function applyToolHostingKey(world: World, organization: Organization, { environment, key, name }: ToolHostingKeyState): void {
  if (!organization.environments.has(environment)) return

  const seeded = organization.toolHostingKeys.get(name)
  if (seeded !== undefined) world.toolHostingKeys.delete(seeded.key)

  const restored = { name, key, environment: seeded?.environment ?? environment, organization }
  organization.toolHostingKeys.set(name, restored)
  world.toolHostingKeys.set(key, restored)
}

/** Restores the registries that the seed has unchanged, and those that were added while the earlier service ran. */
function applyRegistryStates(workspace: Workspace, states: readonly RegistryEntryState[]): void {
  for (const { active, added, apiKey, manifestUrl, name, synced } of states) {
    const seeded = workspace.registries.get(name)
    const isUnchanged = seeded?.manifestUrl === manifestUrl && seeded.apiKey === apiKey
    const isMissing = added && seeded === undefined
    if (isUnchanged || isMissing) workspace.registries.set(name, { name, manifestUrl, apiKey, active, added, synced })
  }
}
