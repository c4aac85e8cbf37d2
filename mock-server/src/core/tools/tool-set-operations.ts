import { check } from '../../schema/check.ts'
import { type ToolSetSeed, type ToolSetVersionSeed, toolSetSeed, toolSetVersionSeed } from '../../schema/world.ts'
import { MockStateError } from '../mock-state-error.ts'
import { checkedParameters } from '../requests/read-arguments.ts'
import { findOrganization, findToolSet, requireEnvironment, requireFound, versionOf } from '../world/find.ts'
import type { Organization, ToolSet, World } from '../world/world.ts'

/** What the tool-hosting console does with tool sets, outside the API. */
export interface ToolSetOperations {
  /** Adds a tool set to an organization. */
  addToolSet(orgId: string, toolSet: ToolSetSeed): void
  /** Adds a version, which is then the latest one. */
  addToolSetVersion(orgId: string, version: ToolSetVersionSeed & { readonly toolSet: string }): void
  /** Publishes a version to an environment profile, replacing the version published there before. */
  publishToolSet(
    orgId: string,
    publication: { readonly toolSet: string; readonly environment: string; readonly version: string },
  ): void
}

/** The operations on the tool sets of a world. */
export function createToolSetOperations(world: World): ToolSetOperations {
  return {
    addToolSet: (orgId, toolSet) => {
      const attempt = `add tool set "${toolSet.id}"`
      check(toolSetSeed, toolSet, attempt)
      addToolSet(findOrganization(world, orgId, attempt), toolSet)
    },
    addToolSetVersion: (orgId, { toolSet, ...version }) => {
      const attempt = `add version ${version.version} of tool set "${toolSet}"`
      check(toolSetVersionSeed, version, attempt)
      addVersion(findToolSet(findOrganization(world, orgId, attempt), toolSet, attempt), version)
    },
    publishToolSet: (orgId, { toolSet, ...publication }) => {
      const attempt = `publish tool set "${toolSet}"`
      const organization = findOrganization(world, orgId, attempt)
      publishVersion(organization, findToolSet(organization, toolSet, attempt), publication)
    },
  }
}

/** Adds a tool set with its versions and publications. */
export function addToolSet(organization: Organization, seed: ToolSetSeed): void {
  const { id, name = id, published = {}, versions, visibility = 'private' } = seed
  if (id === '') throw new MockStateError('Cannot add a tool set: its id is empty')
  if (organization.toolSets.has(id))
    throw new MockStateError(`Cannot add tool set "${id}": organization "${organization.id}" has it`)
  const toolSet: ToolSet = { id, name, visibility, versions: [], published: new Map() }
  for (const version of versions) addVersion(toolSet, version)
  organization.toolSets.set(id, toolSet)
  for (const [environment, version] of Object.entries(published)) publishVersion(organization, toolSet, { environment, version })
}

function addVersion(toolSet: ToolSet, seed: ToolSetVersionSeed): void {
  const attempt = `add version ${seed.version} of tool set "${toolSet.id}"`
  if (versionOf(toolSet, seed.version) !== undefined) throw new MockStateError(`Cannot ${attempt}: it exists`)
  const names = new Set<string>()
  const tools = seed.tools.map((tool) => {
    if (names.has(tool.name)) throw new MockStateError(`Cannot ${attempt}: it has two tools named "${tool.name}"`)
    names.add(tool.name)
    return { ...tool, parameters: checkedParameters(tool.parameters ?? [], `${attempt}, tool "${tool.name}"`) }
  })
  toolSet.versions.push({ version: seed.version, tools })
}

function publishVersion(
  organization: Organization,
  toolSet: ToolSet,
  { environment, version }: { readonly environment: string; readonly version: string },
): void {
  const attempt = `publish tool set "${toolSet.id}"`
  requireEnvironment(organization, environment, attempt)
  const known = toolSet.versions.map((one) => one.version).join(', ')
  requireFound(versionOf(toolSet, version), attempt, `it has no version ${version}; it has ${known || 'none'}`)
  toolSet.published.set(environment, version)
}
