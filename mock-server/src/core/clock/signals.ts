/** Calls a function when a signal is aborted; returns the function that removes the listener. */
export type ListenForAbort = (signal: AbortSignal, listener: () => void) => () => void

interface Listened {
  readonly listeners: Set<() => void>
  readonly call: () => void
}

/**
 * Creates a registry of listeners that adds a single one to each signal: a signal compares every new listener with all of
 * its others, which is slow with many.
 */
export function createAbortListeners(): ListenForAbort {
  const listenedTo = new WeakMap<AbortSignal, Listened>()

  function listenTo(signal: AbortSignal): Listened {
    const listeners = new Set<() => void>()
    const listened = {
      listeners,
      call: () => {
        for (const listener of listeners) listener()
      },
    }
    listenedTo.set(signal, listened)
    return listened
  }

  return (signal, listener) => {
    const { call, listeners } = listenedTo.get(signal) ?? listenTo(signal)
    if (listeners.size === 0) signal.addEventListener('abort', call, { once: true })
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) signal.removeEventListener('abort', call)
    }
  }
}

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
