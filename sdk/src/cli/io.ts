import type { Readable } from 'node:stream'
import { toPrintable } from '@wfhost/internal/printable'
import { createRedactor, unnamedSecrets } from '@wfhost/internal/redaction'
import type { Terminal } from '@wfhost/internal/wait-visibly'
import type { ClientOptions } from '../client/settings.ts'
import type { Transport } from '../transport/transport.ts'
import { createStderrTerminal, type StderrTerminal } from './error-terminal.ts'
import { changeText, createFormatter, type StyledText } from './styled-text.ts'

/** The reason of `stop` if a signal of the operating system, such as SIGINT, ends the command. */
export class SignalError extends Error {
  /** The exit code of a command that this signal ended. */
  readonly exitCode: number

  constructor(message: string, exitCode: number) {
    super(message)
    this.exitCode = exitCode
  }
}

/** The surroundings of the command. Tests replace them. */
export interface Io {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  readonly input: () => Readable
  readonly inputTerminal: boolean
  /** Whether standard output shows colours. It does not if it is a file, and with NO_COLOR. */
  readonly hasColours: boolean
  /** Whether the error stream shows colours. @default false */
  readonly hasErrorColours?: boolean
  /** The error stream, if it is a terminal that can redraw a line. */
  readonly terminal: Terminal | undefined
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Aborted to start nothing more: by the first Ctrl-C, by a terminal that closes, or when standard output fails. */
  readonly stop: AbortSignal
  /** Aborted to end the runs in progress, too: by the second Ctrl-C, or some time after SIGTERM. */
  readonly abandon: AbortSignal
  /** Sends the requests. @default the transport, else the global fetch */
  readonly fetch?: ClientOptions['fetch']
  /** Loads undici, which only commands that send requests need. */
  readonly openTransport?: () => Promise<Transport>
}

/** The surroundings of a command whose output is safe: secrets and control characters are removed. */
export interface RedactedIo extends Io, StderrTerminal {
  /** Writes texts with their styles to standard output. Secrets and control characters are removed from each text. */
  readonly outStyled: (texts: readonly StyledText[]) => void
  /** Hides secrets in a value that is written elsewhere. */
  readonly redact: <Value>(value: Value) => Value
}

/** Removes secrets and control characters from all output, because a service can put both into a response. */
export function guardIo(io: Io): RedactedIo {
  const secrets = Object.entries(io.environment).flatMap(([name, value]) => {
    return value && /^WFHOST_(API_KEY|REGISTRY_KEY|CONSOLE_SESSION)/.test(name) ? [value] : []
  })
  const redactor = createRedactor(unnamedSecrets(secrets))
  const sanitize = (text: string): string => toPrintable(redactor.text(text))
  const format = createFormatter(io.hasColours)
  return {
    ...io,
    ...createStderrTerminal(io, sanitize),
    out: (text) => io.out(sanitize(text)),
    err: (text) => io.err(sanitize(text)),
    // Styles are added last, because control characters are removed from the texts.
    outStyled: (texts) => io.out(texts.map((styled) => format(changeText(styled, sanitize))).join('')),
    redact: (value) => redactor.value(value) as typeof value,
  }
}

/** Prints that a command waits for input from the keyboard. Without this line, it would look like a command that hangs. */
export function announceStdin({ err, inputTerminal }: Io, content: string): void {
  if (inputTerminal) err(`wfhost: reading ${content} from the keyboard; Ctrl-D ends the input\n`)
}
