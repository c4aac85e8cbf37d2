import type { OperationId } from '@wfhost/openapi'

/** What is found out about a request while it is handled, for the journal. */
export interface Handled {
  /** With its query, and without the base URL. */
  path: string
  operation: OperationId | undefined
  faults: readonly string[]
}
