import { createLogUpdate } from 'log-update'

/** How often the elapsed seconds are drawn. */
const REDRAW_INTERVAL_MS = 1_000

/** A terminal whose last lines can be drawn again. */
export type Terminal = NodeJS.WritableStream & { readonly columns?: number }

/** Returns the error stream of the process if it is a terminal that can redraw a line. */
export function findErrorTerminal(): Terminal | undefined {
  return process.stderr.isTTY === true && process.env['TERM'] !== 'dumb' ? process.stderr : undefined
}

/**
 * Waits for a response. After the first second, a terminal shows how long it takes, so that a slow response does not look like
 * a command that hangs.
 */
export async function waitVisibly<Response>(
  response: Promise<Response>,
  { terminal }: { readonly terminal: Terminal | undefined },
): Promise<Response> {
  // A pseudo-terminal without a size reports 0 columns, for example under `docker run -t`.
  const hasSize = terminal?.columns !== undefined && terminal.columns > 0
  if (!hasSize) return response

  const draw = createLogUpdate(terminal as NodeJS.WriteStream, { showCursor: true })
  const startedAt = Date.now()
  const timer = setInterval(() => {
    draw(`waiting for the response: ${Math.round((Date.now() - startedAt) / 1000)} s`)
  }, REDRAW_INTERVAL_MS)

  try {
    return await response
  } finally {
    clearInterval(timer)
    draw.clear()
  }
}
