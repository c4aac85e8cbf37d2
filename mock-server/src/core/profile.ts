/**
 * The answers that the source document does not show, each a choice of this server. A client that keeps to the
 * document copes with every value.
 */
export interface Profile {
  /** RUN-MODE-DEFAULT: the mode of a run request without one. */
  readonly defaultMode: 'sync' | 'async'
  /** RUN-ID-FIELD: the field of the async answer that holds the run ID. */
  readonly runIdField: string
  /** RUN-ID-FIELD: the status of the async answer. */
  readonly asyncStatus: 200 | 202
  /** RUN-FAILED-HTTP: the status that carries a failed run. */
  readonly failedRunStatus: 200 | 422 | 500
  /** LIMIT-RETRY-AFTER: how a 429 says when to try again. */
  readonly retryAfterFormat: 'seconds' | 'http-date'
  /** RUN-TIMEOUT-FORM: how long a sync request waits; undefined is without end. */
  readonly syncTimeoutMs: number | undefined
}

/** What the server does unless told otherwise. */
export const defaultProfile: Profile = {
  defaultMode: 'sync',
  runIdField: 'runId',
  asyncStatus: 200,
  failedRunStatus: 200,
  retryAfterFormat: 'seconds',
  syncTimeoutMs: undefined,
}
