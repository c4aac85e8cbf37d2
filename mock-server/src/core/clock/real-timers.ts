// Read at import: with timers faked later, a test would wait for itself.

/** The timer of the machine. */
export const setRealTimeout: typeof setTimeout = globalThis.setTimeout

/** Cancels a timer of the machine. */
export const cancelRealTimeout: typeof clearTimeout = globalThis.clearTimeout
