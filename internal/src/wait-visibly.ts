import { clearLine, cursorTo } from 'node:readline'

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
 *
 * @param activity - Names the work of the command in the text on the terminal. @default `waiting for the response`
 */
export async function waitWithProgress<T>(
  response: Promise<T>,
  { terminal }: { readonly terminal: Terminal | undefined },
  activity = 'waiting for the response',
): Promise<T> {
  // A pseudo-terminal without a size reports 0 columns, for example under `docker run -t`.
  const hasSize = terminal?.columns !== undefined && terminal.columns > 0
  if (!hasSize) return response

  let hasDrawn = false
  const startedAt = Date.now()
  const timer = setInterval(() => {
    const text = `${activity}: ${Math.round((Date.now() - startedAt) / 1000)} s`
    // The text is cut to one line, because a wrapped line cannot be cleared.
    replaceLine(terminal, text.slice(0, terminal.columns))
    hasDrawn = true
  }, REDRAW_INTERVAL_MS)

  try {
    return await response
  } finally {
    clearInterval(timer)
    if (hasDrawn) replaceLine(terminal, '')
  }
}

/** Erases the line that a wait may have drawn, so that another text can be written there. */
export function eraseLine(terminal: Terminal | undefined): void {
  if (terminal !== undefined) replaceLine(terminal, '')
}

/** Replaces the line of the cursor. */
function replaceLine(terminal: Terminal, text: string): void {
  cursorTo(terminal, 0)
  clearLine(terminal, 0)
  if (text !== '') terminal.write(text)
}
