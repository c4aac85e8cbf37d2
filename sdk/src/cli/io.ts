import type { Readable } from 'node:stream'

/** What the command uses of its surroundings. */
export interface Io {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** Standard input. */
  readonly input: () => Readable
  /** Whether standard input is a terminal. */
  readonly inputTerminal: boolean
  /** Whether the error stream is a terminal that can redraw a line. */
  readonly terminal: boolean
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Aborted when nothing more is to be started: by the first Ctrl-C, or when standard output fails. */
  readonly stop: AbortSignal
  /** Aborted when what is under way is to be given up too: by the second Ctrl-C, or by SIGTERM. */
  readonly abandon: AbortSignal
  /** @default globalThis.fetch */
  readonly fetch?: (request: Request) => Promise<Response>
}
