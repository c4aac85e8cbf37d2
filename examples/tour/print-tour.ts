import { styleText } from 'node:util'
import { createMarks } from '@wfhost/internal/terminal-text'
import type { Seen, StepOutcome } from './tour.ts'

/** A stream that may be a terminal. Without one, the text has no colours and no box. */
export type Output = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number }

type Style = Parameters<typeof styleText>[0]

/** The width of the titles and of the statuses, in characters. */
const TITLE_WIDTH = 42
const STATUS_WIDTH = 12

/** The widest box, in characters. */
const WIDEST_BOX = 94

/** Prints the tour: one line for each step, and the next step for the reader. */
export class TourPrinter {
  readonly #output: Output
  readonly #toMark: (text: string) => string

  constructor(output: Output, environment: NodeJS.ProcessEnv) {
    this.#output = output
    this.#toMark = createMarks(environment)
  }

  printStart(steps: number, url: string): void {
    const name = `${this.#style('bold', 'wfhost')}${this.#style('dim', '/tour')}`
    this.#line('')
    this.#line(`${name}  ${steps} steps against ${this.#style('cyan', url)}`)
    this.#line('')
  }

  printStep(number: number, { failed, requests, requirement, text, title }: StepOutcome): void {
    const mark = this.#style(failed ? 'red' : 'green', this.#toMark(failed ? '✕' : '✓').padEnd(this.#toMark('✓').length))
    const position = this.#style('dim', String(number).padStart(2))
    const statuses = foldStatuses(requests)
    const padding = ' '.repeat(Math.max(0, STATUS_WIDTH - statuses.map(describeFold).join(' ').length))
    const styled = statuses.map((fold) => this.#styleFold(fold)).join(' ')
    this.#line(` ${mark} ${position}  ${title.padEnd(TITLE_WIDTH)}  ${styled}${padding}  ${this.#cut(text, failed)}`)
    if (failed) this.#line(`        ${this.#style('red', `not as documented (${requirement}): ${text}`)}`)
  }

  printEnd({ failures, requests, seconds, steps }: TourEnd): void {
    const passed = steps - failures
    const result = this.#style(failures === 0 ? 'green' : 'red', `${passed} of ${steps}`)
    this.#line(`\n ${result} as documented ${this.#style('dim', `in ${seconds.toFixed(1)} s · ${requests} requests`)}`)
  }

  /** Prints lines in a box, or without one if the output is not a terminal that is wide enough. */
  printBox(lines: readonly string[]): void {
    const width = Math.min(this.#columns ?? 0, WIDEST_BOX) - 4
    const longest = Math.max(...lines.map((line) => line.length))
    if (width < longest) {
      for (const line of ['', ...lines]) this.#line(line)
      return
    }

    const edge = (text: string) => this.#style('green', text)
    this.#line(`\n${edge(`╭${'─'.repeat(width + 2)}╮`)}`)
    for (const line of lines) this.#line(`${edge('│')} ${line.padEnd(width)} ${edge('│')}`)
    this.#line(edge(`╰${'─'.repeat(width + 2)}╯`))
  }

  #styleFold(fold: Fold): string {
    const count = fold.count === 1 ? '' : ` ${this.#style('dim', `×${fold.count}`)}`
    return `${this.#style(fold.status < 400 ? 'green' : 'yellow', String(fold.status))}${count}`
  }

  /** Cuts the text of a step at the edge of a terminal. */
  #cut(text: string, failed: boolean): string {
    if (failed) return ''
    const room = (this.#columns ?? Infinity) - TITLE_WIDTH - STATUS_WIDTH - 12
    const cut = this.#toMark('…')
    return this.#style('dim', text.length > room ? `${text.slice(0, Math.max(0, room - cut.length))}${cut}` : text)
  }

  /** The width of the terminal. Undefined without one, and for a pseudo-terminal that reports no size. */
  get #columns(): number | undefined {
    const { columns, isTTY } = this.#output
    return isTTY === true && columns !== undefined && columns > 0 ? columns : undefined
  }

  #style(style: Style, text: string): string {
    // It leaves the text plain if the output is not a terminal, and with NO_COLOR.
    return styleText(style, text, { stream: this.#output })
  }

  #line(text: string): void {
    this.#output.write(`${this.#toMark(text).trimEnd()}\n`)
  }
}

export interface TourEnd {
  readonly steps: number
  readonly failures: number
  readonly requests: number
  readonly seconds: number
}

interface Fold {
  readonly status: number
  readonly count: number
}

/** Counts equal statuses in a row. */
function foldStatuses(requests: readonly Seen[]): Fold[] {
  const folds: Fold[] = []
  for (const { status } of requests) {
    const last = folds.at(-1)
    if (last?.status === status) folds[folds.length - 1] = { status, count: last.count + 1 }
    else folds.push({ status, count: 1 })
  }
  return folds
}

function describeFold({ count, status }: Fold): string {
  return count === 1 ? String(status) : `${status} ×${count}`
}
