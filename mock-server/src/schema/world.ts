import * as z from 'zod'
import { faultSchema } from '../faults/fault.ts'
import type { Given } from './check.ts'
import { syncedToolsetSchema } from './state.ts'
import {
  cookieValueSchema,
  countSchema,
  keySchema,
  manifestUrlSchema,
  orgIdSchema,
  rateLimitSchema,
  textSchema,
  variablesSchema,
} from './values.ts'
import { toolSeedSchema, workflowSeedSchema } from './workflow.ts'

const environment = z.strictObject({
  name: textSchema.meta({ description: 'The name of the environment profile.', examples: ['default'] }),
  variables: variablesSchema.optional().meta({ default: {} }),
})

export const toolHostingKeySchema = z.strictObject({
  name: textSchema.describe('The name of the key.'),
  environment: textSchema.describe('The environment profile of the key.'),
  key: keySchema.optional().meta({ description: 'The key. Default: a random key.', examples: ['thk_default'] }),
})

const member = z.strictObject({
  name: textSchema.describe('The name of a member of the workspace.'),
  permissions: z
    .array(z.enum(['viewToolAccess', 'createRegistries']))
    .describe('The permissions of the member (ENTRY-PERMISSION).'),
})

export const registryEntrySchema = z.strictObject({
  name: textSchema.describe('A label, such as the name of the organization.'),
  manifestUrl: manifestUrlSchema.describe('The URL of the manifest.'),
  apiKey: keySchema.describe('The tool-hosting key of the environment to run against.'),
})

/** The registry of this service needs no URL, which a seed cannot know, because its port is chosen later. */
export const newRegistrySchema = registryEntrySchema.extend({
  manifestUrl: manifestUrlSchema.optional().describe('The URL of the manifest. Default: the manifest of this service.'),
})

export const registryChangesSchema = registryEntrySchema.partial()

export const registryView = registryEntrySchema.extend({
  active: z.boolean(),
  toolsets: z
    .array(syncedToolsetSchema)
    .optional()
    .describe('The tool sets of the last synchronization. Missing before the first one.'),
})

export const offeredToolSchema = z.strictObject({ registry: textSchema, toolset: textSchema, tool: textSchema })

/** Creates the schema of a list that may be missing, which is the same as an empty list. */
function optionalList<Item extends z.ZodType>(item: Item, description: string) {
  return z.array(item).optional().meta({ description, default: [] })
}

/** Creates the schema of a tool set from the schema of its tools, which are code in a seed and data in a world file. */
export function createToolsetSchema<Tool extends z.ZodType>(tool: Tool) {
  return z.strictObject({
    id: textSchema.describe('The id of the tool set.'),
    name: textSchema.optional().describe('The name that a console shows. Default: the id.'),
    visibility: z.enum(['private', 'public']).optional().describe('The visibility of the tool set. Default: private.'),
    versions: z
      .array(createVersionSchema(tool))
      .describe('The versions in the order in which they were added. The latest version is the last one.'),
    published: publishedVersions,
  })
}

function createVersionSchema<Tool extends z.ZodType>(tool: Tool) {
  return z.strictObject({
    version: textSchema.meta({ description: 'The version.', examples: ['1.0.0'] }),
    tools: z.array(tool).describe('The tools of the version.'),
  })
}

const publishedVersions = z
  .record(z.string(), textSchema)
  .optional()
  .meta({
    description: 'The published version by environment profile.',
    default: {},
    examples: [{ default: '1.0.0' }],
  })

/** Creates the schema of an organization from the schema of its tool sets. */
export function createOrganizationSchema<Toolset extends z.ZodType>(toolset: Toolset) {
  return z.strictObject({
    id: orgIdSchema.describe('The id of the organization.'),
    name: textSchema.optional().describe('The name that a console shows. Default: the id.'),
    credits: countSchema
      .optional()
      .meta({ description: 'The credits of the organization. An execution of a tool takes one (EXE-CREDIT).', default: 0 }),
    environments: optionalList(environment, 'The environment profiles of the organization.'),
    toolsets: optionalList(toolset, 'The tool sets of the organization.'),
    toolHostingKeys: optionalList(toolHostingKeySchema, 'The tool-hosting keys of the organization (HOST-KEY).'),
    consoleSessions: optionalList(cookieValueSchema, 'The session tokens of users who are signed in to the console.'),
  })
}

/** Creates the schema of a workspace from the schema of its workflows, which are code in a seed and data in a world file. */
export function createWorkspaceSchema<Workflow extends z.ZodType>(workflow: Workflow) {
  return z.strictObject({
    id: textSchema.describe('The id of the workspace.'),
    name: textSchema.optional().describe('The name that a console shows. Default: the id.'),
    workflows: optionalList(workflow, 'The workflows of the workspace.'),
    members: optionalList(member, 'The members of the workspace and their permissions for tool registries.'),
    registries: optionalList(
      newRegistrySchema,
      'The tool registries of the workspace. A registry without a URL is the registry of this service.',
    ),
  })
}

/** Returns the members of the schema of a world, from the schemas of its parts. */
export function createWorldMembers<Organization extends z.ZodType, Workspace extends z.ZodType>(
  organization: Organization,
  workspace: Workspace,
) {
  return {
    organizations: optionalList(organization, 'The organizations of the tool registry.'),
    workspaces: optionalList(workspace, 'The workspaces of the workflow service.'),
    rateLimit: rateLimitSchema.optional().describe('The rate limit at the start. Default: no limit.'),
    faults: optionalList(faultSchema, 'The faults that apply from the start.'),
    workflowServiceConfigured: z.boolean().optional().meta({
      description: 'Whether the tool-hosting console knows the workflow service (CONNECT-CONFIGURED).',
      default: true,
    }),
  }
}

/** The parts of a seed, which can also be added to a service while it runs. */
const toolsetSeedSchema = createToolsetSchema(toolSeedSchema)
const toolsetVersionSeedSchema = toolsetSeedSchema.shape.versions.element
const organizationSeedSchema = createOrganizationSchema(toolsetSeedSchema)
const workspaceSeedSchema = createWorkspaceSchema(workflowSeedSchema)

export const mockSeedSchema = z.strictObject(createWorldMembers(organizationSeedSchema, workspaceSeedSchema))
export const addedSeedSchema = mockSeedSchema.pick({ organizations: true, workspaces: true })

/** The fields of a tool registry of a workspace (ENTRY-FIELDS). */
export interface RegistryEntrySeed extends Given<typeof registryEntrySchema> {}

/** A tool registry to add to a workspace. Without a `manifestUrl`, it is the registry of this service. */
// An alias, since no entry exports it: the declarations of users have its members instead of its name.
export type NewRegistryEntry = Given<typeof newRegistrySchema>

/** The members of a tool registry to change. Missing members do not change. */
export interface RegistryChanges extends Given<typeof registryChangesSchema> {}

/** A tool registry as the workspace's settings show it. */
export interface RegistryView extends Given<typeof registryView> {}

/** A tool that workflows of a workspace can use as a step. */
export interface OfferedTool extends Given<typeof offeredToolSchema> {}

/** The permissions of a member of a workspace concerning tool registries (ENTRY-PERMISSION). */
export type Permission = Given<typeof member>['permissions'][number]

/** A tool-hosting key: it belongs to an organization and is bound to one environment profile (HOST-KEY). */
export interface ToolHostingKeySeed extends Given<typeof toolHostingKeySchema> {}

/** One version of a tool set. */
export interface ToolsetVersionSeed extends Given<typeof toolsetVersionSeedSchema> {}

/**
 * The description of a tool set.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService, type ToolsetSeed } from '@wfhost/mock-server'
 *
 * const mail: ToolsetSeed = {
 *   id: 'mail',
 *   versions: [{ version: '1.0.0', tools: [{ name: 'send', implementation: () => 'sent' }] }],
 *   published: { default: '1.0.0' },
 * }
 * const service = createMockService({
 *   organizations: [{ id: 'acme', environments: [{ name: 'default' }], toolsets: [mail] }],
 * })
 * const key = service.createToolHostingKey('acme', { name: 'CI', environment: 'default' })
 *
 * const manifest = await service.fetch(
 *   new Request('http://localhost/v1/public/wfhost/manifest', { headers: { authorization: `Bearer ${key}` } }),
 * )
 * assert.equal(manifest.status, 200)
 * ```
 */
export interface ToolsetSeed extends Given<typeof toolsetSeedSchema> {}

/**
 * An organization of the tool registry.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService, type OrganizationSeed } from '@wfhost/mock-server'
 *
 * const acme: OrganizationSeed = {
 *   id: 'acme',
 *   credits: 3,
 *   environments: [{ name: 'default', variables: { REGION: 'eu' } }],
 *   toolHostingKeys: [{ name: 'CI', environment: 'default', key: 'thk_acme' }],
 * }
 * const service = createMockService({ organizations: [acme] })
 *
 * assert.equal(service.creditBalance('acme'), 3)
 * ```
 */
export interface OrganizationSeed extends Given<typeof organizationSeedSchema> {}

/**
 * A workspace of the workflow service.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService, type WorkspaceSeed } from '@wfhost/mock-server'
 *
 * const desk: WorkspaceSeed = {
 *   id: 'desk',
 *   workflows: [{ flowId: 'triage', key: 'wfk_triage', implementation: () => 'billing' }],
 * }
 * const service = createMockService({ workspaces: [desk] })
 *
 * assert.equal(service.workflowKey('triage'), 'wfk_triage')
 * ```
 */
export interface WorkspaceSeed extends Given<typeof workspaceSeedSchema> {}

/** The state that a service starts with. */
export interface MockSeed extends Given<typeof mockSeedSchema> {}
