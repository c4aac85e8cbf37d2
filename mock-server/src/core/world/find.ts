import { didYouMean } from '@wfhost/internal/messages'
import { MockStateError } from '../mock-state-error.ts'
import type { Organization, Toolset, ToolsetVersion, Workflow, Workspace, World } from './world.ts'

/**
 * Returns the value of a lookup.
 *
 * @throws {MockStateError} with the action and the missing object, if the value is undefined.
 */
export function requireFound<T>(value: T | undefined, action: string, missing: string): T {
  if (value === undefined) throw new MockStateError(`Cannot ${action}: ${missing}`)
  return value
}

/** The parts of the message about a missing object: "Cannot <action>: <missing>". */
interface MissingObject {
  readonly action: string
  readonly missing: string
}

/**
 * Returns the value with a name.
 *
 * @throws {MockStateError} that suggests the nearest name, if the map has no such name.
 */
export function findNamed<T>(values: ReadonlyMap<string, T>, name: string, { action, missing }: MissingObject): T {
  const value = values.get(name)
  if (value !== undefined) return value

  // The nearest name is expensive to find, so only the error message computes it.
  throw new MockStateError(`Cannot ${action}: ${missing}${didYouMean(name, [...values.keys()])}`)
}

export function findWorkspace({ workspaces }: World, id: string, action: string): Workspace {
  return findNamed(workspaces, id, { action, missing: `no workspace has the id "${id}"` })
}

export function findWorkflow({ workflows }: World, flowId: string, verb: string): Workflow {
  return findNamed(workflows, flowId, { action: `${verb} workflow "${flowId}"`, missing: 'no workflow has this flowId' })
}

export function findOrganization({ organizations }: World, id: string, action: string): Organization {
  return findNamed(organizations, id, { action, missing: `no organization has the id "${id}"` })
}

export function findToolset({ id, toolsets }: Organization, toolset: string, action: string): Toolset {
  return findNamed(toolsets, toolset, { action, missing: `organization "${id}" has no such tool set` })
}

export function assertEnvironment({ environments, id }: Organization, environment: string, action: string): void {
  const missing = `organization "${id}" has no environment profile named "${environment}"`
  findNamed(environments, environment, { action, missing })
}

export function findVersion({ versions }: Toolset, number: string | undefined): ToolsetVersion | undefined {
  return versions.find(({ version }) => version === number)
}
