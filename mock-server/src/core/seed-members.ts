import type { Members } from './check-members.ts'
import type {
  EnvironmentSeed,
  MockSeed,
  OrganizationSeed,
  Parameter,
  ToolHostingKeySeed,
  ToolSeed,
  ToolSetSeed,
  ToolSetVersionSeed,
  WorkflowSeed,
  WorkspaceSeed,
} from './seed.ts'
import type { MockServiceOptions } from './service-options.ts'
import type { PublishOptions } from './workflows/workflow-definition.ts'

/** The compiler checks that each list has exactly the members of its interface. */
type MembersOf<T> = { readonly [Name in keyof Required<T>]: Members[string] }

const parameter: MembersOf<Parameter> = { name: 'string', type: 'anything', required: 'anything' }

/** What a workflow may have. */
export const workflowMembers: MembersOf<WorkflowSeed> = {
  flowId: 'string',
  name: 'anything',
  parameters: [parameter],
  implementation: 'function',
  description: 'anything',
  published: 'anything',
  archived: 'anything',
  key: 'anything',
}

/** What a workspace may have. */
export const workspaceMembers: MembersOf<WorkspaceSeed> = {
  id: 'string',
  name: 'anything',
  workflows: [workflowMembers],
  members: [{ name: 'string', permissions: 'list' }],
  registries: [{ name: 'string', manifestUrl: 'anything', apiKey: 'string' }],
}

const tool: MembersOf<ToolSeed> = {
  name: 'string',
  description: 'anything',
  parameters: [parameter],
  implementation: 'function',
}

/** What a version of a tool set may have. */
export const versionMembers: MembersOf<ToolSetVersionSeed> = { version: 'string', tools: [tool] }

/** What a tool set may have. */
export const toolSetMembers: MembersOf<ToolSetSeed> = {
  id: 'string',
  name: 'anything',
  visibility: 'anything',
  versions: [versionMembers],
  published: 'anything',
}

const environment: MembersOf<EnvironmentSeed> = { name: 'string', variables: 'anything' }

const toolHostingKey: MembersOf<ToolHostingKeySeed> = { name: 'string', environment: 'string', key: 'anything' }

/** What an organization may have. */
export const organizationMembers: MembersOf<OrganizationSeed> = {
  id: 'string',
  name: 'anything',
  credits: 'anything',
  environments: [environment],
  toolSets: [toolSetMembers],
  toolHostingKeys: [toolHostingKey],
  consoleSessions: 'list',
}

/** What a seed may have. */
export const seedMembers: MembersOf<MockSeed> = {
  organizations: [organizationMembers],
  workspaces: [workspaceMembers],
  rateLimit: 'anything',
  faults: 'list',
  workflowServiceConfigured: 'anything',
}

/** What the options of a service may have. */
export const optionMembers: MembersOf<MockServiceOptions> = {
  clock: 'anything',
  random: 'anything',
  profile: 'anything',
  baseUrl: 'anything',
  ownUrl: 'anything',
  product: 'anything',
  registryFetch: 'anything',
  toolTimeLimitMs: 'anything',
  keptRuns: 'anything',
  journal: { entries: 'anything', bytes: 'anything' },
  onChange: 'anything',
  state: 'anything',
  readWorkflow: 'anything',
  onInternalError: 'anything',
  observe: 'anything',
}

/** What the options of a publication may have. */
export const publishMembers: MembersOf<PublishOptions> = {
  workspace: 'anything',
  key: 'anything',
  name: 'anything',
  archived: 'anything',
  parameters: [parameter],
}
