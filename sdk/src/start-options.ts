import type { RunIdSource } from './find-run-id.ts'
import type { StartedRun } from './run.ts'
import type { CallOptions } from './settings.ts'

/**
 * Asks what became of a run: undefined while it goes on, and whatever it ended with then. The document shows no way to
 * ask (RUN-STATUS-ENDPOINT), so this one is the caller's.
 */
export type AskRun<Ending> = (started: StartedRun, signal: AbortSignal) => Promise<Ending | undefined>

/** What bounds a start, where its run ID is, and how to wait for its end. */
export interface StartOptions<Ending = unknown> extends CallOptions {
  /** Where the run ID is in the answer (RUN-ID-FIELD). @default RUN_ID_NAMES */
  readonly runId?: RunIdSource | undefined
  /** Gives the started run a `wait()`. @default none, and there is no `wait()` */
  readonly ask?: AskRun<Ending> | undefined
}

/** What bounds waiting. */
export interface WaitOptions {
  /** Ends the waiting, and not the run. @default none */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds for the whole of it. @default 600_000 */
  readonly deadline?: number | undefined
  /** Milliseconds before the second question; each further one waits half as long again. @default 1_000 */
  readonly interval?: number | undefined
  /** Milliseconds between two questions at most. @default 15_000 */
  readonly maxInterval?: number | undefined
  /** Questions in a row that may fail, such as by a connection that broke; the one after them ends the waiting. @default 2 */
  readonly maxRetries?: number | undefined
}

/** A started run whose end can be waited for. */
export interface WaitableRun<Ending> extends StartedRun {
  /** Resolves with what `ask` found. Rejects with APITimeoutError, APIUserAbortError or what `ask` threw last. */
  readonly wait: (options?: WaitOptions) => Promise<Ending>
}

/** What a start returns: with `wait()` if the options say how to ask. */
export type Started<Options> = Options extends { readonly ask: AskRun<infer Ending> } ? WaitableRun<Ending> : StartedRun
