import { createLogUpdate } from 'log-update'
import type { BatchProgress } from '../index.ts'
import type { Io } from './io.ts'

export interface ProgressOptions {
  readonly io: Io
  /** Undefined when the inputs come from a pipe. */
  readonly total: number | undefined
  readonly before: number
  readonly every: number
}

/** Without a terminal, a line of progress is printed after this number of runs. */
export const PROGRESS_EVERY = 100

/** The longest bar, in characters. */
const LONGEST_BAR = 30

/** The shortest bar that says anything, in characters. */
const SHORTEST_BAR = 5

/** The room that is left for the text beside the bar, in characters. */
const TEXT_WIDTH = 45

/** The width of a terminal that does not report one, in characters. */
const DEFAULT_WIDTH = 80

/** How often the remaining seconds of a pause are drawn again, in milliseconds. */
const COUNTDOWN_INTERVAL = 250

/** The shortest extension of a pause that is printed, in milliseconds. */
const SHORTEST_EXTENSION = 1_000

type Pause = Pick<BatchProgress, 'pausedUntil' | 'pauseReason'>

const REASONS: Readonly<Record<NonNullable<BatchProgress['pauseReason']>, string>> = {
  rate_limited: 'the service responded with 429',
  connection: 'the service cannot be reached',
  unknown: 'outcomes in a row are unknown',
}

/** Shows the progress of a batch: as a bar on a terminal, otherwise as a line from time to time. */
export function showProgress(options: ProgressOptions): ProgressView {
  return new ProgressView(options)
}

/** The progress of a batch, as a person sees it. */
export class ProgressView {
  readonly #options: ProgressOptions
  readonly #startedAt = Date.now()
  readonly #draw: ReturnType<typeof createLogUpdate> | undefined
  readonly #countdown: NodeJS.Timeout | undefined
  #settled: number
  #pause: Pause = { pausedUntil: undefined, pauseReason: undefined }
  #printedPause: Pause | undefined

  constructor(options: ProgressOptions) {
    const { before, io } = options
    this.#options = options
    this.#settled = before

    // A pseudo-terminal without a size reports 0 columns, for example under `docker run -t`.
    const hasSize = io.terminal?.columns !== undefined && io.terminal.columns > 0
    if (!hasSize) return

    this.#draw = createLogUpdate(io.terminal as NodeJS.WriteStream, { showCursor: true })
    this.#countdown = setInterval(() => {
      if (this.#describePause() !== undefined) this.#redraw()
    }, COUNTDOWN_INTERVAL)
  }

  /** Shows that a number of inputs have settled. */
  settle(count: number): void {
    this.#settled = count
    if (this.#draw !== undefined) {
      this.#redraw()
      return
    }

    const { every, io, total } = this.#options
    if (count % every === 0 || count === total) io.err(`${this.#describeRate()}\n`)
  }

  /** Shows a pause. Without a terminal, each pause is printed once. */
  pause(progress: Pause): void {
    this.#pause = progress
    if (this.#draw !== undefined) {
      this.#redraw()
      return
    }

    const pause = this.#describePause()
    if (pause === undefined || this.#isPrinted(progress)) return
    this.#printedPause = progress
    this.#options.io.err(`${pause}\n`)
  }

  /** Several runs that get the same 429 extend a pause by milliseconds. Such an extension is not another pause. */
  #isPrinted({ pausedUntil = 0, pauseReason }: Pause): boolean {
    const printed = this.#printedPause
    if (printed?.pausedUntil === undefined || printed.pausedUntil <= Date.now()) return false
    return pauseReason === printed.pauseReason && pausedUntil < printed.pausedUntil + SHORTEST_EXTENSION
  }

  /** Removes the bar, so that other lines can be printed. */
  clear(): void {
    this.#draw?.clear()
  }

  close(): void {
    clearInterval(this.#countdown)
    this.#draw?.done()
  }

  #redraw(): void {
    const pause = this.#describePause()
    const text = pause === undefined ? this.#describeRate() : `${this.#describeCount()}  ${pause}`
    this.#draw?.(this.#drawBar() + text)
  }

  #drawBar(): string {
    const { io, total } = this.#options
    const width = Math.min(LONGEST_BAR, (io.terminal?.columns ?? DEFAULT_WIDTH) - TEXT_WIDTH)
    if (total === undefined || width < SHORTEST_BAR) return ''

    const filled = Math.round((width * this.#settled) / Math.max(1, total))
    return `[${'#'.repeat(filled)}${'-'.repeat(width - filled)}] `
  }

  #describeCount(): string {
    const { total } = this.#options
    return total === undefined ? `${this.#settled}` : `${this.#settled}/${total}`
  }

  #describeRate(): string {
    const { before, total } = this.#options
    const seconds = Math.max(0.001, (Date.now() - this.#startedAt) / 1000)
    const rate = (this.#settled - before) / seconds
    const text = `${this.#describeCount()}  ${rate.toFixed(1)}/s`
    if (total === undefined || rate === 0) return text

    return `${text}  ${Math.ceil((total - this.#settled) / rate)} s left`
  }

  #describePause(): string | undefined {
    const { pausedUntil = 0, pauseReason } = this.#pause
    const secondsLeft = Math.ceil((pausedUntil - Date.now()) / 1000)
    if (secondsLeft <= 0 || pauseReason === undefined) return undefined

    return `paused for ${secondsLeft} s: ${REASONS[pauseReason]}`
  }
}
