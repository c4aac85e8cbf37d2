import { createMarks, drawBox } from '@wfhost/internal/terminal-text'
import type { Terminal } from '@wfhost/internal/wait-visibly'
import manifest from '../../package.json' with { type: 'json' }
import { createFormatter } from './styled-text.ts'

const PROGRAM_NAME = 'wfhost'
const PACKAGE_LABEL = '/client'

/** The parts of the `io` of a command that this file uses. */
interface TerminalIo {
  readonly err: (text: string) => void
  readonly terminal: Terminal | undefined
  readonly hasErrorColours?: boolean
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** Texts for a person that only a terminal gets. They are on the error stream, because standard output is for the result. */
export interface StderrTerminal {
  /** Prints the first line of a command: the version, and what the command does. A title that does not fit is cut. */
  readonly printTitle: (text: string) => void
  /** Prints lines in a box, which is the last text of a command. Returns false without a terminal, and the caller then prints plain lines. */
  readonly printBox: (lines: readonly string[], style: 'passed' | 'failed') => boolean
}

/**
 * Creates an object that prints a title and a box on the error stream. If the error stream is not a terminal, it prints nothing,
 * and `printBox` returns false, so that the caller prints plain lines instead.
 *
 * @param sanitize - Removes secrets and control characters from a text. Styles are added afterwards.
 */
export function createStderrTerminal(io: TerminalIo, sanitize: (text: string) => string): StderrTerminal {
  const columns = io.terminal?.columns ?? 0
  // A pseudo-terminal without a size reports 0 columns, for example under `docker run -t`.
  if (columns === 0) return { printTitle: () => {}, printBox: () => false }

  const format = createFormatter(io.hasErrorColours ?? false)
  // Replaces characters such as ✓ if the terminal cannot show them.
  const replaceMarks = createMarks(io.environment)

  function printTitle(text: string): void {
    const version = ` ${manifest.version}  `
    const remainingColumns = columns - PROGRAM_NAME.length - PACKAGE_LABEL.length - version.length
    const title = shorten(toOneLine(sanitize(text)), remainingColumns)

    const heading = format({ text: PROGRAM_NAME, style: 'bold' }) + format({ text: PACKAGE_LABEL, style: 'faint' })
    io.err(`${heading}${version}${replaceMarks(title)}\n`)
  }

  function printBox(lines: readonly string[], style: 'passed' | 'failed'): boolean {
    const safeLines = lines.map((line) => toOneLine(sanitize(line)))
    const box = drawBox(safeLines, { columns, paint: (text) => format({ text, style }) })

    io.err(`${replaceMarks(box)}\n`)
    return true
  }

  return { printTitle, printBox }
}

/** Replaces line feeds and tabs. A text from a service or a file can have them, and either would break the edge of a box. */
function toOneLine(text: string): string {
  return text.replace(/\s*[\n\t]\s*/g, ' ')
}

/** Cuts a text that is longer than a width, in characters. */
function shorten(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 3))}…`
}
