/** The command line is wrong, in one line that says how to put it right. */
export class CommandLineError extends Error {
  override readonly name = 'CommandLineError'
}
