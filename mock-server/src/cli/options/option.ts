/** An option of the command line: what `parseArgs` of Node takes, and what `--help` says of it. */
export interface Option {
  readonly type: 'string' | 'boolean'
  readonly short?: string
  readonly multiple?: boolean
  readonly default?: string | boolean | string[]
  /** What stands for its value in `--help`. */
  readonly value?: string
  readonly help: string
}

/** Options that belong together, by their names. */
export type OptionGroup = Readonly<Record<string, Option>>
