/**
 * The exit codes that mean the same in all commands. Each command has results of its own in 1 and from 3 to 5: a failed run, a
 * server that does not conform.
 */
export const commonExitCodes = {
  success: 0,
  /** An unknown option, a wrong value, a file that cannot be read. */
  usage: 2,
  /** No service responded at the address, or another one did. */
  notReached: 6,
  /** The output did not accept the text, as on a full disk. */
  unwritten: 7,
  /** The reader of the output has ended, as `head` does. From here on, the codes are 128 plus the number of a signal. */
  brokenPipe: 141,
} as const

/** The exit codes of a command that a signal ended, by the name of the signal. A terminal that closes sends SIGHUP. */
export const signalExitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const
