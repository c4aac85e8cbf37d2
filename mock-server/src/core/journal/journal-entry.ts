import type { OperationId, RequirementId } from '@wfhost/openapi'
import type { PlainResponse } from '../requests/plain-exchange.ts'

/** A request and its response in the journal; keys and sessions appear by name. */
export interface JournalEntry {
  /** Counts up from 1; never reused. */
  readonly number: number
  /** When the request arrived, by the clock of the service. */
  readonly at: string
  /** How long the response took, by the same clock. Undefined while the request is in progress. */
  readonly durationMs: number | undefined
  readonly operation: OperationId | undefined
  readonly request: {
    readonly method: string
    /** With its query, and without the base URL. */
    readonly path: string
    readonly headers: Readonly<Record<string, string>>
    /** Undefined if there was none. */
    readonly body: string | undefined
  }
  /** Undefined until there is one: while the request is in progress, or forever. */
  readonly response:
    | { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string | undefined }
    | undefined
  /** The requirements that the response covers. */
  readonly requirements: readonly RequirementId[]
  /** The open questions that the response makes a choice about. */
  readonly assumptions: readonly RequirementId[]
  /** The kinds of the faults that applied to the request. */
  readonly faults: readonly string[]
}

/** The record of an exchange, filled while the request is handled. Entries are created from it when they are read. */
export interface RecordedExchange {
  number: number
  /** How many bytes count against the limit of the journal. */
  bytes: number
  readonly startedAt: number
  endedAt: number | undefined
  operation: OperationId | undefined
  readonly method: string
  path: string
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly requestBody: string | undefined
  response: PlainResponse | undefined
  faults: readonly string[]
}

/** How a request ended. */
export interface ObservedExchange {
  readonly operation: OperationId | undefined
  /** Undefined if there was no response. */
  readonly status: number | undefined
  /** Whether the response says that a run or an execution failed. */
  readonly failed: boolean
  /** The kinds of the faults that applied to the request. */
  readonly faults: readonly string[]
  /** The whole exchange, with keys and sessions by name. */
  readonly show: () => JournalEntry
}

/** Called when a request arrives; the function that it returns is called when the request has ended. */
export type ObserveExchange = () => (exchange: ObservedExchange) => void
