import * as z from 'zod'
import { faultSchema } from '../faults/fault.ts'
import type { Given } from './check.ts'
import { syncedToolSet } from './state.ts'
import { cookieValue, count, key, manifestUrl, rateLimit, text, variables } from './values.ts'
import { toolSeed, workflowSeed } from './workflow.ts'

const environment = z.strictObject({
  name: text.meta({ description: 'The name of the environment profile.', examples: ['default'] }),
  variables: variables.optional().meta({ default: {} }),
})

export const toolHostingKey = z.strictObject({
  name: text.describe('The name of the key.'),
  environment: text.describe('The environment profile that it is bound to.'),
  key: key.optional().meta({ description: 'The key itself; by default a random one.', examples: ['thk_default'] }),
})

const member = z.strictObject({
  name: text.describe('The name of a member of the workspace.'),
  permissions: z.array(z.enum(['viewToolAccess', 'createRegistries'])).describe('What the member may do (ENTRY-PERMISSION).'),
})

export const registryEntry = z.strictObject({
  name: text.describe('Any label, such as the name of the organization.'),
  manifestUrl: manifestUrl.describe('The URL of its manifest.'),
  apiKey: key.describe('The tool-hosting key of the environment to run against.'),
})

export const registryChanges = registryEntry.partial()

export const registryView = registryEntry.extend({
  active: z.boolean(),
  toolSets: z.array(syncedToolSet).optional().describe('Missing before the first synchronization.'),
})

export const offeredTool = z.strictObject({ registry: text, toolSet: text, tool: text })

/** Creates the schema of a tool set, whose tools are code in a seed and data in a world file. */
export function toolSetOf<Tool extends z.ZodType>(tool: Tool) {
  const version = z.strictObject({
    version: text.meta({ description: 'The version.', examples: ['1.0.0'] }),
    tools: z.array(tool).describe('Its tools.'),
  })
  return z.strictObject({
    id: text.describe('The id of the tool set.'),
    name: text.optional().describe('The name that a console shows; by default the id.'),
    visibility: z.enum(['private', 'public']).optional().describe('Who may use it; by default private.'),
    versions: z.array(version).describe('In the order in which they were added: the latest is the last.'),
    published: z
      .record(z.string(), text)
      .optional()
      .meta({
        description: 'The published version by environment profile.',
        default: {},
        examples: [{ default: '1.0.0' }],
      }),
  })
}

export function organizationOf<ToolSet extends z.ZodType>(toolSet: ToolSet) {
  return z.strictObject({
    id: text.describe('The id of the organization.'),
    name: text.optional().describe('The name that a console shows; by default the id.'),
    credits: count.optional().meta({ description: 'The credits that it has; a tool takes one (EXE-CREDIT).', default: 0 }),
    environments: z.array(environment).optional().meta({ description: 'Its environment profiles.', default: [] }),
    toolSets: z.array(toolSet).optional().meta({ description: 'Its tool sets.', default: [] }),
    toolHostingKeys: z.array(toolHostingKey).optional().meta({ description: 'Its tool-hosting keys (HOST-KEY).', default: [] }),
    consoleSessions: z
      .array(cookieValue)
      .optional()
      .meta({ description: 'Tokens of users who are signed in to the console.', default: [] }),
  })
}

export function workspaceOf<Workflow extends z.ZodType>(workflow: Workflow) {
  return z.strictObject({
    id: text.describe('The id of the workspace.'),
    name: text.optional().describe('The name that a console shows; by default the id.'),
    workflows: z.array(workflow).optional().meta({ description: 'Its workflows.', default: [] }),
    members: z.array(member).optional().meta({ description: 'Who may do what with its tool registries.', default: [] }),
    registries: z
      .array(registryEntry.partial({ manifestUrl: true }))
      .optional()
      .meta({ description: 'Its tool registries; without a URL it is that of this service.', default: [] }),
  })
}

/** Creates the schema of a world, in code and as data. */
export function worldOf<Organization extends z.ZodType, Workspace extends z.ZodType>(
  organization: Organization,
  workspace: Workspace,
) {
  return {
    organizations: z.array(organization).optional().meta({ description: 'The organizations of the tool registry.', default: [] }),
    workspaces: z.array(workspace).optional().meta({ description: 'The workspaces of the workflow service.', default: [] }),
    rateLimit: rateLimit.optional().describe('The rate limit from the start; by default none.'),
    faults: z.array(faultSchema).optional().meta({ description: 'What goes wrong from the start.', default: [] }),
    workflowServiceConfigured: z.boolean().optional().meta({
      description: 'Whether the tool-hosting console knows the workflow service (CONNECT-CONFIGURED).',
      default: true,
    }),
  }
}

/** The parts of a seed, which can also be added to a service while it runs. */
export const toolSetSeed = toolSetOf(toolSeed)
const toolSetVersionSeed = toolSetSeed.shape.versions.element
const organizationSeed = organizationOf(toolSetSeed)
const workspaceSeed = workspaceOf(workflowSeed)

export const mockSeed = z.strictObject(worldOf(organizationSeed, workspaceSeed))
export const addedSeed = mockSeed.pick({ organizations: true, workspaces: true })

/** The fields of a tool registry of a workspace (ENTRY-FIELDS). */
export interface RegistryEntrySeed extends Given<typeof registryEntry> {}

/** The members of a tool registry to change. A missing member stays as it is. */
export interface RegistryChanges extends Given<typeof registryChanges> {}

/** A tool registry as the workspace's settings show it. */
export interface RegistryView extends Given<typeof registryView> {}

/** A tool that workflows of a workspace can use as a step. */
export interface OfferedTool extends Given<typeof offeredTool> {}

/** The permissions of a member of a workspace concerning tool registries (ENTRY-PERMISSION). */
export type Permission = Given<typeof member>['permissions'][number]

/** A tool-hosting key: it belongs to an organization and is bound to one environment profile (HOST-KEY). */
export interface ToolHostingKeySeed extends Given<typeof toolHostingKey> {}

/** One version of a tool set. */
export interface ToolSetVersionSeed extends Given<typeof toolSetVersionSeed> {}

/** The description of a tool set. */
export interface ToolSetSeed extends Given<typeof toolSetSeed> {}

/** An organization of the tool registry. */
export interface OrganizationSeed extends Given<typeof organizationSeed> {}

/** A workspace of the workflow service. */
export interface WorkspaceSeed extends Given<typeof workspaceSeed> {}

/** The state that a service starts with. */
export interface MockSeed extends Given<typeof mockSeed> {}
