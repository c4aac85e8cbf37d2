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
import type { LimitWindows } from '../requests/rate-limit.ts'
import type { MockServiceOptions } from '../service-options.ts'
import { createFailedRun } from '../workflows/perform-workflow.ts'
import { explainMissingResult, type RunState, readResult } from '../workflows/run-store.ts'
import { addWorkflow } from '../workflows/workflow-operations.ts'
import { findVersion } from './find.ts'
import type { Organization, Workflow, Workspace, World } from './world.ts'

export function snapshotState(world: World): MockState {
  const { clock, rateLimiter, random } = world
  return {
    clock: clockState(clock),
    random: 'seed' in random ? (random as SeededRandom).seed() : undefined,
    workflows: Array.from(world.workflows.values(), ({ description, firstKey, flowId, key, started, status, workspace }) => ({
      flowId,
      workspace: workspace.id,
      status,
      key,
      firstKey,
      description,
      started: started === 0 ? undefined : started,
    })),
    replacedKeys: Array.from(world.replacedKeys, ([key, { flowId }]) => ({ key, flowId })),
    organizations: Array.from(world.organizations.values(), organizationState),
    workspaces: Array.from(world.workspaces.values(), ({ id, registries }) => ({
      id,
      registries: Array.from(registries.values(), (entry) => ({ ...entry })),
    })),
    runs: Array.from(world.runs.all()).flatMap(runRecords),
    rateLimit: {
      seeded: world.seededRateLimit,
      limit: rateLimiter.limit(),
      counts: Array.from(rateLimiter.windows(), ([of, counted]) => ({ of, ...counted })),
    },
    faults: world.faults.states(),
  }
}

/** A run in a state; none if its result was not kept, since nobody could continue from it. */
function runRecords(run: RunState): StoredRun[] {
  if (explainMissingResult(run) !== undefined) return []
  const { endedAt, flowId, mode, runId, startedAt } = run
  return [{ runId, flowId, mode, startedAt, endedAt, result: readResult(run) }]
}

function clockState(clock: World['clock']): ClockState | undefined {
  if (!('frozen' in clock)) return undefined
  const now = clock.now()
  if (clock.frozen === true) return { frozenAt: now }
  const aheadMs = now - Date.now()
  // Two readings of the same clock may differ by a millisecond.
  return Math.abs(aheadMs) > 1 ? { aheadMs } : { aheadMs: 0 }
}

function organizationState({ changedVariables, credits, id, toolHostingKeys, toolSets }: Organization): OrganizationState {
  return {
    id,
    credits,
    toolHostingKeys: Array.from(toolHostingKeys.values(), ({ environment, key, name }) => ({ name, environment, key })),
    published: Array.from(toolSets.values()).flatMap(({ id: toolSet, published }) =>
      Array.from(published, ([environment, version]) => ({ toolSet, environment, version })),
    ),
    variables: Array.from(changedVariables ?? [], ([environment, variables]) => ({ environment, variables })),
  }
}

export function restoreState(world: World, state: MockState, { readWorkflow }: Pick<MockServiceOptions, 'readWorkflow'>): void {
  for (const { description, flowId, workspace } of state.workflows) {
    if (description === undefined || readWorkflow === undefined) continue
    if (!world.workspaces.has(workspace) || world.workflows.has(flowId)) continue
    addWorkflow(world, workspace, readWorkflow(description))
  }
  applyState(world, state)
  for (const record of state.runs) restoreRun(world, record)
  const { counts, limit, seeded } = state.rateLimit
  // A limit that was edited in the seed replaces the one in the state.
  if (JSON.stringify(seeded) === JSON.stringify(world.seededRateLimit))
    world.rateLimiter.set(limit, countsOf(counts, world.clock.now() + (limit?.windowMs ?? 0)))
  world.faults.restore(state.faults)
}

/** What was counted. Nothing lasts longer than a window, though the clock may have been set back since. */
function countsOf(counts: MockState['rateLimit']['counts'], latest: number): LimitWindows {
  return new Map(
    counts.map(({ left, of, stated, until }) => {
      // Whoever was told to wait longer is let in earlier.
      const kept = stated === undefined || stated > latest ? {} : { stated }
      return [of, { until: Math.min(until, latest), left, ...kept }]
    }),
  )
}

/** Continues the random sequence of a state, so that no key and no run ID repeats. */
export function randomOf({ random }: MockState): Random {
  return createSeededRandom(random ?? 0)
}

/** Restores the clock of a state: frozen at the same time, or with the same offset from the clock of the machine. */
export function clockOf({ clock = { aheadMs: 0 } }: Pick<MockState, 'clock'>): VirtualClock {
  if ('frozenAt' in clock) return createVirtualClock({ startMs: clock.frozenAt, frozen: true })
  return createVirtualClock({ startMs: Date.now() + clock.aheadMs })
}

function restoreRun(world: World, { endedAt, result = endedEarly, ...record }: StoredRun): void {
  world.runs.restore({ ...record, request: undefined }, { endedAt: endedAt ?? record.startedAt, result })
}

const endedEarly = createFailedRun({ name: 'ServiceEnded', value: 'The service ended while the run was in progress' })

/**
 * Applies a state to a world that was just created from its seed, as far as it still fits: keys, what is published and
 * archived, credits, variables, registries and their manifests. State of what the seed no longer has is dropped.
 */
export function applyState(
  world: World,
  state: Pick<MockState, 'workflows' | 'organizations' | 'workspaces' | 'replacedKeys'>,
): void {
  for (const before of state.workflows) keepWorkflow(world, { before, workflow: world.workflows.get(before.flowId) })
  for (const before of state.organizations) keepOrganization(world, { before, organization: world.organizations.get(before.id) })
  for (const { id, registries } of state.workspaces) keepRegistries(world.workspaces.get(id), registries)
  for (const { flowId, key } of state.replacedKeys) {
    const workflow = world.workflows.get(flowId)
    if (workflow !== undefined && !world.workflowKeys.has(key)) world.replacedKeys.set(key, workflow)
  }
}

function keepWorkflow(
  world: World,
  { before, workflow }: { readonly workflow: Workflow | undefined; readonly before: WorkflowState },
): void {
  if (workflow === undefined) return
  if (before.status !== 'unpublished') workflow.status = before.status
  workflow.started = before.started ?? 0
  if (before.key === undefined || workflow.firstKey !== before.firstKey) return
  if (workflow.key !== undefined) world.workflowKeys.delete(workflow.key)
  workflow.key = before.key
  world.workflowKeys.set(before.key, workflow)
}

function keepOrganization(
  world: World,
  { before, organization }: { readonly organization: Organization | undefined; readonly before: OrganizationState },
): void {
  if (organization === undefined) return
  organization.credits = before.credits
  for (const { environment, variables } of before.variables) {
    organization.environments.set(environment, Object.freeze(variables))
    organization.changedVariables = new Map(organization.changedVariables).set(environment, variables)
  }
  for (const { environment, key, name } of before.toolHostingKeys) {
    if (!organization.environments.has(environment)) continue
    const described = organization.toolHostingKeys.get(name)
    if (described !== undefined) world.toolHostingKeys.delete(described.key)
    const kept = { name, key, environment: described?.environment ?? environment, organization }
    organization.toolHostingKeys.set(name, kept)
    world.toolHostingKeys.set(key, kept)
  }
  for (const { environment, toolSet: id, version } of before.published) {
    const toolSet = organization.toolSets.get(id)
    if (toolSet !== undefined && findVersion(toolSet, version) !== undefined && organization.environments.has(environment))
      toolSet.published.set(environment, version)
  }
}

function keepRegistries(workspace: Workspace | undefined, before: readonly RegistryEntryState[]): void {
  for (const { active, added, apiKey, manifestUrl, name, synced } of before) {
    const described = workspace?.registries.get(name)
    const same = described?.manifestUrl === manifestUrl && described.apiKey === apiKey
    if (same || (added && described === undefined))
      workspace?.registries.set(name, { name, manifestUrl, apiKey, active, added, synced })
  }
}
