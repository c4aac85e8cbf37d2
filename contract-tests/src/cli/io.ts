/** What a command reads and writes besides files and the network. */
export interface Io {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Whether what is printed may be coloured. */
  readonly colour: boolean
  readonly print: (text: string) => void
  readonly printError: (text: string) => void
  /** Asks a person; undefined where there is none. Rejects when the person leaves. */
  readonly ask?: (question: string) => Promise<string>
}
