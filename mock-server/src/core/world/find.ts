import { didYouMean } from '@wfhost/internal/messages'
import { MockStateError } from '../mock-state-error.ts'
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

/**
 * What a map holds under a name, or an error that suggests the nearest name.
 *
 * @throws {MockStateError} that says what was attempted and what does not exist.
 */
export function findNamed<T>(
  known: ReadonlyMap<string, T>,
  name: string,
  error: { readonly attempt: string; readonly missing: string },
): T {
  const found = known.get(name)
  // A distance to every name costs more than all else that a world is made of: only where it is told.
  return found ?? requireFound(found, error.attempt, error.missing + didYouMean(name, [...known.keys()]))
}

export function findWorkspace({ workspaces }: World, id: string, attempt: string): Workspace {
  return findNamed(workspaces, id, { attempt, missing: `no workspace has the id "${id}"` })
}

export function findWorkflow({ workflows }: World, flowId: string, verb: string): Workflow {
  return findNamed(workflows, flowId, { attempt: `${verb} workflow "${flowId}"`, missing: 'no workflow has this flowId' })
}

export function findOrganization({ organizations }: World, id: string, attempt: string): Organization {
  return findNamed(organizations, id, { attempt, missing: `no organization has the id "${id}"` })
}

export function findToolSet({ id, toolSets }: Organization, toolSet: string, attempt: string): ToolSet {
  return findNamed(toolSets, toolSet, { attempt, missing: `organization "${id}" has no such tool set` })
}

export function requireEnvironment({ environments, id }: Organization, environment: string, attempt: string): void {
  const missing = `organization "${id}" has no environment profile named "${environment}"`
  findNamed(environments, environment, { attempt, missing })
}

export function versionOf({ versions }: ToolSet, number: string | undefined): ToolSetVersion | undefined {
  return versions.find(({ version }) => version === number)
}
