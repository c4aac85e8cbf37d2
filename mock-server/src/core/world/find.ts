import { didYouMean, MockStateError } from '../mock-state-error.ts'
import type { Organization, ToolSet, ToolSetVersion, Workflow, Workspace, World } from './world.ts'

/**
 * Returns what was looked up.
 *
 * @throws {MockStateError} that says what was attempted and what does not exist.
 */
export function requireFound<T>(found: T | undefined, attempt: string, missing: string): T {
  if (found === undefined) throw new MockStateError(`Cannot ${attempt}: ${missing}`)
  return found
}

/** A workspace, or an error that says what was attempted without it. */
export function findWorkspace({ workspaces }: World, id: string, attempt: string): Workspace {
  return requireFound(workspaces.get(id), attempt, `no workspace has the id "${id}"${didYouMean(id, [...workspaces.keys()])}`)
}

/** A workflow, or an error that says what cannot be done to it. */
export function findWorkflow({ workflows }: World, flowId: string, verb: string): Workflow {
  const missing = `no workflow has this flowId${didYouMean(flowId, [...workflows.keys()])}`
  return requireFound(workflows.get(flowId), `${verb} workflow "${flowId}"`, missing)
}

/** An organization, or an error that says what was attempted without it. */
export function findOrganization({ organizations }: World, id: string, attempt: string): Organization {
  const missing = `no organization has the id "${id}"${didYouMean(id, [...organizations.keys()])}`
  return requireFound(organizations.get(id), attempt, missing)
}

/** A tool set of an organization, or an error that says what was attempted without it. */
export function findToolSet({ id, toolSets }: Organization, toolSet: string, attempt: string): ToolSet {
  const missing = `organization "${id}" has no such tool set${didYouMean(toolSet, [...toolSets.keys()])}`
  return requireFound(toolSets.get(toolSet), attempt, missing)
}

/** Checks that an organization has an environment profile. */
export function requireEnvironment({ environments, id }: Organization, environment: string, attempt: string): void {
  const missing = `organization "${id}" has no environment profile named "${environment}"`
  requireFound(environments.get(environment), attempt, missing + didYouMean(environment, [...environments.keys()]))
}

/** A version of a tool set by its number. */
export function versionOf({ versions }: ToolSet, number: string | undefined): ToolSetVersion | undefined {
  return versions.find(({ version }) => version === number)
}
