import type { Fault } from '../faults/fault.ts'
import type { Json, JsonObject } from './json.ts'
import type { RegistryEntrySeed } from './registry/registry-entry.ts'
import type { Permission } from './registry/registry-operations.ts'
import type { ToolUse } from './registry/use-tool.ts'
import type { RateLimit } from './requests/rate-limit.ts'

/** The types that an argument may have (RUN-ARG-VALUE). */
export type ParameterType = 'string' | 'number' | 'boolean' | 'object' | 'array'

/** A parameter of a workflow or of a tool. */
export interface Parameter {
  readonly name: string
  readonly type: ParameterType
  /** @default false */
  readonly required?: boolean
}

/** What a workflow gets besides its arguments. */
export interface WorkflowContext {
  /**
   * Runs one step and records its outcome in `stepOutputs`. Throws what the step throws, so the run fails unless the
   * workflow catches it. Running a step again replaces its earlier outcome.
   */
  readonly step: <T extends Json | undefined>(id: string, work: () => T | Promise<T>) => Promise<T>
  /**
   * Executes a tool as a step: through the synchronized manifest of an active registry of the workspace, metered in
   * credits (ENTRY-STEPS). Fails with the registry's response if that is not a success.
   */
  readonly useTool: (id: string, use: ToolUse) => Promise<Json>
  /** The time of the service, in milliseconds since the epoch. */
  readonly now: () => number
  /** A random number from the service, from 0 up to, and without, 1. */
  readonly random: () => number
  /** Waits on the clock of the service. */
  readonly sleep: (ms: number) => Promise<void>
  /** Aborted when the service stops. */
  readonly signal: AbortSignal
}

/** What a workflow does: its output, or an error that fails the run. */
export type WorkflowImplementation = (args: JsonObject, context: WorkflowContext) => Json | Promise<Json>

/** The description of a workflow. */
export interface WorkflowSeed {
  readonly flowId: string
  /** @default the flowId */
  readonly name?: string
  /** @default none */
  readonly parameters?: readonly Parameter[]
  readonly implementation: WorkflowImplementation
  /** The whole workflow as data, for one that is added while the service runs, so that its state has it. @default none */
  readonly description?: JsonObject
  /** @default false */
  readonly published?: boolean
  /** @default false */
  readonly archived?: boolean
  /** The key that its first publication creates. @default a random one */
  readonly key?: string
}

/** A workspace of the workflow service. */
export interface WorkspaceSeed {
  readonly id: string
  /** @default the id */
  readonly name?: string
  /** @default none */
  readonly workflows?: readonly WorkflowSeed[]
  /** Who may do what with the tool registries. @default none */
  readonly members?: readonly { readonly name: string; readonly permissions: readonly Permission[] }[]
  /** Active, and not yet synchronized. Without a URL it is the registry of this service. @default none */
  readonly registries?: readonly (Omit<RegistryEntrySeed, 'manifestUrl'> & { readonly manifestUrl?: string })[]
}

/** What a tool gets besides its arguments. */
export interface ToolContext {
  /** The variables of the key's environment profile (HOST-ENV). */
  readonly variables: Readonly<Record<string, string>>
  /** The time of the service, in milliseconds since the epoch. */
  readonly now: () => number
  /** A random number from the service, from 0 up to, and without, 1. */
  readonly random: () => number
  /** Waits on the clock of the service. */
  readonly sleep: (ms: number) => Promise<void>
}

/** What a tool does: its result, or an error that fails the execution. */
export type ToolImplementation = (args: JsonObject, context: ToolContext) => Json | Promise<Json>

/** A tool of one version of a tool set. */
export interface ToolSeed {
  readonly name: string
  readonly description?: string
  /** @default none */
  readonly parameters?: readonly Parameter[]
  readonly implementation: ToolImplementation
}

/** One version of a tool set. */
export interface ToolSetVersionSeed {
  readonly version: string
  readonly tools: readonly ToolSeed[]
}

/** The description of a tool set. */
export interface ToolSetSeed {
  readonly id: string
  /** @default the id */
  readonly name?: string
  /** @default private */
  readonly visibility?: 'private' | 'public'
  /** In the order in which they were added: the latest is the last. */
  readonly versions: readonly ToolSetVersionSeed[]
  /** The published version by environment profile. @default none */
  readonly published?: Readonly<Record<string, string>>
}

/** An environment profile of an organization. */
export interface EnvironmentSeed {
  readonly name: string
  readonly variables?: Readonly<Record<string, string>>
}

/** A tool-hosting key: it belongs to an organization and is bound to one environment profile (HOST-KEY). */
export interface ToolHostingKeySeed {
  readonly name: string
  readonly environment: string
  /** @default a random one */
  readonly key?: string
}

/** An organization of the tool registry. */
export interface OrganizationSeed {
  readonly id: string
  /** @default the id */
  readonly name?: string
  /** @default 0 */
  readonly credits?: number
  /** @default none */
  readonly environments?: readonly EnvironmentSeed[]
  /** @default none */
  readonly toolSets?: readonly ToolSetSeed[]
  /** @default none */
  readonly toolHostingKeys?: readonly ToolHostingKeySeed[]
  /** Tokens of users who are signed in to the console. @default none */
  readonly consoleSessions?: readonly string[]
}

/** The state that a service starts with. */
export interface MockSeed {
  /** @default none */
  readonly organizations?: readonly OrganizationSeed[]
  /** @default none */
  readonly workspaces?: readonly WorkspaceSeed[]
  /** @default no limit */
  readonly rateLimit?: RateLimit
  /** The faults that are active from the start. @default none */
  readonly faults?: readonly Fault[]
  /** Whether the tool-hosting console knows the workflow service (CONNECT-CONFIGURED). @default true */
  readonly workflowServiceConfigured?: boolean
}
