import type { ClockState, MockState, OrganizationState } from '../../schema/state.ts'
import type { SeededRandom } from '../random.ts'
import type { Organization, World } from '../world/world.ts'

/** The current state of a world. */
export function snapshotState(world: World): MockState {
  const { clock, rateLimiter, random } = world
  return {
    ...optional('clock', clockState(clock)),
    ...optional('random', 'seed' in random ? (random as SeededRandom).seed() : undefined),
    workflows: Array.from(world.workflows.values(), ({ description, firstKey, flowId, key, status, workspace }) => ({
      flowId,
      workspace: workspace.id,
      status,
      ...optional('key', key),
      ...optional('firstKey', firstKey),
      ...optional('description', description),
    })),
    replacedKeys: Array.from(world.replacedKeys, ([key, { flowId }]) => ({ key, flowId })),
    organizations: Array.from(world.organizations.values(), organizationState),
    workspaces: Array.from(world.workspaces.values(), ({ id, registries }) => ({
      id,
      registries: Array.from(registries.values(), ({ synced, ...entry }) => ({ ...entry, ...optional('synced', synced) })),
    })),
    runs: Array.from(world.runs.values(), ({ endedAt, flowId, mode, result, runId, startedAt }) => ({
      runId,
      flowId,
      mode,
      startedAt,
      ...optional('endedAt', endedAt),
      ...optional('result', result),
    })),
    rateLimit: {
      ...optional('seeded', world.seededRateLimit),
      ...optional('limit', rateLimiter.limit()),
      counts: Array.from(rateLimiter.counts(), ([of, counted]) => ({ of, ...counted })),
    },
    faults: world.faults.states(),
  }
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

function optional<Name extends string, Value>(name: Name, value: Value | undefined): { [Key in Name]?: Value } {
  // The object has exactly this member.
  return (value === undefined ? {} : { [name]: value }) as { [Key in Name]?: Value }
}
