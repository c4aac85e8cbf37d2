import { fork } from 'node:child_process'
import { HttpRequest } from '../../adapters/http/http-request.ts'
import type { PlainRequest, PlainResponse } from '../../core/requests/plain-exchange.ts'
import { ConnectionFaultError } from '../../faults/connection-fault-error.ts'
import { createCalls } from './create-calls.ts'
import type { SentAnswer, SentRequest, WorkerOperations } from './messages.ts'

type Answered<Name extends keyof WorkerOperations> = Awaited<ReturnType<WorkerOperations[Name]>>

/** A process that serves a part of the worlds. */
export interface Worker {
  readonly pid: number | undefined
  readonly ask: <Name extends Exclude<keyof WorkerOperations, 'answer'>>(
    name: Name,
    argument?: Parameters<WorkerOperations[Name]>[0],
  ) => Promise<Answered<Name>>
  /** Answers a request from the HTTP door, with some changes. */
  readonly answer: (request: PlainRequest, changes?: Partial<SentRequest>) => Promise<PlainResponse>
  /** Ends it after pending changes of the state are written. */
  readonly close: () => Promise<void>
  /** Ends it at once. */
  readonly kill: () => void
}

/** How to start a worker. */
export interface StartWorkerOptions {
  /** The script of the command. */
  readonly program: string
  /** Called with one line when it ends without being closed. */
  readonly onLoss: (why: string) => void
}

/** Starts a worker; `open` tells it what to serve. */
export function startWorker(name: string, { onLoss, program }: StartWorkerOptions): Worker {
  // Structured clones, since JSON has no undefined, no Map and no bytes.
  const child = fork(program, ['worker'], { serialization: 'advanced' })
  // If it has ended, 'exit' reports it.
  const calls = createCalls((message) => child.send(message, () => {}))
  let ending = false

  const ended = new Promise<void>((resolve) => {
    function end(why: string): void {
      calls.end(new Error(`${name} ${why}`))
      if (!ending) onLoss(`${name} ${why}`)
      resolve()
    }
    child.on('error', ({ message }) => end(`cannot be started: ${message}`))
    child.on('exit', (code, signal) => end(signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`))
  })
  child.on('message', calls.receive)

  return {
    pid: child.pid,
    // The result has the type of the operation of that name.
    ask: async (operation, argument) => (await calls.call(operation, { argument })).value as never,
    answer: async (request, changes = {}) => {
      const argument = { ...toSent(request), ...changes }
      const { pieces, value } = await calls.call('answer', { argument, signal: request.signal })
      const answered = value as SentAnswer
      if ('broken' in answered) throw new ConnectionFaultError(answered.broken, answered.response)
      return pieces === undefined ? answered.response : { ...answered.response, pieces: () => pieces }
    },
    close: async () => {
      ending = true
      await calls.call('close', { argument: undefined })
      child.disconnect()
      await ended
    },
    kill: () => {
      ending = true
      child.kill('SIGKILL')
    },
  }
}

function toSent(request: PlainRequest): SentRequest {
  const { body, method, origin, path, search, unreadable } = request
  return { body, method, origin, path, search, unreadable, headers: headersOf(request) }
}

/** All headers of a request. */
function headersOf(request: PlainRequest): ReadonlyMap<string, string> {
  if (!(request instanceof HttpRequest)) throw new TypeError('Cannot send a request that did not come through the HTTP door')
  const { headers } = request.incoming
  return new Map(Object.keys(headers).map((name) => [name, request.header(name) ?? '']))
}
