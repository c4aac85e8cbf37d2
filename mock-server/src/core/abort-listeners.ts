/** Calls back when a signal is aborted; the function that comes back ends it. */
export type ListenForAbort = (signal: AbortSignal, listener: () => void) => () => void

interface Listened {
  readonly listeners: Set<() => void>
  readonly call: () => void
}

/**
 * Makes what listens to signals once each, however many wait for one: a signal compares every new listener with all that
 * it has.
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
