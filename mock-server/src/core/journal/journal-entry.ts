import type { OperationId, RequirementId } from '@wfhost/openapi'
import type { PlainResponse } from '../plain-exchange.ts'

/** A request and its answer, as the journal shows them: keys and sessions stand there by name. */
export interface JournalEntry {
  /** Counts up from 1 and is not used again. */
  readonly number: number
  /** When the request came, by the clock of the service. */
  readonly at: string
  /** How long the answer took, by the same clock. Undefined while the request is under way. */
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
  /** Undefined as long as none was given: while the request is under way, or for ever. */
  readonly response:
    | { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string | undefined }
    | undefined
  /** The requirements that the answer carries. */
  readonly requirements: readonly RequirementId[]
  /** The open questions that the answer makes a choice about. */
  readonly assumptions: readonly RequirementId[]
  /** The kinds of the faults that met the request. */
  readonly faults: readonly string[]
}

/** What is kept of an exchange until somebody reads the journal. It is filled while the request is handled. */
export interface RecordedExchange {
  number: number
  /** What it takes of the journal. */
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
