import type { KeyRing } from './keys/key-ring.ts'
import type { Organization, Workflow, Workspace, World } from './world.ts'

/**
 * Lets a world go on with what a new seed describes, and keeps of its state what still fits: keys, what is published
 * and archived, credits, what was synchronized. What the seed no longer has is gone.
 */
export function adoptSeed(world: World, fresh: World): void {
  for (const workflow of fresh.workflows.values()) keepWorkflow(fresh, { workflow, before: world.workflows.get(workflow.flowId) })
  for (const organization of fresh.organizations.values()) {
    keepOrganization(fresh, { organization, before: world.organizations.get(organization.id) })
  }
  for (const workspace of fresh.workspaces.values()) keepRegistries(workspace, world.workspaces.get(workspace.id))
  replace(world.workflows, fresh.workflows)
  replace(world.workflowKeys, fresh.workflowKeys)
  replace(world.workspaces, fresh.workspaces)
  replace(world.organizations, fresh.organizations)
  replace(world.toolHostingKeys, fresh.toolHostingKeys)
  replace(world.consoleSessions, fresh.consoleSessions)
}

function keepWorkflow(
  fresh: World,
  { before, workflow }: { readonly workflow: Workflow; readonly before: Workflow | undefined },
): void {
  if (before === undefined) return
  if (before.status !== 'unpublished') workflow.status = before.status
  // A key that the seed gives anew is meant.
  if (before.key === undefined || workflow.firstKey !== before.firstKey) return
  if (workflow.key !== undefined) fresh.workflowKeys.delete(workflow.key)
  workflow.key = before.key
  fresh.workflowKeys.set(before.key, workflow)
}

function keepOrganization(
  fresh: World,
  { before, organization }: { readonly organization: Organization; readonly before: Organization | undefined },
): void {
  if (before === undefined) return
  organization.credits = before.credits
  for (const [name, { environment, key }] of before.toolHostingKeys) {
    if (!organization.environments.has(environment)) continue
    const described = organization.toolHostingKeys.get(name)
    if (described !== undefined) fresh.toolHostingKeys.delete(described.key)
    const kept = { name, key, environment: described?.environment ?? environment, organization }
    organization.toolHostingKeys.set(name, kept)
    fresh.toolHostingKeys.set(key, kept)
  }
  for (const [id, { published }] of before.toolSets) {
    const toolSet = organization.toolSets.get(id)
    for (const [environment, version] of published) {
      if (toolSet?.versions.has(version) === true && organization.environments.has(environment))
        toolSet.published.set(environment, version)
    }
  }
}

function keepRegistries(workspace: Workspace, before: Workspace | undefined): void {
  for (const entry of before?.registries.values() ?? []) {
    const described = workspace.registries.get(entry.name)
    if (described === undefined || described.manifestUrl !== entry.manifestUrl || described.apiKey !== entry.apiKey) continue
    described.active = entry.active
    described.synced = entry.synced
  }
}

function replace<T>(map: Map<string, T> | KeyRing<T>, by: Iterable<readonly [string, T]>): void {
  map.clear()
  for (const [name, value] of by) map.set(name, value)
}
