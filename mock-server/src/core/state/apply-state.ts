import type { MockState, OrganizationState, RegistryEntryState, WorkflowState } from '../../schema/state.ts'
import { versionOf } from '../world/find.ts'
import type { Organization, Workflow, Workspace, World } from '../world/world.ts'

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
    if (toolSet !== undefined && versionOf(toolSet, version) !== undefined && organization.environments.has(environment))
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
