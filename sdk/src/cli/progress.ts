import type { Io } from './io.ts'

/** Shows how far a batch is. */
export interface ProgressOptions {
  readonly io: Io
  /** Undefined when the inputs come from a pipe. */
  readonly total: number | undefined
  /** Inputs that earlier batches settled. */
  readonly before: number
  /** Runs between two lines where there is no terminal. */
  readonly every: number
}

const WIDTH = 30

/** Runs between two lines of progress where there is no terminal, by default. */
export const PROGRESS_EVERY = 100

/** Creates a function that shows how many runs have settled: as a bar on a terminal, elsewhere in a line now and then. */
export function createProgress({ io, total, before, every }: ProgressOptions): (settled: number) => void {
  const startedAt = Date.now()
  return (settled) => {
    const seconds = Math.max(0.001, (Date.now() - startedAt) / 1000)
    const rate = (settled - before) / seconds
    const counted = `${settled}${total === undefined ? '' : `/${total}`}  ${rate.toFixed(1)}/s`
    const words = total === undefined ? counted : `${counted}  ${Math.ceil((total - settled) / rate)} s left`
    if (io.terminal) {
      const filled = Math.round((WIDTH * settled) / Math.max(1, total ?? 0))
      const bar = total === undefined ? '' : `[${'#'.repeat(filled)}${'-'.repeat(WIDTH - filled)}] `
      clearBar(io)
      io.err(`${bar}${words}`)
    } else if (settled % every === 0 || settled === total) io.err(`${words}\n`)
  }
}

/** Clears the bar to make room for a line. */
export function clearBar({ err, terminal }: Io): void {
  if (terminal) err('\r\u001B[K')
}
