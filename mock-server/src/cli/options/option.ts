/** An option of the command line, for `parseArgs` of Node and for `--help`. */
export interface Option {
  readonly type: 'string' | 'boolean'
  readonly short?: string
  readonly multiple?: boolean
  readonly default?: string | boolean | string[]
  /** The placeholder of its value in `--help`. */
  readonly value?: string
  readonly help: string
}

/** A group of options, by name. */
export type OptionGroup = Readonly<Record<string, Option>>
