/** A signal that is aborted together with others. */
export interface FollowedSignals {
  readonly signal: AbortSignal
  /** Removes the listeners from the others, which may live much longer. */
  readonly release: () => void
}

/** Follows signals until released; `AbortSignal.any` leaks memory on long-lived signals (nodejs/node#54614). */
export function followSignals(followed: readonly AbortSignal[]): FollowedSignals {
  const controller = new AbortController()
  function abort(): void {
    const aborted = followed.find((signal) => signal.aborted)
    if (aborted !== undefined) controller.abort(aborted.reason)
  }
  abort()
  for (const signal of followed) signal.addEventListener('abort', abort)
  return {
    signal: controller.signal,
    release: () => {
      for (const signal of followed) signal.removeEventListener('abort', abort)
    },
  }
}
