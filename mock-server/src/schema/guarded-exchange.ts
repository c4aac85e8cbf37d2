import type { OperationId } from '@wfhost/openapi'

/** Something in an exchange that the document does not allow. */
export interface Violation {
  /** The number of the exchange. */
  readonly request: number
  /** Which half of it is wrong. */
  readonly direction: 'request' | 'response'
  /** The problem with its path, such as `args[0].value: expected …, found null`. */
  readonly message: string
  /** The workflow of a run. @default none, for another operation */
  readonly flowId?: string | undefined
  /** @default none, for a request that the document does not describe */
  readonly operation?: OperationId | undefined
}

/** An exchange that passed a guard. Credentials are not in it. */
export interface GuardedExchange {
  /** Counts up from 1. */
  readonly number: number
  /** When the request arrived. */
  readonly at: string
  /** From the request to the end of its response. */
  readonly durationMs: number
  /** @default none, for a request that the document does not describe */
  readonly operation?: OperationId | undefined
  /** As it arrived. */
  readonly request: {
    readonly method: string
    /** With its query. */
    readonly path: string
    /** Those that say nothing about the API are left out, as they may carry credentials under any name. */
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
  }
  /** @default none, if the connection broke before there was one */
  readonly response?:
    | { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string }
    | undefined
  /** At most one violation of the request, and one of the response. */
  readonly violations: readonly Violation[]
}
