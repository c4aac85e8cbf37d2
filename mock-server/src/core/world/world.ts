import type { Redact } from '@wfhost/internal/redacted-text'
import type { Fault } from '../../faults/fault.ts'
import type { FaultPlan } from '../../faults/fault-plan.ts'
import type { Assumptions } from '../../schema/assumptions.ts'
import type { StoredRun, SyncedManifest } from '../../schema/state.ts'
import type { RateLimit } from '../../schema/values.ts'
import type { Parameter, ToolSeed } from '../../schema/workflow.ts'
import type { MockSeed, RegistryEntrySeed, ToolHostingKeySeed, WorkspaceSeed } from '../../schema/world.ts'
import type { ArgumentSchema, WorkflowImplementation } from '../implementation.ts'
import type { Journal, OnExchange } from '../journal/journal.ts'
import type { JournalFeed } from '../journal/journal-feed.ts'
import type { JsonObject } from '../json.ts'
import type { Memory } from '../memory/memory.ts'
import type { KeyRing } from '../requests/authenticate.ts'
import type { RateLimiter } from '../requests/rate-limit.ts'
import type { InternalServiceOptions } from '../service-options.ts'
import type { RunStore } from '../workflows/run-store.ts'

export interface Workflow {
  readonly flowId: string
  readonly name: string
  readonly workspace: Workspace
  parameters: readonly Parameter[]
  implementation: WorkflowImplementation
  /** The workflow as data, if it was added as data while the service ran. */
  readonly data: JsonObject | undefined
  /** Validates the arguments instead of the parameters. */
  schema: ArgumentSchema | undefined
  /** The schema with which clients read the result. The contract of the tests contains the fields that it requires. */
  resultSchema?: ArgumentSchema | undefined
  /** The key of the seed, which the first publication uses. */
  readonly seededKey: string | undefined
  status: 'unpublished' | 'published' | 'archived'
  /** The status before the workflow was archived; undefined if a state file does not contain it. */
  statusBeforeArchive?: 'unpublished' | 'published' | undefined
  /** How many runs were started. */
  startedRunCount: number
  key: string | undefined
}

export interface Workspace {
  readonly id: string
  readonly name: string
  readonly members: NonNullable<WorkspaceSeed['members']>
  readonly registries: Map<string, RegistryEntry>
}

export interface RegistryEntry extends RegistryEntrySeed {
  /** Only an active entry offers its tools (ENTRY-ACTIVE). */
  active: boolean
  /** Whether it was added after the start. */
  readonly added: boolean
  synced: SyncedManifest | undefined
}

export interface ToolsetVersion {
  readonly version: string
  readonly tools: readonly Tool[]
}

export interface Tool extends Omit<ToolSeed, 'parameters'> {
  readonly parameters: readonly Parameter[]
}

export interface Toolset {
  readonly id: string
  readonly name: string
  readonly visibility: 'private' | 'public'
  /** In the order in which they were added. */
  readonly versions: ToolsetVersion[]
  /** The published version by environment profile. */
  readonly published: Map<string, string>
}

export interface Organization {
  readonly id: string
  readonly name: string
  credits: number
  readonly environments: Map<string, Readonly<Record<string, string>>>
  /** The variables that were set after the start, by environment profile. */
  changedVariables: Map<string, Readonly<Record<string, string>>> | undefined
  readonly toolsets: Map<string, Toolset>
  readonly toolHostingKeys: Map<string, ToolHostingKey>
}

export interface ToolHostingKey extends ToolHostingKeySeed {
  readonly key: string
  readonly organization: Organization
}

/** The options that a world stores unchanged. */
type StoredOptions = 'clock' | 'onInternalError' | 'ownUrl' | 'product' | 'random' | 'registryFetch' | 'toolTimeout'

type RequiredOptions = { readonly [Name in StoredOptions]: NonNullable<InternalServiceOptions[Name]> }

/** The whole state of a service. No state is stored elsewhere. */
export interface World extends RequiredOptions {
  /** Returns the `Date` header of a response that is created now. */
  readonly dateHeader: () => string
  /** The time at which the world was created, by its own clock and by that of the machine. */
  readonly openedAt: { readonly clockMs: number; readonly machineMs: number }
  readonly assumptions: Assumptions
  createSeed: () => MockSeed
  readonly workspaces: Map<string, Workspace>
  readonly workflows: Map<string, Workflow>
  readonly workflowKeys: KeyRing<Workflow>
  readonly organizations: Map<string, Organization>
  readonly toolHostingKeys: KeyRing<ToolHostingKey>
  readonly consoleSessions: KeyRing<Organization>
  readonly runs: RunStore
  readonly memory: Memory
  readonly rateLimiter: RateLimiter
  seededRateLimit: RateLimit | undefined
  seededFaults: readonly Fault[] | undefined
  readonly faults: FaultPlan
  readonly journal: Journal
  /** Replaces the keys of the world by their names. Created when somebody first reads the journal. */
  redaction: { readonly changes: number; readonly redact: Redact } | undefined
  /** The journal as events. Created when somebody first follows the journal. */
  feed: JournalFeed | undefined
  /** The keys that regeneration replaced, with their workflows. */
  readonly replacedKeys: KeyRing<Workflow>
  /** The URL of the service; undefined if it is the origin of each request. */
  readonly baseUrl: string | undefined
  /** The URL at which clients reach the service through a proxy. */
  readonly publicUrl: string | undefined
  readonly trustProxy: boolean
  readonly basePath: string
  /** Called when the state may have changed without a request. */
  readonly onChange: (() => void) | undefined
  /** Called at the start of each exchange. It returns the function that is called at the end. */
  onExchange: OnExchange | undefined
  readonly onRunEnd: ((run: StoredRun) => void) | undefined
  /** Whether the tool-hosting console is connected to a workflow service (CONNECT-CONFIGURED). */
  workflowServiceConfigured: boolean
  /** Aborted to end all work in progress. A reset replaces it. */
  stopController: AbortController
}
