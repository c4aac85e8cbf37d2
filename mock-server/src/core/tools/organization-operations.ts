import * as z from 'zod'
import { validate } from '../../schema/check.ts'
import { countSchema, textSchema, variablesSchema } from '../../schema/values.ts'
import {
  type OrganizationSeed,
  type ToolHostingKeySeed,
  type ToolsetSeed,
  type ToolsetVersionSeed,
  toolHostingKeySchema,
} from '../../schema/world.ts'
import { MockStateError } from '../mock-state-error.ts'
import { randomKey } from '../random.ts'
import { checkParameters } from '../requests/read-arguments.ts'
import { assertEnvironment, findOrganization, findToolset, findVersion, requireFound } from '../world/find.ts'
import type { Organization, Toolset, World } from '../world/world.ts'

// Callers may pass objects with more members, such as a fixture with its tool.
const publishedToolsetSchema = z.object({ toolset: textSchema, environment: textSchema })
const publicationSchema = publishedToolsetSchema.extend({ version: textSchema })

const profileSchema = z.strictObject({ environment: textSchema, variables: z.unknown() })

type EnvironmentProfile = Parameters<OrganizationOperations['setEnvironmentVariables']>[1]
type Publication = Parameters<OrganizationOperations['publishToolset']>[1]

/** The actions of users in the tool-hosting console. */
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
  /** Publishes a version to an environment profile. It replaces the version that was published there before. */
  publishToolset(
    orgId: string,
    publication: { readonly toolset: string; readonly environment: string; readonly version: string },
  ): void
  /**
   * Removes the version of a tool set from an environment profile: its manifest no longer lists the tool set. A reload of
   * the world publishes it again if the seed does.
   *
   * @throws {MockStateError} if no version is published there.
   */
  unpublishToolset(orgId: string, publication: { readonly toolset: string; readonly environment: string }): void
}

/** Creates the operations of the tool-hosting console of a world. */
export function createOrganizationOperations(world: World): OrganizationOperations {
  return {
    createToolHostingKey: (orgId, key) => {
      validate(toolHostingKeySchema, key, 'create a tool-hosting key')
      return createToolHostingKey(world, findOrganization(world, orgId, `create key "${key.name}"`), key)
    },
    setEnvironmentVariables: (orgId, profile) => setEnvironmentVariables(world, orgId, profile),
    creditBalance: (orgId) => findOrganization(world, orgId, 'read a credit balance').credits,
    setCredits: (orgId, credits) => {
      validate(countSchema, credits, 'set credits')
      findOrganization(world, orgId, 'set credits').credits = credits
    },
    publishToolset: (orgId, publication) => publishToolset(world, orgId, publication),
    unpublishToolset: (orgId, publication) => unpublishToolset(world, orgId, publication),
  }
}

function setEnvironmentVariables(world: World, orgId: string, profile: EnvironmentProfile): void {
  // The name of the profile is checked first, because the message about a wrong variable contains it.
  validate(profileSchema, profile, 'set the variables of an environment profile')
  const { environment, variables } = profile

  const action = `set the variables of environment profile "${environment}"`
  validate(variablesSchema, variables, action)
  setVariables(findOrganization(world, orgId, action), environment, variables)
}

function publishToolset(world: World, orgId: string, publication: Publication): void {
  validate(publicationSchema, publication, 'publish a tool set')
  // An error reads "Cannot <action>: <reason>".
  const action = `publish tool set "${publication.toolset}"`
  const organization = findOrganization(world, orgId, action)
  const toolset = findToolset(organization, publication.toolset, action)
  publishVersion(organization, toolset, publication)
}

/** Removes the version of a tool set from an environment profile. */
function unpublishToolset(world: World, orgId: string, publication: Omit<Publication, 'version'>): void {
  validate(publishedToolsetSchema, publication, 'unpublish a tool set')
  const { environment, toolset: toolsetId } = publication

  const action = `unpublish tool set "${toolsetId}"`
  const organization = findOrganization(world, orgId, action)
  assertEnvironment(organization, environment, action)

  const wasPublished = findToolset(organization, toolsetId, action).published.delete(environment)
  if (!wasPublished) {
    throw new MockStateError(`Cannot ${action}: environment profile "${environment}" has no version of it`)
  }
}

/** Replaces the variables of an environment profile, and marks them as changed for the state file. */
export function setVariables(organization: Organization, environment: string, variables: Variables): void {
  const copy = Object.freeze({ ...variables })
  organization.environments.set(environment, copy)
  organization.changedVariables = new Map(organization.changedVariables).set(environment, copy)
}

type Variables = Readonly<Record<string, string>>

/** Adds an organization of a seed to a world. An organization that exists gets only the tool sets of the seed. */
export function addOrganization(world: World, seed: OrganizationSeed): void {
  const existing = world.organizations.get(seed.id)
  if (existing !== undefined) {
    addToOrganization(existing, seed)
    return
  }

  const organization = createOrganization(seed)
  for (const toolset of seed.toolsets ?? []) addToolset(organization, toolset)

  world.organizations.set(seed.id, organization)
  for (const key of seed.toolHostingKeys ?? []) createToolHostingKey(world, organization, key)
  for (const session of seed.consoleSessions ?? []) world.consoleSessions.set(session, organization)
}

/** Creates an organization with its environment profiles, without tool sets and keys. */
function createOrganization({ credits = 0, environments = [], id, name = id }: OrganizationSeed): Organization {
  const variablesByEnvironment = new Map<string, Variables>()
  for (const environment of environments) {
    variablesByEnvironment.set(environment.name, Object.freeze({ ...environment.variables }))
  }

  return {
    id,
    name,
    credits,
    environments: variablesByEnvironment,
    changedVariables: undefined,
    toolsets: new Map(),
    toolHostingKeys: new Map(),
  }
}

/** Creates a tool-hosting key for an environment profile, and returns the key. */
export function createToolHostingKey(world: World, organization: Organization, seed: ToolHostingKeySeed): string {
  const { environment, name } = seed
  const key = seed.key ?? randomKey(world.random, world.assumptions.keyFormat, 'thk_')
  const action = `create key "${name}"`

  assertEnvironment(organization, environment, action)
  if (organization.toolHostingKeys.has(name))
    throw new MockStateError(`Cannot ${action}: organization "${organization.id}" has a key of this name`)
  if (world.toolHostingKeys.has(key)) throw new MockStateError(`Cannot ${action}: the key is in use`)

  const created = { name, key, environment, organization }
  organization.toolHostingKeys.set(name, created)
  world.toolHostingKeys.set(key, created)
  return key
}

/** Adds tool sets, and versions of tool sets, to an organization. Its other members cannot be added again. */
function addToOrganization(organization: Organization, { id, toolsets = [], ...others }: OrganizationSeed): void {
  const [other] = Object.entries(others).find(([, value]) => value !== undefined) ?? []
  if (other !== undefined) {
    throw new MockStateError(`Cannot add organization "${id}": it exists; leave out ${other} to add tool sets to it`)
  }
  for (const toolset of toolsets) addToolset(organization, toolset)
}

/** Adds a tool set with its versions. If the organization has the tool set, only the versions are added. */
function addToolset(organization: Organization, seed: ToolsetSeed): void {
  const { id, published = {}, versions } = seed
  if (id === '') throw new MockStateError('Cannot add a tool set: its id is empty')

  const existing = organization.toolsets.get(id)
  if (existing !== undefined) checkExtension(organization, seed)

  const toolset = existing ?? createToolset(seed)
  for (const version of versions) addVersion(toolset, version)
  organization.toolsets.set(id, toolset)

  for (const [environment, version] of Object.entries(published)) {
    publishVersion(organization, toolset, { environment, version })
  }
}

function createToolset({ id, name = id, visibility = 'private' }: ToolsetSeed): Toolset {
  return { id, name, visibility, versions: [], published: new Map() }
}

/** Rejects members that cannot change in a tool set that exists. */
function checkExtension(organization: Organization, { id, name, visibility }: ToolsetSeed): void {
  if (name === undefined && visibility === undefined) return
  const reason = `organization "${organization.id}" has it; leave out name and visibility to add versions to it`
  throw new MockStateError(`Cannot add tool set "${id}": ${reason}`)
}

function addVersion(toolset: Toolset, seed: ToolsetVersionSeed): void {
  const action = `add version ${seed.version} of tool set "${toolset.id}"`
  if (findVersion(toolset, seed.version) !== undefined) throw new MockStateError(`Cannot ${action}: it exists`)
  const names = new Set<string>()
  const tools = seed.tools.map((tool) => {
    if (names.has(tool.name)) throw new MockStateError(`Cannot ${action}: it has two tools named "${tool.name}"`)
    names.add(tool.name)
    return { ...tool, parameters: checkParameters(tool.parameters ?? [], `${action}, tool "${tool.name}"`) }
  })
  toolset.versions.push({ version: seed.version, tools })
}

function publishVersion(
  organization: Organization,
  toolset: Toolset,
  { environment, version }: { readonly environment: string; readonly version: string },
): void {
  const action = `publish tool set "${toolset.id}"`
  assertEnvironment(organization, environment, action)

  const versions = toolset.versions.map((each) => each.version).join(', ')
  requireFound(findVersion(toolset, version), action, `it has no version ${version}; it has ${versions || 'none'}`)
  toolset.published.set(environment, version)
}
