import type { Effect } from './effects.ts'
import type { Call, Exchange } from './exchange.ts'

/** A published workflow and its key. */
export interface WorkflowFixture {
  readonly flowId: string
  readonly key: string
  /** The arguments for a run if a rule has none of its own. @default none */
  readonly args?: Readonly<Record<string, unknown>>
}

/** The types that a parameter of a workflow may have. */
export type ParameterType = 'string' | 'number' | 'boolean' | 'object' | 'array'

/** A workflow whose result is the object of its arguments, with one optional parameter of each type. */
export interface EchoFixture extends WorkflowFixture {
  /** The parameter of each type; what needs one that is left out is blocked. */
  readonly parameters: Readonly<Partial<Record<ParameterType, string>>>
}

/** A workflow with a required parameter and one whose type is not string. */
export interface TypedFixture extends WorkflowFixture {
  readonly validArguments: Readonly<Record<string, unknown>>
  readonly required: string
  readonly mistyped: { readonly name: string; readonly value: unknown }
}

/** A workflow that fails in one step after another step succeeded. */
export interface FailingFixture extends WorkflowFixture {
  readonly failedStep: string
  readonly succeededStep: string
}

/** A slow workflow that returns a known string. */
export interface SlowFixture extends WorkflowFixture {
  readonly durationMs: number
  readonly result: string
}

/** A tool-hosting key, and what the manifest of its organization and environment profile lists. */
export interface RegistryFixture {
  readonly key: string
  readonly listed: readonly { readonly toolSet: string; readonly version: string; readonly tool: string }[]
  readonly notListed: readonly string[]
}

/** An execute payload that succeeds. */
export interface ExecuteFixture {
  readonly payload: Readonly<Record<string, unknown>>
  /** A string that the response then shows. @default none: that the tool ran shows only by its status, and by its credit */
  readonly shows?: string
  /** The JSON pointer in the response where exactly that stands. @default anywhere, which is weaker */
  readonly at?: string
}

/** One payload whose response shows something that differs between two environment profiles. */
export interface ExecuteProfilesFixture extends Pick<ExecuteFixture, 'payload' | 'at'> {
  readonly shows: Readonly<Record<'registry' | 'otherEnvironment', string>>
}

/**
 * Where a manifest has what it lists: `toolSets` selects the tool sets, and the others select in each. A selector is a
 * JSON pointer in which `*` stands for every member or item, and a `#` at the end for the names of the members.
 */
export interface ManifestFixture {
  readonly toolSets: string
  /** @default '#', the name of the member that `toolSets` selects */
  readonly name?: string
  /** @default versions are looked for in the whole tool set, which is weaker */
  readonly version?: string
  /** @default tools are looked for in the whole tool set, which is weaker */
  readonly tool?: string
}

/** A workflow whose output is falsy: null, 0, an empty text or false. */
export interface FalsyFixture extends WorkflowFixture {
  readonly result: unknown
  /** A step of it with the same output. @default the steps are not looked at */
  readonly step?: string
}

/** A workflow whose key may be regenerated: without a key of its own, the first one is a regenerated one, too. */
export interface RegeneratedFixture extends Omit<WorkflowFixture, 'key'> {
  readonly key?: string
}

/** What exists on a target before the rules run. */
export interface Fixtures {
  readonly echo: EchoFixture
  readonly typed: TypedFixture
  readonly failing: FailingFixture
  readonly slow: SlowFixture
  /** @default the echo workflow, whose key in the configuration is then invalid afterwards */
  readonly regenerated: RegeneratedFixture
  readonly secondWorkflow: WorkflowFixture
  readonly otherWorkspace: WorkflowFixture
  readonly archived: WorkflowFixture
  readonly unpublishedFlowId: string
  /** A workflow that was never published, and may be; it stays published. */
  readonly publishableFlowId: string
  readonly unknownFlowId: string
  readonly registry: RegistryFixture
  readonly otherEnvironment: RegistryFixture
  readonly otherOrganization: RegistryFixture
  readonly nothingPublished: { readonly key: string }
  readonly organization: {
    readonly orgId: string
    readonly key: string
    /** Name and value of the cookie of a console session. @default nothing is requested as a signed-in user */
    readonly sessionCookie?: string
    /** A header that carries the session, such as `X-Session: …`. @default the session is a cookie, if there is one */
    readonly sessionHeader?: string
  }
  /** The session of the organization. It is not declared by itself. */
  readonly consoleSession: { readonly header: string; readonly value: string }
  /** An organization that has published nothing, and a tool set of it with the version added last. */
  readonly unpublishedOrganization: {
    readonly orgId: string
    readonly key: string
    readonly toolSet: string
    readonly latestVersion: string
    /** Tool sets of it without a tool. @default what needs one is blocked */
    readonly notListed?: readonly string[]
  }
  /** Where manifests have what they list. @default names and versions are looked for anywhere, which is weaker */
  readonly manifest: ManifestFixture
  /** A tool set that `registry` lists, and another version of it: the check publishes that one and then the listed one. */
  readonly publishableToolSet: { readonly toolSet: string; readonly version: string }
  readonly falsyOutputs: readonly FalsyFixture[]
  readonly execute: ExecuteFixture
  readonly executeFailing: Readonly<Record<string, unknown>>
  /** One payload whose response shows the environment of the key that was used. */
  readonly executeEnvironment: ExecuteProfilesFixture
  /** One payload whose response shows the version of the tool set that was executed. */
  readonly executeVersion: ExecuteProfilesFixture
}

/** What a target can do outside the API under test. */
export interface Hooks {
  /** Publishes a workflow and returns its key. */
  readonly publishWorkflow: (flowId: string) => Promise<string>
  /** Takes back the publication of a workflow. */
  readonly unpublishWorkflow: (flowId: string) => Promise<void>
  /** Publishes a version of a tool set to the environment profile of `fixtures.registry.key`. */
  readonly publishToolSet: (publication: { readonly toolSet: string; readonly version: string }) => Promise<void>
  /** Regenerates the key of a workflow and returns the new one. */
  readonly regenerateKey: (flowId: string) => Promise<string>
  /** The credits that the organization of `fixtures.registry.key` has now. It is called again while they may still change. */
  readonly creditBalance: () => Promise<number>
  /**
   * Lets the next `requests` requests of each key pass and limits the rest of a window of `windowMs`. After each check
   * that limits the rate it is called once more, with `liftedRate`, which is never reached.
   */
  readonly limitRate: (limit: { readonly requests: number; readonly windowMs: number }) => Promise<void>
  /**
   * How many runs have succeeded so far: those of the workflow, or all. It is called again while a run may still be going.
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
  /** Waits until nothing can come any more of what was sent so far: of runs in the background, or of executions. */
  readonly settled: (effect: Effect) => Promise<void>
  /** Notes that every run so far was seen to end, so that `settled` need not wait for them one after another. */
  readonly ended: () => void
  /** Waits. The report says for how long, and what for. */
  readonly wait: (durationMs: number, reason: string) => Promise<void>
  /** The JSON pointer to the run ID in the answer to an async start. @default what differs from start to start is taken for it */
  readonly runIdField?: string
  readonly fixtures: Fixtures
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
