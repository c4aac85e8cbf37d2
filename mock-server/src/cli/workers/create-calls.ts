import { PassThrough, type Readable } from 'node:stream'
import type { ToFront, ToWorker, WorkerOperations } from './messages.ts'

/** What a worker answered. */
export interface Result {
  readonly value: unknown
  /** The body, where it comes in pieces. */
  readonly pieces?: Readable
}

/** With what an operation is called. */
export interface Asked {
  readonly argument: unknown
  /** Aborted when nobody waits for the result any more. @default never */
  readonly signal?: AbortSignal
}

/** What is asked of a worker, until it has answered. */
export interface Calls {
  /** Rejects with the worker's own error, by name and message, or with that of `end`. */
  readonly call: (name: keyof WorkerOperations, what: Asked) => Promise<Result>
  readonly receive: (message: ToFront) => void
  /** Nothing more will be answered. */
  readonly end: (why: Error) => void
}

interface Waiting {
  readonly resolve: (result: Result) => void
  readonly reject: (error: Error) => void
}

/** Makes the calls of a worker, which is sent messages by `send`. */
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
    // As objects, for a stream of bytes joins pieces that wait. Of an error the reader hears; without one it would end the
    // process.
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
      // At once: the pieces may follow before the caller goes on.
      const { inPieces, value } = message
      caller?.resolve(inPieces ? { value, pieces: openBody(id) } : { value })
    },
    end: (why) => {
      for (const { reject } of waiting.values()) reject(why)
    },
  }
}
