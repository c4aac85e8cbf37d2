import type { Io } from './io.ts'

/** Shows how far a batch is. */
export interface ProgressOptions {
  readonly io: Io
  readonly total: number
  /** Runs between two lines where there is no terminal. */
  readonly every: number
}

/** Makes a function that is told how many runs have settled: a bar on a terminal, and elsewhere a line now and then. */
export function createProgress({ io, total, every }: ProgressOptions): (settled: number) => void {
  const startedAt = Date.now()
  return (settled) => {
    const seconds = Math.max(0.001, (Date.now() - startedAt) / 1000)
    const rate = settled / seconds
    const left = rate === 0 ? '?' : Math.ceil((total - settled) / rate)
    const words = `${settled}/${total}  ${rate.toFixed(1)}/s  ${left} s left`
    if (io.terminal) {
      const filled = Math.round((30 * settled) / Math.max(1, total))
      io.err(`\r\u001B[K[${'#'.repeat(filled)}${'-'.repeat(30 - filled)}] ${words}${settled === total ? '\n' : ''}`)
    } else if (settled % every === 0 || settled === total) io.err(`${words}\n`)
  }
}
