import { createLogUpdate } from 'log-update'
import type { Io } from './io.ts'

/** How often the elapsed seconds are drawn. */
const REDRAW_INTERVAL_MS = 1_000

/**
 * Waits for a response. After the first second, a terminal shows how long it takes, so that a slow workflow does not look like
 * a command that hangs.
 */
export async function waitVisibly<Response>(response: Promise<Response>, io: Pick<Io, 'terminal'>): Promise<Response> {
  // A pseudo-terminal without a size reports 0 columns, for example under `docker run -t`.
  const hasSize = io.terminal?.columns !== undefined && io.terminal.columns > 0
  if (!hasSize) return response

  const draw = createLogUpdate(io.terminal as NodeJS.WriteStream, { showCursor: true })
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
