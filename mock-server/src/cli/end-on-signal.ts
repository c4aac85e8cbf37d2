import { constants } from 'node:os'

const signals = ['SIGINT', 'SIGTERM'] as const

/**
 * Ends the process on a signal, after the requests in progress, with exit code 0, or 1 if some were cut off. A second
 * signal ends it at once.
 */
export function endOnSignal(drain: () => Promise<boolean>, { quiet }: { readonly quiet: boolean }): void {
  const ending = new AbortController()
  for (const signal of signals) {
    process.on(signal, () => {
      // The exit code that shells report for a process that was ended by a signal.
      if (ending.signal.aborted) process.exit(128 + constants.signals[signal])
      ending.abort()
      if (!quiet) console.log(`Stopped by ${signal}`)
      drain().then(
        (whole) => {
          if (!whole) console.error('wfhost-mock: Requests that were still under way were cut off')
          process.exit(whole ? 0 : 1)
        },
        (error: unknown) => {
          console.error(`wfhost-mock: ${error instanceof Error ? error.message : error}`)
          process.exit(1)
        },
      )
    })
  }
}
