import * as z from 'zod'
import { validate } from '../../schema/check.ts'
import type { SyncedToolset } from '../../schema/state.ts'
import { textSchema } from '../../schema/values.ts'
import {
  type NewRegistryEntry,
  newRegistrySchema,
  type OfferedTool,
  type Permission,
  type RegistryChanges,
  type RegistryEntrySeed,
  type RegistryView,
  registryChangesSchema,
} from '../../schema/world.ts'
import { MockStateError } from '../mock-state-error.ts'
import { createToolHostingKey } from '../tools/organization-operations.ts'
import { findNamed, findOrganization, findWorkspace, requireFound } from '../world/find.ts'
import type { Organization, RegistryEntry, Workspace, World } from '../world/world.ts'
import { addRegistry, editRegistry, getOwnManifestUrl, syncAllRegistries, syncRegistry } from './registry-entries.ts'
import { listOfferedTools } from './use-tool.ts'

const memberSchema = z.strictObject({ as: textSchema.optional() })

const addedRegistrySchema = newRegistrySchema.extend(memberSchema.shape)

type MemberOption = z.infer<typeof memberSchema>

/** The tool registries of workspaces, and the Connect button of the tool-hosting console. */
export interface RegistryOperations {
  /** Returns whether the console shows the Connect button for an organization (CONNECT-CONFIGURED, CONNECT-DEFAULT). */
  mayConnect(orgId: string): boolean
  /**
   * Creates or reuses the tool-hosting key of an environment, and returns a prefilled entry for `add` (CONNECT-CLICK).
   *
   * @throws {MockStateError} if the console shows no Connect button for the organization.
   */
  connect(orgId: string, environment: string): RegistryEntrySeed
  /**
   * Adds a registry to a workspace. It is active, and offers no tools until it is synchronized (ENTRY-FIELDS). Without a
   * `manifestUrl`, it is the registry of this service. `as` names the member who adds it; without it, someone with all
   * permissions does.
   */
  add(workspaceId: string, entry: NewRegistryEntry & { readonly as?: string | undefined }): void
  /**
   * Reads the manifest of a registry, and returns its tool sets (ENTRY-SYNC).
   *
   * @throws {RegistrySyncError} if the manifest cannot be read.
   */
  sync(workspaceId: string, name: string): Promise<readonly SyncedToolset[]>
  /**
   * Reads the manifest of each registry, as the command and a host do when a world starts. Returns one sentence for each
   * manifest that cannot be read.
   */
  syncAll(): Promise<readonly string[]>
  /**
   * Changes the name, the manifest URL or the key of a registry. A registry with another URL or key offers no tools until
   * it is synchronized. A reload of the world keeps a registry of the seed as the seed has it.
   *
   * @throws {MockStateError} if the workspace has another registry with the new name, or the URL is not valid.
   */
  edit(workspaceId: string, name: string, changes: RegistryChanges): void
  /** Removes a registry from a workspace. A reload of the world adds a registry of the seed again. */
  remove(workspaceId: string, name: string): void
  /** Lets a registry offer its tools in workflows (ENTRY-ACTIVE). */
  activate(workspaceId: string, name: string): void
  /** Stops a registry from offering its tools (ENTRY-ACTIVE). */
  deactivate(workspaceId: string, name: string): void
  /** Returns the registries of a workspace. `as` names the member who looks; by default someone with all permissions. */
  list(workspaceId: string, member?: { readonly as?: string | undefined }): readonly RegistryView[]
  /** Returns the tools that workflows of a workspace can use as steps (ENTRY-STEPS). */
  offeredTools(workspaceId: string): readonly OfferedTool[]
}

/**
 * Creates the operations on the tool registries of a world. A registry offers tools to the workflows of a workspace.
 * Synchronizing a registry reads its manifest, the list of these tools.
 *
 * `add` and `list` have the option `as`, the name of a member of the workspace. They fail if this member lacks the permission.
 */
export function createRegistryOperations(world: World): RegistryOperations {
  return {
    mayConnect: (orgId) => {
      const organization = findOrganization(world, orgId, 'show the Connect button')
      return findConnectProblem(world, organization) === undefined
    },
    // Returns an entry, which the caller can change and pass to `add`.
    connect: (orgId, environment) => connect(world, orgId, environment),
    add: (workspaceId, registry) => addRegistryAsMember(world, workspaceId, registry),
    list: (workspaceId, options = {}) => listRegistriesAsMember(world, workspaceId, options),

    sync: async (workspaceId, name) => {
      const { entry } = findRegistry(world, { workspaceId, name, verb: 'synchronize' })
      const manifest = await syncRegistry(world, entry)
      return manifest.toolsets
    },
    syncAll: () => syncAllRegistries(world),

    edit: (workspaceId, name, changes) => {
      validate(registryChangesSchema, changes, `edit registry "${name}"`)
      const { entry, workspace } = findRegistry(world, { workspaceId, name, verb: 'edit' })
      editRegistry(workspace, entry, changes)
    },
    remove: (workspaceId, name) => {
      const { workspace } = findRegistry(world, { workspaceId, name, verb: 'remove' })
      workspace.registries.delete(name)
    },
    activate: (workspaceId, name) => {
      findRegistry(world, { workspaceId, name, verb: 'activate' }).entry.active = true
    },
    deactivate: (workspaceId, name) => {
      findRegistry(world, { workspaceId, name, verb: 'deactivate' }).entry.active = false
    },

    offeredTools: (workspaceId) => {
      const workspace = findWorkspace(world, workspaceId, 'list the offered tools')
      return listOfferedTools(workspace.registries.values())
    },
  }
}

function addRegistryAsMember(world: World, workspaceId: string, registry: NewRegistryEntry & MemberOption): void {
  validate(addedRegistrySchema, registry, 'add a registry')
  const { as: memberName, manifestUrl = getOwnManifestUrl(world), ...entry } = registry
  const action = `add registry "${entry.name}"`
  const workspace = findPermittedWorkspace(world, workspaceId, { memberName, permission: 'createRegistries', action })
  // `added` means that the registry was added after the start of the world, and not by the seed.
  addRegistry(workspace, { ...entry, manifestUrl, added: true })
}

function listRegistriesAsMember(world: World, workspaceId: string, options: MemberOption): readonly RegistryView[] {
  const action = 'list the registries'
  validate(memberSchema, options, action)
  const memberAction: MemberAction = { memberName: options.as, permission: 'viewToolAccess', action }
  const workspace = findPermittedWorkspace(world, workspaceId, memberAction)
  return Array.from(workspace.registries.values(), toView)
}

interface RegistryQuery {
  readonly workspaceId: string
  readonly name: string
  /** For the error: "Cannot <verb> registry …". */
  readonly verb: string
}

interface RegistryInWorkspace {
  readonly workspace: Workspace
  readonly entry: RegistryEntry
}

/**
 * Finds a registry of a workspace.
 *
 * @throws {MockStateError} for an unknown name, as in `Cannot edit registry "mail": workspace "support" has no such registry`.
 */
function findRegistry(world: World, { name, verb, workspaceId }: RegistryQuery): RegistryInWorkspace {
  const action = `${verb} registry "${name}"`
  const workspace = findWorkspace(world, workspaceId, action)
  const missing = `workspace "${workspaceId}" has no such registry`
  return { workspace, entry: findNamed(workspace.registries, name, { action, missing }) }
}

/** Finds a workspace, and checks that a member may act in it. */
function findPermittedWorkspace(world: World, workspaceId: string, memberAction: MemberAction): Workspace {
  const workspace = findWorkspace(world, workspaceId, memberAction.action)
  checkPermission(workspace, memberAction)
  return workspace
}

function toView({ active, apiKey, manifestUrl, name, synced }: RegistryEntry): RegistryView {
  return { name, manifestUrl, apiKey, active, toolsets: synced?.toolsets }
}

interface MemberAction {
  /** The member who acts. Undefined is someone with all permissions. */
  readonly memberName: string | undefined
  readonly permission: Permission
  /** For the error: "Cannot <action>: …". */
  readonly action: string
}

function checkPermission(workspace: Workspace, { action, memberName, permission }: MemberAction): void {
  if (memberName === undefined) return

  const member = workspace.members.find(({ name }) => name === memberName)
  const { permissions } = requireFound(member, action, `workspace "${workspace.id}" has no member "${memberName}"`)
  if (!permissions.includes(permission))
    throw new MockStateError(`Cannot ${action}: member "${memberName}" lacks the permission ${permission}`)
}

/** Returns why the console hides the Connect button of an organization, or undefined if it shows the button (CONNECT-CONFIGURED, CONNECT-DEFAULT). */
function findConnectProblem(world: World, organization: Organization): string | undefined {
  if (!world.workflowServiceConfigured) return 'the workflow service is not configured'

  const toolsets = Array.from(organization.toolsets.values())
  const hasPublished = toolsets.some(({ published }) => published.has('default'))
  return hasPublished ? undefined : 'no tool set has a version published to "default"'
}

/** Connects an organization to the workflow service: finds or creates its key, and returns a prefilled entry. */
function connect(world: World, orgId: string, environment: string): RegistryEntrySeed {
  const action = `connect organization "${orgId}"`
  const organization = findOrganization(world, orgId, action)
  const problem = findConnectProblem(world, organization)
  if (problem !== undefined) throw new MockStateError(`Cannot ${action}: ${problem}`)

  const name = `Workflow Connection (${environment})`
  const existingKey = organization.toolHostingKeys.get(name)?.key
  const apiKey = existingKey ?? createToolHostingKey(world, organization, { name, environment })
  return { name: organization.name, manifestUrl: getOwnManifestUrl(world), apiKey }
}
