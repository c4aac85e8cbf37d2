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

/** Runs between two lines of progress where there is no terminal, by default. */
export const PROGRESS_EVERY = 100

/** How far a batch is, as a person sees it. */
export type ProgressView = ReturnType<typeof showProgress>

/** The columns of the bar, where there is room for it, and of the words beside it. */
const WIDEST = 30
const WORDS = 45

const REASONS: Readonly<Record<NonNullable<BatchProgress['pauseReason']>, string>> = {
  rate_limited: 'the service answered 429',
  connection: 'the service cannot be reached',
  unknown: 'outcomes in a row are unknown',
}

/** Shows on a terminal a bar, and in a pause what it waits for and for how long; elsewhere a line now and then. */
export function showProgress({ before, every, io, total }: ProgressOptions) {
  const startedAt = Date.now()
  // A pseudo-terminal that nobody gave a size says 0, as under `docker run -t` without a console.
  const draw = io.terminal?.columns ? createLogUpdate(io.terminal as NodeJS.WriteStream, { showCursor: true }) : undefined
  let settled = before
  let pause: Pick<BatchProgress, 'pausedUntil' | 'pauseReason'> = { pausedUntil: undefined, pauseReason: undefined }

  const words = () => {
    const rate = (settled - before) / Math.max(0.001, (Date.now() - startedAt) / 1000)
    const counted = `${settled}${total === undefined ? '' : `/${total}`}  ${rate.toFixed(1)}/s`
    return total === undefined || rate === 0 ? counted : `${counted}  ${Math.ceil((total - settled) / rate)} s left`
  }
  const waiting = () => {
    const { pausedUntil = 0, pauseReason } = pause
    const left = Math.ceil((pausedUntil - Date.now()) / 1000)
    return left > 0 && pauseReason ? `paused for ${left} s: ${REASONS[pauseReason]}` : undefined
  }
  const bar = () => {
    const width = Math.min(WIDEST, (io.terminal?.columns ?? 80) - WORDS)
    if (total === undefined || width < 5) return ''
    const filled = Math.round((width * settled) / Math.max(1, total))
    return `[${'#'.repeat(filled)}${'-'.repeat(width - filled)}] `
  }
  const redraw = () =>
    draw?.(`${bar()}${waiting() ? `${settled}${total === undefined ? '' : `/${total}`}  ${waiting()}` : words()}`)
  // Counts down.
  const timer = draw && setInterval(() => waiting() && redraw(), 250)
  return {
    settle: (count: number) => {
      settled = count
      if (draw) redraw()
      else if (settled % every === 0 || settled === total) io.err(`${words()}\n`)
    },
    pause: (progress: BatchProgress) => {
      const isNew = progress.pausedUntil !== undefined && progress.pausedUntil !== pause.pausedUntil
      pause = progress
      if (draw) redraw()
      else if (isNew && waiting()) io.err(`${waiting()}\n`)
    },
    /** Makes room for other lines. */
    clear: () => draw?.clear(),
    close: () => {
      clearInterval(timer)
      draw?.done()
    },
  }
}
