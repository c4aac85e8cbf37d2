import type { Fault } from '../../faults/fault.ts'
import type { JsonObject } from '../json.ts'
import type { RegistryEntrySeed, SyncedManifest } from '../registry/registry-entry.ts'
import type { Counted, RateLimit } from '../requests/rate-limit.ts'
import type { RunResult } from '../workflows/perform-workflow.ts'

/**
 * What happened in a service, as JSON: everything that is not in its seed. It contains keys, but neither the journal nor
 * the implementations of workflows and tools, which are in the seed.
 */
export interface MockState {
  readonly clock?: ClockState
  /** The seed that continues the random sequence. */
  readonly random?: number
  readonly workflows: readonly WorkflowState[]
  readonly replacedKeys: readonly { readonly key: string; readonly flowId: string }[]
  readonly organizations: readonly OrganizationState[]
  readonly workspaces: readonly { readonly id: string; readonly registries: readonly RegistryEntryState[] }[]
  readonly runs: readonly RunRecord[]
  readonly rateLimit: RateLimitState
  readonly faults: readonly { readonly id: string; readonly fault: Fault; readonly seen: number; readonly met: number }[]
}

/** How a clock differs from that of the machine, in milliseconds. */
export type ClockState = { readonly frozenAt: number } | { readonly aheadMs: number }

/** The state of a workflow. */
export interface WorkflowState {
  readonly flowId: string
  readonly workspace: string
  readonly status: 'unpublished' | 'published' | 'archived'
  readonly key?: string
  /** The key that the seed gave it. */
  readonly firstKey?: string
  /** The whole workflow, if it was given as data and is not of the seed. */
  readonly description?: JsonObject
}

/** The state of an organization. */
export interface OrganizationState {
  readonly id: string
  readonly credits: number
  readonly toolHostingKeys: readonly { readonly name: string; readonly environment: string; readonly key: string }[]
  readonly published: readonly { readonly toolSet: string; readonly environment: string; readonly version: string }[]
  /** Those that were set after the start. */
  readonly variables: readonly { readonly environment: string; readonly variables: Readonly<Record<string, string>> }[]
}

/** The state of a tool registry. */
export interface RegistryEntryState extends RegistryEntrySeed {
  readonly active: boolean
  readonly synced?: SyncedManifest
  /** Whether it was added after the start. */
  readonly added: boolean
}

/** A run; without a result it was in progress. */
export interface RunRecord {
  readonly runId: string
  readonly flowId: string
  readonly mode: 'sync' | 'async'
  readonly startedAt: number
  readonly endedAt?: number
  readonly result?: RunResult
}

/** A rate limit, and what was counted against it. */
export interface RateLimitState {
  /** The one of the seed. */
  readonly seeded?: RateLimit
  readonly limit?: RateLimit
  readonly counts: readonly (Readonly<Counted> & { readonly of: string })[]
}
