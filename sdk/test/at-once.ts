/**
 * Resolves with the value of a promise that needs only turns of the event loop. It rejects if the promise waits for a timer or a
 * peer. A busy machine does not change the result.
 */
export async function atOnce<Value>(promise: Promise<Value>): Promise<Value> {
  const turns = async () => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    throw new Error('Not settled after 20 turns of the event loop')
  }
  return Promise.race([promise, turns()])
}

/** The same of what it rejects with. */
export async function rejectionAtOnce(promise: Promise<unknown>): Promise<Error> {
  const rejection = promise.then(
    (value) => new Error('It resolved', { cause: value }),
    (error: Error) => error,
  )
  return atOnce(rejection)
}
