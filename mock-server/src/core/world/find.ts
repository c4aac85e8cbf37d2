import { didYouMean } from '@wfhost/internal/messages'
import { MockStateError } from '../mock-state-error.ts'
import type { Organization, Toolset, ToolsetVersion, Workflow, Workspace, World } from './world.ts'

/**
 * Returns the value of a lookup.
 *
 * @throws {MockStateError} with the attempt and the missing object, if the value is undefined.
 */
export function requireFound<T>(value: T | undefined, attempt: string, missing: string): T {
  if (value === undefined) throw new MockStateError(`Cannot ${attempt}: ${missing}`)
  return value
}

/** The parts of the message about a missing object: "Cannot <attempt>: <missing>". */
interface MissingObject {
  readonly attempt: string
  readonly missing: string
}

/**
 * Returns the value with a name.
 *
 * @throws {MockStateError} that suggests the nearest name, if the map has no such name.
 */
export function findNamed<T>(values: ReadonlyMap<string, T>, name: string, { attempt, missing }: MissingObject): T {
  const value = values.get(name)
  if (value !== undefined) return value

  // The nearest name is expensive to find, so only the error message computes it.
  throw new MockStateError(`Cannot ${attempt}: ${missing}${didYouMean(name, [...values.keys()])}`)
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

export function findToolset({ id, toolsets }: Organization, toolset: string, attempt: string): Toolset {
  return findNamed(toolsets, toolset, { attempt, missing: `organization "${id}" has no such tool set` })
}

export function requireEnvironment({ environments, id }: Organization, environment: string, attempt: string): void {
  const missing = `organization "${id}" has no environment profile named "${environment}"`
  findNamed(environments, environment, { attempt, missing })
}

export function findVersion({ versions }: Toolset, number: string | undefined): ToolsetVersion | undefined {
  return versions.find(({ version }) => version === number)
}
