import type { Io } from './io.ts'

const INTERVAL_MS = 1_000

/**
 * Waits for a result. After the first second, a terminal shows how long it takes, so that a slow server does not look like a
 * command that hangs.
 *
 * @param activity - Says what the command does meanwhile.
 */
export async function waitWithProgress<Result>(
  result: Promise<Result>,
  activity: string,
  { showProgress }: Pick<Io, 'showProgress'>,
): Promise<Result> {
  if (showProgress === undefined) return result

  let seconds = 0
  const timer = setInterval(() => {
    seconds += 1
    showProgress(`${activity}: ${seconds} s`)
  }, INTERVAL_MS)

  try {
    return await result
  } finally {
    clearInterval(timer)
    // An empty text removes the line from the terminal.
    if (seconds > 0) showProgress('')
  }
}
