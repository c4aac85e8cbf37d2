import type { Io } from './io.ts'

/** Says that a command reads from the keyboard: one that waits for a person looks like one that hangs. */
export function announceStdin({ inputTerminal, err }: Io, what: string): void {
  if (inputTerminal) err(`wfhost: reading ${what} from the keyboard; Ctrl-D ends the input\n`)
}
