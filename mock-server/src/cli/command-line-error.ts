/** The command line is invalid; the message is one line with the remedy. */
export class CommandLineError extends Error {
  override readonly name = 'CommandLineError'
}
