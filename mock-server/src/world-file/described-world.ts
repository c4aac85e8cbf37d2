import type { Profile } from '../core/profile.ts'
import type { MockSeed, OrganizationSeed, WorkflowSeed, WorkspaceSeed } from '../core/seed.ts'
import type { Behaviour } from './behaviour.ts'
import type { DescribedWorkflow } from './described-workflow.ts'

/** A world as data. */
export interface DescribedWorld extends Omit<MockSeed, 'organizations' | 'workspaces'> {
  readonly $schema?: string
  readonly profile?: Partial<Profile>
  readonly organizations?: readonly DescribedOrganization[]
  readonly workspaces?: readonly DescribedWorkspace[]
}

/** A tool as data. */
export type DescribedTool = Behaviour & {
  readonly name: string
  readonly description?: string
  readonly parameters?: NonNullable<WorkflowSeed['parameters']>
}

/** A tool set as data. */
export type DescribedToolSet = Omit<NonNullable<OrganizationSeed['toolSets']>[number], 'versions'> & {
  readonly versions: readonly { readonly version: string; readonly tools: readonly DescribedTool[] }[]
}

/** An organization as data. */
export type DescribedOrganization = Omit<OrganizationSeed, 'toolSets'> & { readonly toolSets?: readonly DescribedToolSet[] }

/** A workspace as data. */
export type DescribedWorkspace = Omit<WorkspaceSeed, 'workflows'> & { readonly workflows?: readonly DescribedWorkflow[] }
