/** The promises of a server for the choices that the source document leaves open. A claim turns an observation into a check. */
export interface Claims {
  /** The JSON pointer to the run ID in the response to an async start, such as `/runId`. @default fields that differ between starts are treated as the run ID */
  readonly runIdField?: string | undefined
  /** The HTTP status of the response to a sync run that fails. @default any status is accepted */
  readonly failedRunStatus?: number | undefined
  /** The mode of a run whose request has no `mode`. @default either mode is accepted */
  readonly defaultMode?: 'sync' | 'async' | undefined
  /** Whether each tool set, or only the whole organization, falls back to its latest version. @default either is accepted */
  readonly organizationFallback?: 'toolset' | 'organization' | undefined
  /** The fixture whose environment profile a console session reads. @default any published version is accepted */
  readonly sessionProfile?: 'registry' | 'otherEnvironment' | undefined
}
