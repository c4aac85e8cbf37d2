// Taken at the import: a test that fakes timers would wait for itself.

/** The timer of the machine. */
export const setRealTimeout: typeof setTimeout = globalThis.setTimeout

/** Ends a timer of the machine. */
export const cancelRealTimeout: typeof clearTimeout = globalThis.clearTimeout
