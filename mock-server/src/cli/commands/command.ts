import type { Values } from '../command-line.ts'

/** What `wfhost-mock` can do. */
export interface Command {
  readonly name: string
  /** What follows its name; nothing if undefined. */
  readonly operand?: { readonly name: string; readonly optional?: boolean }
  /** For this program alone, and in no list. */
  readonly internal?: true
  /** What `--help` says of it. */
  readonly help: string
  run(values: Values, operand: string | undefined): void | Promise<void>
}
