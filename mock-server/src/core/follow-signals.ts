/** A signal that others abort. */
export interface FollowedSignals {
  readonly signal: AbortSignal
  /** Lets go of the others, which may live much longer. */
  readonly release: () => void
}

/** Follows signals until released; `AbortSignal.any` leaks on those that live long (nodejs/node 54614). */
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
