import type { Json, JsonObject } from './json.ts'

/** The tool that a step uses, and its arguments. */
export interface ToolUse {
  readonly toolSet: string
  readonly tool: string
  /** @default {} */
  readonly arguments?: JsonObject | undefined
  /** @default the first active registry that offers the tool */
  readonly registry?: string | undefined
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
