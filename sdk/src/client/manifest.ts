/** A parameter of a tool. */
export interface ToolParameter {
  /** Name of an argument of the tool. */
  readonly name?: string
  /** string, number, boolean, object or array */
  readonly type?: string
  /** Whether the tool requires it. */
  readonly required?: boolean
  readonly [field: string]: unknown
}

/** A tool that can be executed. */
export interface Tool {
  /** Name within the tool set. */
  readonly name?: string
  /** What it does, for people. */
  readonly description?: string
  /** Its parameters. */
  readonly parameters?: readonly ToolParameter[]
  readonly [field: string]: unknown
}

/** A tool set in one version. */
export interface Toolset {
  /** Identifier of the tool set. */
  readonly id?: string
  /** Name of the tool set, for people. */
  readonly name?: string
  /** The version that the environment profile of the key runs (MAN-VERSION). */
  readonly version?: string
  /** private or public */
  readonly visibility?: string
  /** At least one (MAN-CONTENT). */
  readonly tools?: readonly Tool[]
  readonly [field: string]: unknown
}

/** The published tool sets. No field is documented (MAN-BODY), so none is certain; others are kept. */
export interface Manifest {
  /** Address of the execute endpoint (MAN-EXECUTE). */
  readonly executeUrl?: string
  /** What the organization has published. */
  readonly toolsets?: readonly Toolset[]
  readonly [field: string]: unknown
}

/** The outcome of an execution. No field is documented (EXE-PAYLOAD), so none is certain; others are kept. */
export interface Execution {
  /** success or failed */
  readonly status?: string
  /** What the tool returned. */
  readonly result?: unknown
  /** Why it failed: type and message. */
  readonly error?: { readonly name?: string; readonly value?: string; readonly [field: string]: unknown }
  readonly [field: string]: unknown
}
