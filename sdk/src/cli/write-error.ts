import { reasonOf } from './reason-of.ts'

/** A file or standard output did not take what the command had to write. */
export class WriteError extends Error {
  constructor(target: string, cause: unknown) {
    super(`Cannot write to ${target}: ${reasonOf(cause)}`, { cause })
  }
}
