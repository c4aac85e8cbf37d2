/** What the command touches of the world. */
export interface Io {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** Reads standard input to its end. */
  readonly input: () => Promise<string>
  /** Whether the error stream is a terminal. */
  readonly terminal: boolean
  /** @default globalThis.fetch */
  readonly fetch?: (request: Request) => Promise<Response>
}
