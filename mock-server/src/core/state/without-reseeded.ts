import type { MockState, OrganizationState, WorkflowState } from '../../schema/state.ts'
import type { WorkflowSeed } from '../../schema/workflow.ts'
import type { MockSeed, OrganizationSeed } from '../../schema/world.ts'

/** The part of a state that a new seed may replace. */
type Kept = Pick<MockState, 'organizations' | 'replacedKeys' | 'workflows' | 'workspaces'>

/** The seed that a world had, and the one that it gets. */
interface Seeds {
  readonly before: MockSeed
  readonly after: MockSeed
}

/**
 * Removes from a state what differs between the two seeds: whoever edits the credits, a key or a published version in a
 * world file expects the edit to apply. What is the same in both seeds stays as it is in the state.
 */
export function withoutReseeded(state: Kept, { after, before }: Seeds): Kept {
  const workflows = { before: workflowsOf(before), after: workflowsOf(after) }
  const organizations = { before: organizationsOf(before), after: organizationsOf(after) }
  return {
    ...state,
    workflows: state.workflows.map((workflow) => {
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
  const same = isSame(before.published, after.published) && isSame(before.archived, after.archived)
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
