import { constants } from 'node:os'
import { toPrintable } from '@wfhost/internal/printable'

/**
 * Ends the process on a signal, after the requests in progress. The exit code is 0, or 1 if requests were cut off. A second
 * signal ends the process immediately.
 */
export function endOnSignal(drainServer: () => Promise<boolean>, { quiet }: { readonly quiet: boolean }): void {
  let isEnding = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // Shells report this exit code for a process that a signal has ended.
      if (isEnding) process.exit(128 + constants.signals[signal])
      isEnding = true
      if (!quiet) console.log(`Stopped by ${signal}`)
      void drainAndExit(drainServer)
    })
  }
}

async function drainAndExit(drainServer: () => Promise<boolean>): Promise<never> {
  try {
    const isComplete = await drainServer()
    if (!isComplete) console.error('wfhost-mock: Requests that were still under way were cut off')
    return process.exit(isComplete ? 0 : 1)
  } catch (error) {
    console.error(toPrintable(`wfhost-mock: ${error instanceof Error ? error.message : error}`))
    return process.exit(1)
  }
}
