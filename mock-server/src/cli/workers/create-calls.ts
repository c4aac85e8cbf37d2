import { PassThrough, type Readable } from 'node:stream'
import type { ToFront, ToWorker, WorkerOperations } from './messages.ts'

/** The result of a call to a worker. */
export interface Result {
  readonly value: unknown
  /** The body, if it is sent in pieces. */
  readonly pieces?: Readable
}

/** How to call an operation. */
export interface Asked {
  readonly argument: unknown
  /** Aborted when the result is no longer needed. @default never */
  readonly signal?: AbortSignal
}

/** The pending calls to a worker. */
export interface Calls {
  /** Rejects with the error of the worker, by name and message, or with that of `end`. */
  readonly call: (name: keyof WorkerOperations, what: Asked) => Promise<Result>
  readonly receive: (message: ToFront) => void
  /** Rejects all pending calls. */
  readonly end: (why: Error) => void
}

interface Waiting {
  readonly resolve: (result: Result) => void
  readonly reject: (error: Error) => void
}

/** Creates the pending calls of a worker that receives messages from `send`. */
export function createCalls(send: (message: ToWorker) => void): Calls {
  const waiting = new Map<number, Waiting>()
  const bodies = new Map<number, PassThrough>()
  let called = 0

  function receivePiece(id: number, piece: Uint8Array | 'end' | 'broken'): void {
    const body = bodies.get(id)
    if (piece === 'end') body?.end()
    else if (piece === 'broken') body?.destroy(new Error('The body broke off'))
    else body?.write(piece)
  }

  function openBody(id: number): PassThrough {
    // In object mode, since a byte stream joins waiting pieces. An error without a listener would end the process; the
    // reader gets it in any case.
    const body = new PassThrough({ objectMode: true }).on('error', () => {})
    bodies.set(id, body)
    return body.once('close', () => bodies.delete(id))
  }

  return {
    call: (name, { argument, signal }) => {
      called += 1
      const id = called
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        send({ id, name, argument })
        const abandon = (): void => send({ id, abandoned: true })
        if (signal?.aborted) abandon()
        else signal?.addEventListener('abort', abandon, { once: true })
      })
    },
    receive: (message) => {
      const { id } = message
      if ('piece' in message) return receivePiece(id, message.piece)
      const caller = waiting.get(id)
      waiting.delete(id)
      if ('error' in message) {
        caller?.reject(Object.assign(new Error(message.error.message), { name: message.error.name }))
        return
      }
      // At once, since pieces may arrive before the caller continues.
      const { inPieces, value } = message
      caller?.resolve(inPieces ? { value, pieces: openBody(id) } : { value })
    },
    end: (why) => {
      for (const { reject } of waiting.values()) reject(why)
    },
  }
}
