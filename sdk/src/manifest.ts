/** A parameter of a tool. */
export interface ToolParameter {
  readonly name?: string
  /** string, number, boolean, object or array */
  readonly type?: string
  readonly required?: boolean
  readonly [field: string]: unknown
}

/** A tool that can be executed. */
export interface Tool {
  readonly name?: string
  readonly description?: string
  readonly parameters?: readonly ToolParameter[]
  readonly [field: string]: unknown
}

/** A tool set in one version. */
export interface Toolset {
  readonly id?: string
  readonly name?: string
  readonly version?: string
  /** private or public */
  readonly visibility?: string
  readonly tools?: readonly Tool[]
  readonly [field: string]: unknown
}

/** The published tool sets. No field is documented (MAN-BODY), so none is certain; others are kept. */
export interface Manifest {
  /** Address of the execute endpoint. */
  readonly executeUrl?: string
  readonly toolsets?: readonly Toolset[]
  readonly [field: string]: unknown
}

/** What became of an execution. No field is documented (EXE-PAYLOAD), so none is certain; others are kept. */
export interface Execution {
  /** success or failed */
  readonly status?: string
  /** What the tool returned. */
  readonly result?: unknown
  readonly error?: { readonly name?: string; readonly value?: string; readonly [field: string]: unknown }
  readonly [field: string]: unknown
}
