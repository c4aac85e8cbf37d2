import type { RunIdSource } from '../responses/find-run-id.ts'
import type { CallOptions } from './settings.ts'

/** An asynchronous run that has started. */
export interface StartedRun {
  /** The run ID, or undefined if the response has none under the names that were looked for (RUN-ID-FIELD). */
  readonly runId: string | undefined
  /** The parsed body of the response. */
  readonly raw: unknown
  /** Status and headers of the response; its body has been read. */
  readonly response: Response
}

/**
 * Looks up the outcome of a run: undefined while it is running, then whatever it ended with. The document does not show
 * how to do this (RUN-STATUS-ENDPOINT), so the caller provides it.
 */
export type AskRun<Ending> = (started: StartedRun, signal: AbortSignal) => Promise<Ending | undefined>

/** The limits of a start, where its run ID is, and how to wait for its end. */
export interface StartOptions<Ending = unknown> extends CallOptions {
  /** Where the run ID is in the response (RUN-ID-FIELD). @default RUN_ID_NAMES */
  readonly runId?: RunIdSource | undefined
  /** Gives the started run a `wait()`. @default none, and there is no `wait()` */
  readonly ask?: AskRun<Ending> | undefined
}

/** The limits of waiting. */
export interface WaitOptions {
  /** Stops the waiting, not the run. @default none */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds in total. @default 600_000 */
  readonly deadline?: number | undefined
  /** Milliseconds before the second call of `ask`; each further wait is half as long again. @default 1_000 */
  readonly interval?: number | undefined
  /** The longest wait between two calls of `ask`, in milliseconds. @default 15_000 */
  readonly maxInterval?: number | undefined
  /** How often in a row `ask` may fail, such as on a broken connection; the next failure ends the waiting. @default 2 */
  readonly maxRetries?: number | undefined
}

/** A started run whose end can be waited for. */
export interface WaitableRun<Ending> extends StartedRun {
  /** Resolves with what `ask` found. Rejects with APITimeoutError, APIUserAbortError or what `ask` threw last. */
  readonly wait: (options?: WaitOptions) => Promise<Ending>
}

/** What a start returns: with `wait()` if the options have `ask`. */
export type Started<Options> = Options extends { readonly ask: AskRun<infer Ending> } ? WaitableRun<Ending> : StartedRun
