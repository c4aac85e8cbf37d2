import type { OperationId } from '@wfhost/openapi'
import type { JournalEntry } from './journal-entry.ts'

/** How a request ended. */
export interface ObservedExchange {
  readonly operation: OperationId | undefined
  /** Undefined if there was no response. */
  readonly status: number | undefined
  /** The kinds of the faults that applied to the request. */
  readonly faults: readonly string[]
  /** The whole exchange, with keys and sessions by name. */
  readonly show: () => JournalEntry
}

/** Called when a request arrives; the function that it returns is called when the request has ended. */
export type ObserveExchange = () => (exchange: ObservedExchange) => void
