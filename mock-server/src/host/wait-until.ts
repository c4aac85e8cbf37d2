/** Waits for a result, or rejects with the reason of a signal that is aborted first. */
export async function waitUntil<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  let stopListening = (): void => {}
  const aborted = new Promise<never>((_resolve, reject) => {
    const onAbort = (): void => reject(signal.reason)
    signal.addEventListener('abort', onAbort)
    // The signal lives as long as its world, which can have many waits.
    stopListening = () => signal.removeEventListener('abort', onAbort)
    if (signal.aborted) onAbort()
  })

  try {
    return await Promise.race([aborted, work])
  } finally {
    stopListening()
  }
}
