/** Requests of the user or the system to end. */
export interface Interrupts {
  readonly stop: AbortSignal
  readonly abandon: AbortSignal
  /** The exit code of a command that was interrupted, by the convention of shells; undefined when it was not. */
  readonly exitCode: () => number | undefined
}

/** Listens for SIGTERM and for Ctrl-C: the first one stops, the second abandons, the third ends the process at once. */
export function listenForInterrupts(): Interrupts {
  const stop = new AbortController()
  const abandon = new AbortController()
  let exitCode: number | undefined
  process.on('SIGINT', () => {
    exitCode ??= 130
    if (abandon.signal.aborted) process.exit(exitCode)
    const next = stop.signal.aborted ? abandon : stop
    next.abort(new Error('interrupted'))
  })
  process.on('SIGTERM', () => {
    exitCode ??= 143
    stop.abort(new Error('terminated'))
    abandon.abort(new Error('terminated'))
  })
  return { stop: stop.signal, abandon: abandon.signal, exitCode: () => exitCode }
}
