/** The command line is invalid; the message is one line with the remedy. The command exits with 2. */
export class CommandLineError extends Error {
  override readonly name = 'CommandLineError'
}
