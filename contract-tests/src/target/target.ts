import type { z } from 'zod'
import type { CheckRequest, Exchange } from './exchange.ts'
import type { fixturesSchema } from './fixtures.ts'

type Frozen<T> = T extends object ? { readonly [Member in keyof T]: Frozen<T[Member]> } : T

/** An effect that a request may have on the server after its response was sent. */
export type Effect = 'runs' | 'executions'

/** The test data of a target, as its configuration declares it. */
export type DeclaredFixtures = Frozen<z.output<typeof fixturesSchema>>

/** A published workflow and its key. */
export type WorkflowFixture = DeclaredFixtures['secondWorkflow']

/** The types that a parameter of a workflow may have. */
export type ParameterType = keyof DeclaredFixtures['echo']['parameters']

/** A tool-hosting key, and the tool sets that are published to its environment profile. */
export type RegistryFixture = DeclaredFixtures['registry']

/** A tool set with its published version and a tool. */
export type ListedTool = RegistryFixture['listed'][number]

/** The places of tool sets, versions and tools in a manifest. */
export type ManifestFixture = DeclaredFixtures['manifest']

/** A workflow whose output is falsy. */
export type FalsyFixture = DeclaredFixtures['falsyOutputs'][number]

/** An execute payload that succeeds. */
export type ExecuteFixture = DeclaredFixtures['execute']

/** An execute payload whose response differs between two environment profiles. */
export type ExecuteProfilesFixture = DeclaredFixtures['executeEnvironment']

/** Test data on a server, by the names of a configuration file. */
export interface Fixtures extends DeclaredFixtures {
  /** A workflow whose key the checks may regenerate. Without `key`, the first key is also a regenerated key. */
  readonly regenerated: DeclaredFixtures['regenerated'] & { readonly key?: string | undefined }
}

/** The fixtures that checks read: the fixtures of the configuration, and fixtures derived from them. */
export interface TargetFixtures extends Fixtures {
  /** The session of `organization`. */
  readonly consoleSession: { readonly header: string; readonly value: string }
}

/** Functions for actions outside the API. A function throws if it fails, and the check is then blocked. */
export interface ServerHooks {
  /** Publishes a workflow and returns its key. */
  readonly publishWorkflow: (flowId: string) => Promise<string>
  /** Withdraws the publication of a workflow, and keeps its key. */
  readonly unpublishWorkflow: (flowId: string) => Promise<void>
  /** Publishes a version of a tool set to the environment profile of `fixtures.registry.key`. */
  readonly publishToolset: (publication: { readonly toolset: string; readonly version: string }) => Promise<void>
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

/** Some members of an object. A member that is undefined is missing. */
export type Some<Type> = { readonly [Name in keyof Type]?: Type[Name] | undefined }

// An alias, since no entry exports it: the declarations of users have its members instead of its name.
/** A time that a check measured and judged, in milliseconds. */
export type Measurement = {
  /** The measured event, such as `the fastest async start of 3`. */
  readonly title: string
  readonly measuredMs: number
  /** The shortest time that the check accepts. @default 0 */
  readonly atLeastMs?: number
  /** The longest time that the check accepts. @default no limit */
  readonly atMostMs?: number
  /** Times that explain the limit, such as the duration of the workflow. */
  readonly comparedWith: readonly { readonly name: string; readonly durationMs: number }[]
}

/** The seed of generated values, and their number. The same seed gives the same values. */
export interface GeneratedValues {
  readonly seed: number
  /** The number of sets of arguments. Each set is sent in one run of the echo workflow. */
  readonly sets: number
}

/** A server under test: its addresses, its fixtures and hooks, and the functions that send requests to it. */
export interface Target {
  readonly name: string
  readonly baseUrl: string
  readonly registryUrl: string
  readonly product: string
  /** How late effects may become visible, in milliseconds: background runs and credits. */
  readonly settleMs: number
  readonly values: GeneratedValues
  /** Whether the checks send one entry of each kind in a catalogue, instead of all entries. */
  readonly isQuick: boolean
  /** Waits until the requests so far can have no more effects. `readCount` counts background runs, to end the wait early. */
  readonly waitForEffects: (effect: Effect, readCount?: () => Promise<number>) => Promise<void>
  /** Records that all expected runs have ended, so that `waitForEffects` does not wait for them again. */
  readonly markRunsEnded: () => void
  /** Returns the responses to accepted async starts at a URL, including the starts of earlier checks. */
  readonly listAsyncStarts: (url: string) => readonly Exchange[]
  /** Waits. The report states the duration and the reason. */
  readonly wait: (durationMs: number, reason: string) => Promise<void>
  /** Reports a time that the check judges, in addition to its message. */
  readonly recordMeasurement: (measurement: Measurement) => void
  /** The JSON pointer to the run ID in the response to an async start. @default each field that differs between starts */
  readonly runIdField?: string | undefined
  readonly fixtures: TargetFixtures
  readonly hooks: ServerHooks
  /** Exchanges that several checks need, by the arguments of their runs. Each is sent once in a run of the suite. */
  readonly sharedExchanges: Map<string, Promise<Exchange>>
  /** Sends a request and records the exchange. */
  readonly send: (request: CheckRequest) => Promise<Exchange>
}

/** The error for a rule that needs a fixture or a hook that the target does not declare. */
export class NotDeclared extends Error {
  override readonly name = 'NotDeclared'
}

/** The error for a hook that failed. The check that needs the hook is then blocked. */
export class HookFailed extends Error {
  override readonly name = 'HookFailed'
}

/** The error for a hook that was refused with a 3xx or 4xx status, so that it changed nothing. */
export class HookRefused extends HookFailed {}
