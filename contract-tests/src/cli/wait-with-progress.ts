import type { Io } from './io.ts'

const INTERVAL_MS = 1_000

/**
 * Waits for a result. After the first second, a terminal shows how long it takes, so that a slow server does not look like a
 * command that hangs.
 *
 * @param activity - Says what the command does meanwhile.
 */
export async function waitWithProgress<T>(
  promise: Promise<T>,
  activity: string,
  { showProgress }: Pick<Io, 'showProgress'>,
): Promise<T> {
  if (showProgress === undefined) return promise

  let elapsedSeconds = 0
  const timer = setInterval(() => {
    elapsedSeconds += 1
    showProgress(`${activity}: ${elapsedSeconds} s`)
  }, INTERVAL_MS)

  try {
    return await promise
  } finally {
    clearInterval(timer)
    // An empty text removes the line from the terminal.
    if (elapsedSeconds > 0) showProgress('')
  }
}
