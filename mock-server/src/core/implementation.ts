import type { Json, JsonObject } from './json.ts'

// An alias, since no entry exports it: the declarations of users have its members instead of its name.
/**
 * The values that an implementation may return. The service writes them as JSON: a Date becomes a text, and nothing becomes null.
 * An object can have the type of an interface, which is not assignable to `JsonObject`.
 */
// biome-ignore lint/suspicious/noConfusingVoidType: a function without a return statement has the type void.
type Output = Json | object | undefined | void

export interface ToolUse {
  readonly toolset: string
  readonly tool: string
  /** @default {} */
  readonly arguments?: JsonObject | undefined
  /** @default the first active registry that offers the tool */
  readonly registry?: string | undefined
}

/** The second argument of a workflow. */
export interface WorkflowContext {
  /**
   * Runs one step and records its outcome in the run (RUN-STEPS). Throws what the step throws, so the run fails unless the
   * workflow catches it. Running a step again replaces its earlier outcome.
   */
  readonly step: <T extends Output>(id: string, work: () => T | Promise<T>) => Promise<T>
  /**
   * Executes a tool as a step: through the synchronized manifest of an active registry of the workspace, metered in
   * credits (ENTRY-STEPS). Fails with the registry's response if that is not a success.
   */
  readonly useTool: (id: string, use: ToolUse) => Promise<Json>
  /** Which run of this workflow it is, from 1, for a workflow that fails twice and then succeeds. */
  readonly nth: number
  /** The time of the service, in milliseconds since the epoch. */
  readonly now: () => number
  /** A random number from the service, from 0 up to, and without, 1. */
  readonly random: () => number
  /** Waits on the clock of the service. */
  readonly sleep: (ms: number) => Promise<void>
  /** Aborted when the service stops. */
  readonly signal: AbortSignal
}

/** Performs a workflow. Returns its output, or throws an error that fails the run. */
export type WorkflowImplementation = (args: JsonObject, context: WorkflowContext) => Output | Promise<Output>

/**
 * The second argument of a tool.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import type { ToolContext } from '@wfhost/mock-server'
 *
 * function describeSender({ now, variables }: ToolContext): string {
 *   return `${variables['SENDER']} at ${new Date(now()).toISOString()}`
 * }
 *
 * const context = { now: () => 0, random: () => 0.5, sleep: async () => {}, variables: { SENDER: 'ada' } }
 * assert.equal(describeSender(context), 'ada at 1970-01-01T00:00:00.000Z')
 * ```
 */
export interface ToolContext extends Pick<WorkflowContext, 'now' | 'random' | 'sleep'> {
  /** The variables of the key's environment profile (HOST-ENV). */
  readonly variables: Readonly<Record<string, string>>
}

/**
 * Performs a tool. Returns its result, or throws an error that fails the execution.
 *
 * @example
 * ```ts
 * import type { ToolImplementation } from '@wfhost/mock-server'
 *
 * const send: ToolImplementation = async ({ to }, { sleep, variables }) => {
 *   await sleep(50)
 *   if (typeof to !== 'string') throw new Error('Cannot send: to is not a string')
 *   return `sent to ${to} from ${variables['SENDER']}`
 * }
 * ```
 */
export type ToolImplementation = (args: JsonObject, context: ToolContext) => Output | Promise<Output>

/** The common interface of schema libraries (standardschema.dev, version 1). */
export interface ArgumentSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => SchemaVerdict<Output> | Promise<SchemaVerdict<Output>>
    readonly types?: { readonly input: Input; readonly output: Output } | undefined
  }
}

/** The output of a schema, or what is wrong with the value. */
export type SchemaVerdict<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | {
      readonly issues: readonly {
        readonly message: string
        readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
      }[]
    }

/** A workflow with the types of its arguments and its result, as made by the client's `defineWorkflow`. */
export interface Workflow<Args = unknown, Result = unknown> {
  readonly flowId: string
  /** The schema of the object of all arguments; a client sends its output. @default any arguments; for an existing workflow, its parameters */
  readonly args?: ArgumentSchema<unknown, Args> | undefined
  /** The schema of the result of a successful run, with which a client reads it. @default any result */
  readonly result?: ArgumentSchema<Result, unknown> | undefined
}

/**
 * A result as an implementation may return it: it is not changed.
 *
 * @example
 * ```ts
 * import type { Immutable } from '@wfhost/mock-server'
 *
 * interface Ticket {
 *   readonly id: number
 *   tags: string[]
 * }
 *
 * // A workflow with this result can return the constant.
 * const TICKET = { id: 1, tags: ['billing'] } as const
 * const result: Immutable<Ticket> = TICKET
 * ```
 */
export type Immutable<Type> = Json extends Type ? Type : { readonly [Name in keyof Type]: Immutable<Type[Name]> }
