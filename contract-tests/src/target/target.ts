import type { z } from 'zod'
import type { Effect } from './effects.ts'
import type { Call, Exchange } from './exchange.ts'
import type { fixturesSchema } from './fixtures.ts'

type Frozen<T> = T extends object ? { readonly [Member in keyof T]: Frozen<T[Member]> } : T

/** What exists on a target, as its configuration declares it. */
export type DeclaredFixtures = Frozen<z.output<typeof fixturesSchema>>

/** A published workflow and its key. */
export type WorkflowFixture = DeclaredFixtures['secondWorkflow']

/** The types that a parameter of a workflow may have. */
export type ParameterType = keyof DeclaredFixtures['echo']['parameters']

/** A tool-hosting key, and what the manifest of its organization and environment profile lists. */
export type RegistryFixture = DeclaredFixtures['registry']

/** Where a manifest has what it lists. */
export type ManifestFixture = DeclaredFixtures['manifest']

/** A workflow whose output is falsy. */
export type FalsyFixture = DeclaredFixtures['falsyOutputs'][number]

/** An execute payload that succeeds. */
export type ExecuteFixture = DeclaredFixtures['execute']

/** One payload whose response shows something that differs between two environment profiles. */
export type ExecuteProfilesFixture = DeclaredFixtures['executeEnvironment']

/** Test data on a server, by the names of a configuration file. */
export interface Fixtures extends DeclaredFixtures {
  /** A workflow whose key the checks may regenerate. Without `key`, the first key is a regenerated one, too. */
  readonly regenerated: DeclaredFixtures['regenerated'] & { readonly key?: string | undefined }
}

/** The fixtures that checks read: those of a server, and what follows from them. */
export interface TargetFixtures extends Fixtures {
  /** The session of `organization`. */
  readonly consoleSession: { readonly header: string; readonly value: string }
}

/** Functions for what the API has no request for. Each one throws if it fails, and the check is then blocked. */
export interface Hooks {
  /** Publishes a workflow and returns its key. */
  readonly publishWorkflow: (flowId: string) => Promise<string>
  /** Withdraws the publication of a workflow, and keeps its key. */
  readonly unpublishWorkflow: (flowId: string) => Promise<void>
  /** Publishes a version of a tool set to the environment profile of `fixtures.registry.key`. */
  readonly publishToolSet: (publication: { readonly toolSet: string; readonly version: string }) => Promise<void>
  /** Regenerates the key of a workflow and returns the new one. */
  readonly regenerateKey: (flowId: string) => Promise<string>
  /** Returns the credits of the organization of `fixtures.registry.key`. It is called again while they may still change. */
  readonly creditBalance: () => Promise<number>
  /**
   * Lets the next `requests` requests of each key pass, and limits the others in a window of `windowMs`. After each check
   * it is called with 1000000 and 1000, which lifts the limit.
   */
  readonly limitRate: (limit: { readonly requests: number; readonly windowMs: number }) => Promise<void>
  /**
   * Returns how many runs have succeeded so far, of the workflow or of all workflows. It is called again while a run may
   * still be in progress.
   */
  readonly endedRuns: (flowId: string) => Promise<number>
}

/** What generated values come from: the same seed gives the same sets. */
export interface GeneratedValues {
  readonly seed: number
  /** Each is a run of the echo workflow. */
  readonly sets: number
}

/** A server under test: where it is, what it has, and how a request reaches it. */
export interface Target {
  readonly name: string
  readonly baseUrl: string
  readonly registryUrl: string
  readonly product: string
  /** How long the effects of a response may take to show, in milliseconds: background runs and credits. */
  readonly settleMs: number
  /** What values are generated from, and how many sets of them. */
  readonly values: GeneratedValues
  /** Waits until nothing can come any more of what was sent so far: of runs in the background, which `watch` counts, or of executions. */
  readonly settled: (effect: Effect, watch?: () => Promise<number>) => Promise<void>
  /** Notes that every run so far was seen to end, so that `settled` need not wait for them one after another. */
  readonly ended: () => void
  /** What was answered to async starts at an address, by earlier checks as well. */
  readonly startsAt: (url: string) => readonly Exchange[]
  /** Waits. The report says for how long, and what for. */
  readonly wait: (durationMs: number, reason: string) => Promise<void>
  /** The JSON pointer to the run ID in the answer to an async start. @default what differs from start to start is taken for it */
  readonly runIdField?: string
  readonly fixtures: TargetFixtures
  readonly hooks: Hooks
  /** Sends a call and records the exchange. */
  readonly send: (call: Call) => Promise<Exchange>
  /** Sends a call to a path that the document does not have; the exchange is not validated against the document. */
  readonly sendOutsideDocument: (call: Call) => Promise<Exchange>
}

/** A hook of the target did not do what it is for, so nothing is known of the check that needed it. */
export class HookFailed extends Error {
  override readonly name = 'HookFailed'
}

/** A hook was refused, so that nothing came of it. */
export class HookRefused extends HookFailed {}
