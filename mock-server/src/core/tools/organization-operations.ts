import { check } from '../../schema/check.ts'
import { count, variables as variablesSchema } from '../../schema/values.ts'
import {
  type OrganizationSeed,
  type ToolHostingKeySeed,
  type ToolSetSeed,
  type ToolSetVersionSeed,
  toolHostingKey,
  toolSetSeed,
} from '../../schema/world.ts'
import { MockStateError } from '../mock-state-error.ts'
import { randomKey } from '../random.ts'
import { checkParameters } from '../requests/read-arguments.ts'
import { findOrganization, findToolSet, findVersion, requireEnvironment, requireFound } from '../world/find.ts'
import type { Organization, ToolSet, World } from '../world/world.ts'

/** What users do in the tool-hosting console. */
export interface OrganizationOperations {
  /** Creates a tool-hosting key that is bound to an environment profile, and returns it (HOST-KEY). */
  createToolHostingKey(orgId: string, key: ToolHostingKeySeed): string
  /** Sets the variables of an environment profile. A profile that does not exist is created. */
  setEnvironmentVariables(
    orgId: string,
    profile: { readonly environment: string; readonly variables: Readonly<Record<string, string>> },
  ): void
  /** Returns the credits that an organization has left. */
  creditBalance(orgId: string): number
  /** Sets the credits that an organization has left. Each execution of a tool takes one. */
  setCredits(orgId: string, credits: number): void
  /**
   * Adds a tool set to an organization. If the organization has the tool set, its versions are added to it.
   *
   * @throws {MockStateError} if a version exists, or a name or a visibility is given for a tool set that exists.
   */
  addToolSet(orgId: string, toolSet: ToolSetSeed): void
  /** Publishes a version to an environment profile. It replaces the version that was published there before. */
  publishToolSet(
    orgId: string,
    publication: { readonly toolSet: string; readonly environment: string; readonly version: string },
  ): void
}

export function createOrganizationOperations(world: World): OrganizationOperations {
  return {
    createToolHostingKey: (orgId, key) => {
      const attempt = `create key "${key.name}"`
      check(toolHostingKey, key, attempt)
      return createKey(world, findOrganization(world, orgId, attempt), key)
    },
    setEnvironmentVariables: (orgId, { environment, variables }) => {
      const attempt = `set the variables of environment profile "${environment}"`
      const organization = findOrganization(world, orgId, attempt)
      check(variablesSchema, variables, attempt)
      const set = Object.freeze({ ...variables })
      organization.environments.set(environment, set)
      organization.changedVariables = new Map(organization.changedVariables).set(environment, set)
    },
    creditBalance: (orgId) => findOrganization(world, orgId, 'read a credit balance').credits,
    setCredits: (orgId, credits) => {
      check(count, credits, 'set credits')
      findOrganization(world, orgId, 'set credits').credits = credits
    },
    addToolSet: (orgId, toolSet) => {
      const attempt = `add tool set "${toolSet.id}"`
      check(toolSetSeed, toolSet, attempt)
      addToolSet(findOrganization(world, orgId, attempt), toolSet)
    },
    publishToolSet: (orgId, { toolSet, ...publication }) => {
      const attempt = `publish tool set "${toolSet}"`
      const organization = findOrganization(world, orgId, attempt)
      publishVersion(organization, findToolSet(organization, toolSet, attempt), publication)
    },
  }
}

export function addOrganization(world: World, seed: OrganizationSeed): void {
  const { consoleSessions = [], credits = 0, environments = [], id, name = id, toolHostingKeys = [], toolSets = [] } = seed
  if (world.organizations.has(id)) throw new MockStateError(`Cannot add organization "${id}": it exists`)
  const organization: Organization = {
    id,
    name,
    credits,
    environments: new Map(environments.map(({ name: profile, variables = {} }) => [profile, Object.freeze({ ...variables })])),
    changedVariables: undefined,
    toolSets: new Map(),
    toolHostingKeys: new Map(),
  }
  for (const toolSet of toolSets) addToolSet(organization, toolSet)
  world.organizations.set(id, organization)
  for (const key of toolHostingKeys) createKey(world, organization, key)
  for (const session of consoleSessions) world.consoleSessions.set(session, organization)
}

export function createKey(world: World, organization: Organization, seed: ToolHostingKeySeed): string {
  const { environment, key = randomKey(world.random, world.assumptions.keyFormat, 'thk_'), name } = seed
  const attempt = `create key "${name}"`
  requireEnvironment(organization, environment, attempt)
  if (organization.toolHostingKeys.has(name))
    throw new MockStateError(`Cannot ${attempt}: organization "${organization.id}" has a key of this name`)
  if (world.toolHostingKeys.has(key)) throw new MockStateError(`Cannot ${attempt}: the key is in use`)
  const created = { name, key, environment, organization }
  organization.toolHostingKeys.set(name, created)
  world.toolHostingKeys.set(key, created)
  return key
}

function addToolSet(organization: Organization, seed: ToolSetSeed): void {
  const { id, published = {}, versions } = seed
  if (id === '') throw new MockStateError('Cannot add a tool set: its id is empty')
  const existing = organization.toolSets.get(id)
  const toolSet = existing === undefined ? createToolSet(seed) : extendable(existing, { organization, seed })
  for (const version of versions) addVersion(toolSet, version)
  organization.toolSets.set(id, toolSet)
  for (const [environment, version] of Object.entries(published)) publishVersion(organization, toolSet, { environment, version })
}

function createToolSet({ id, name = id, visibility = 'private' }: ToolSetSeed): ToolSet {
  return { id, name, visibility, versions: [], published: new Map() }
}

/** Refuses what a tool set that exists cannot change. */
function extendable(
  toolSet: ToolSet,
  { organization, seed: { name, visibility } }: { readonly organization: Organization; readonly seed: ToolSetSeed },
): ToolSet {
  if (name === undefined && visibility === undefined) return toolSet
  throw new MockStateError(
    `Cannot add tool set "${toolSet.id}": organization "${organization.id}" has it; leave out name and visibility to add versions to it`,
  )
}

function addVersion(toolSet: ToolSet, seed: ToolSetVersionSeed): void {
  const attempt = `add version ${seed.version} of tool set "${toolSet.id}"`
  if (findVersion(toolSet, seed.version) !== undefined) throw new MockStateError(`Cannot ${attempt}: it exists`)
  const names = new Set<string>()
  const tools = seed.tools.map((tool) => {
    if (names.has(tool.name)) throw new MockStateError(`Cannot ${attempt}: it has two tools named "${tool.name}"`)
    names.add(tool.name)
    return { ...tool, parameters: checkParameters(tool.parameters ?? [], `${attempt}, tool "${tool.name}"`) }
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
  requireFound(findVersion(toolSet, version), attempt, `it has no version ${version}; it has ${known || 'none'}`)
  toolSet.published.set(environment, version)
}
