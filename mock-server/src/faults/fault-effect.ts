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

/** The effect of a fault, by the place where it acts: a moment in the handling of a request. */
export type FaultEffect =
  /** Delays a request before the service handles it. */
  | { readonly place: 'before-service'; readonly apply: (context: FaultContext) => Promise<void> }
  /** Responds in place of the service, or never. */
  | { readonly place: 'instead-of-service'; readonly apply: (context: FaultContext) => Promise<JsonResponse> }
  /** Changes the response of the service. */
  | { readonly place: 'response'; readonly apply: (response: PlainResponse, context: FaultContext) => PlainResponse }
  /** Breaks the connection instead of handling the request. */
  | { readonly place: 'request-connection'; readonly apply: (connection: Connection) => void }
  /** Breaks the connection instead of sending the response, or while it is sent. */
  | { readonly place: 'response-connection'; readonly apply: BreakResponse }
  /** Accepts workflow keys that were replaced by regeneration. */
  | { readonly place: 'authentication' }
  /** Lets a run fail in place of its implementation. */
  | { readonly place: 'run'; readonly failure: PlannedFailure }

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

/** The operations that a fault can change, by the place where it acts. Without an entry, it can change every operation. */
export const operationsByPlace = {
  authentication: operationsOfWorkflows,
  run: ['runPublishedWorkflow'],
} as const satisfies Partial<Record<FaultEffect['place'], readonly OperationId[]>>

/** Returns whether an effect can change an operation. */
export function canChange({ place }: FaultEffect, operation: OperationId): boolean {
  const operations: Partial<Record<FaultEffect['place'], readonly OperationId[]>> = operationsByPlace
  return operations[place]?.includes(operation) !== false
}

/** Returns the first of several effects that acts at a place. */
export function findEffect<Place extends FaultEffect['place']>(
  effects: readonly FaultEffect[],
  place: Place,
): Extract<FaultEffect, { readonly place: Place }> | undefined {
  return effects.find((effect): effect is Extract<FaultEffect, { readonly place: Place }> => effect.place === place)
}
