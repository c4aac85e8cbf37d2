import type { Redact } from '@wfhost/internal/redacted-text'
import type { Fault } from '../../faults/fault.ts'
import type { FaultPlan } from '../../faults/fault-plan.ts'
import type { Assumptions } from '../../schema/assumptions.ts'
import type { StoredRun, SyncedManifest } from '../../schema/state.ts'
import type { RateLimit } from '../../schema/values.ts'
import type { Parameter, ToolSeed } from '../../schema/workflow.ts'
import type { MockSeed, RegistryEntrySeed, ToolHostingKeySeed, WorkspaceSeed } from '../../schema/world.ts'
import type { ArgumentSchema, WorkflowImplementation } from '../implementation.ts'
import type { Journal, ObserveExchange } from '../journal/journal.ts'
import type { JournalFeed } from '../journal/journal-feed.ts'
import type { JsonObject } from '../json.ts'
import type { Memory } from '../memory/memory.ts'
import type { KeyRing } from '../requests/authenticate.ts'
import type { RateLimiter } from '../requests/rate-limit.ts'
import type { MockServiceOptions } from '../service-options.ts'
import type { RunStore } from '../workflows/run-store.ts'

export interface Workflow {
  readonly flowId: string
  readonly name: string
  readonly workspace: Workspace
  parameters: readonly Parameter[]
  implementation: WorkflowImplementation
  /** The whole workflow, if it was given as data while the service ran. */
  readonly description: JsonObject | undefined
  /** Checks the arguments in place of the parameters. */
  schema: ArgumentSchema | undefined
  /** The key that the first publication creates, if it was given. */
  readonly firstKey: string | undefined
  status: 'unpublished' | 'published' | 'archived'
  /** What it was before it was archived; undefined if that is not known. */
  beforeArchive?: 'unpublished' | 'published' | undefined
  started: number
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

export interface ToolSetVersion {
  readonly version: string
  readonly tools: readonly Tool[]
}

export interface Tool extends Omit<ToolSeed, 'parameters'> {
  readonly parameters: readonly Parameter[]
}

export interface ToolSet {
  readonly id: string
  readonly name: string
  readonly visibility: 'private' | 'public'
  /** In the order in which they were added. */
  readonly versions: ToolSetVersion[]
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
  readonly toolSets: Map<string, ToolSet>
  readonly toolHostingKeys: Map<string, ToolHostingKey>
}

export interface ToolHostingKey extends ToolHostingKeySeed {
  readonly key: string
  readonly organization: Organization
}

type Taken = 'clock' | 'onInternalError' | 'ownUrl' | 'product' | 'random' | 'registryFetch' | 'toolTimeLimitMs'

/** Everything that a service knows; nothing of it lives elsewhere. */
export interface World extends Readonly<Required<Pick<MockServiceOptions, Taken>>> {
  /** The `Date` of an answer that is made now. */
  readonly dateHeader: () => string
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
  /** What writes its keys by their names, once somebody has read the journal. */
  redaction: { readonly changes: number; readonly redact: Redact } | undefined
  /** The events for those who follow the journal, once somebody does. */
  feed: JournalFeed | undefined
  /** The keys that regeneration replaced, with the workflow that they opened. */
  readonly replacedKeys: KeyRing<Workflow>
  /** Where the service is, if not where the request went. */
  readonly baseUrl: string | undefined
  /** Where clients reach the service through a proxy that changes paths. */
  readonly publicUrl: string | undefined
  readonly trustProxy: boolean
  readonly basePath: string
  /** Called when a run has ended, which no request does. */
  readonly onChange: (() => void) | undefined
  readonly observe: ObserveExchange | undefined
  readonly observeRun: ((run: StoredRun) => void) | undefined
  /** Whether the tool-hosting console knows the workflow service (CONNECT-CONFIGURED). */
  workflowServiceConfigured: boolean
  /** Ends what is under way; replaced when the world is reset. */
  stopping: AbortController
}
