import type { OptionName, Values } from '../command-line.ts'

/** A command of `wfhost-mock`. */
export interface Command {
  readonly name: string
  /** The argument after its name; none if undefined. */
  readonly operand?: { readonly name: string; readonly optional?: boolean }
  /** The options that it uses, besides the general ones. @default all */
  readonly options?: readonly OptionName[]
  /** Used only by this program itself, and not listed in `--help`. */
  readonly internal?: true
  /** Its description in `--help`. */
  readonly help: string
  run(values: Values, operand: string | undefined): void | Promise<void>
}
