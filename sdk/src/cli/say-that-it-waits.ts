import type { Io } from './io.ts'

/** A command that waits for a person looks like one that hangs. */
export function sayThatItWaits({ inputTerminal, err }: Io, what: string): void {
  if (inputTerminal) err(`wfhost: reading ${what} from the keyboard; Ctrl-D ends the input\n`)
}
