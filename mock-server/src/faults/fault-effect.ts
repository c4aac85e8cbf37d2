import { type OperationId, operationTable } from '@wfhost/openapi'
import type { Clock } from '../core/clock/clock.ts'
import type { Random } from '../core/random.ts'
import type { JsonResponse, PlainResponse } from '../core/requests/plain-exchange.ts'

/** The parts of the service that a fault can use. */
export interface FaultContext {
  readonly clock: Clock
  readonly random: Random
  /** Aborted when the service is reset or stopped, and by a client that disconnects before the request is handled. */
  readonly signal: AbortSignal
  /** Formats the value of Retry-After as the assumptions of the world choose. */
  readonly formatRetryAfter: (waitMs: number) => string
}

/** The connection of a request, which only the HTTP adapter has. */
export interface Connection {
  readonly isClosed: () => boolean
  readonly write: (bytes: Uint8Array) => void
  /** Closes it after the last bytes. */
  readonly end: (bytes: Uint8Array) => void
  /** Resets it; what has not reached the client is lost. */
  readonly reset: () => void
}

export type BreakResponse = (connection: Connection, response: PlainResponse) => void | Promise<void>

/** The effect of a fault, by the phase of the handling of a request in which it acts. */
export type FaultEffect =
  /** Delays a request before the service handles it. */
  | { readonly phase: 'before-service'; readonly apply: (context: FaultContext) => Promise<void> }
  /** Responds in place of the service, or never. */
  | { readonly phase: 'instead-of-service'; readonly apply: (context: FaultContext) => Promise<JsonResponse> }
  /** Changes the response of the service. */
  | { readonly phase: 'response'; readonly apply: (response: PlainResponse, context: FaultContext) => PlainResponse }
  /** Breaks the connection instead of handling the request. */
  | { readonly phase: 'request-connection'; readonly apply: (connection: Connection) => void }
  /** Breaks the connection instead of sending the response, or while it is sent. */
  | { readonly phase: 'response-connection'; readonly apply: BreakResponse }
  /** Accepts workflow keys that were replaced by regeneration. */
  | { readonly phase: 'authentication' }
  /** Lets a run fail in place of its implementation. */
  | { readonly phase: 'run'; readonly failure: PlannedFailure }

/** How a run fails without its implementation. */
export interface PlannedFailure {
  readonly name: string
  readonly value: string
  /** The step that fails; undefined if the workflow fails outside its steps. */
  readonly step?: string | undefined
}

const operationIds = Object.keys(operationTable) as readonly OperationId[]

/** The operations of the workflow service: their paths name a workflow, and its key authorizes them. */
export const operationsOfWorkflows = operationIds.filter((id) => operationTable[id].server === 'workflowService')

/** The operations that a fault can change, by the phase in which it acts. Without an entry, it can change every operation. */
export const operationsByPhase = {
  authentication: operationsOfWorkflows,
  run: ['runPublishedWorkflow'],
} as const satisfies Partial<Record<FaultEffect['phase'], readonly OperationId[]>>

/** Returns whether an effect can change an operation. */
export function canChange({ phase }: FaultEffect, operation: OperationId): boolean {
  const operations: Partial<Record<FaultEffect['phase'], readonly OperationId[]>> = operationsByPhase
  return operations[phase]?.includes(operation) !== false
}

/** Returns the first of several effects that acts in a phase. */
export function findEffect<Phase extends FaultEffect['phase']>(
  effects: readonly FaultEffect[],
  phase: Phase,
): Extract<FaultEffect, { readonly phase: Phase }> | undefined {
  return effects.find((effect): effect is Extract<FaultEffect, { readonly phase: Phase }> => effect.phase === phase)
}
