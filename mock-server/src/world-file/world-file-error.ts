/** A mistake in a world file. */
export interface WorldFileProblem {
  /** From 1. */
  readonly line: number
  /** As in `workspaces[0].id`; empty for the whole file. */
  readonly path: string
  /** What is wrong, and what to do. */
  readonly message: string
}

/**
 * A world file is invalid; each line of the message has the file, the line, the path, and the remedy.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { readWorldFile, WorldFileError } from '@wfhost/mock-server/world-file'
 *
 * assert.throws(() => readWorldFile('workspaces: 7', 'world.yaml'), WorldFileError)
 * ```
 */
export class WorldFileError extends Error {
  override readonly name = 'WorldFileError'
  /** The lines of the message as data. */
  readonly problems: readonly WorldFileProblem[]

  constructor(
    message: string,
    { problems = [], ...options }: ErrorOptions & { readonly problems?: readonly WorldFileProblem[] } = {},
  ) {
    super(message, options)
    this.problems = problems
  }
}
