import type { PlainRequest, PlainResponse } from '../../core/requests/plain-exchange.ts'
import { answerThrough } from '../../core/requests/web-fetch.ts'
import { isConnectionFault } from '../../faults/connection-fault-error.ts'
import { createLog } from '../../serve/log.ts'
import { createMetrics } from '../../serve/metrics/metrics.ts'
import { createObserver } from '../../serve/observe.ts'
import { openReference } from '../engines/open-reference.ts'
import type { WorkerOperations } from './messages.ts'

/** Creates the operations of a worker, which serves its own worlds without a port. */
export function createWorkerOperations(): WorkerOperations {
  const metrics = createMetrics()
  let reference: Awaited<ReturnType<typeof openReference>> | undefined
  let closed: Promise<void> | undefined

  function opened(): NonNullable<typeof reference> {
    if (reference === undefined) throw new TypeError('Cannot be asked: the worker has not been opened')
    return reference
  }

  return {
    open: async ({ log, ...options }) => {
      const tell = log === undefined ? undefined : createLog({ format: log, write: console.error, now: () => new Date() })
      reference = await openReference({ ...options, observe: createObserver(metrics, tell) })
      return reference.keys ?? []
    },
    ready: async () => opened().ready(),
    waitingFor: async () => (await opened().waitingFor?.()) ?? [],
    describe: async (url) => opened().describe(url),
    families: async () => metrics.families(opened().sizes?.()),
    answer: async ({ headers, ...sent }, signal) => {
      const request: PlainRequest = { ...sent, signal, header: (name) => headers.get(name) }
      try {
        const { pieces, ...response } = await answerThrough(opened().target.fetch, request)
        return { response, pieces: pieces?.(response.body) }
      } catch (error) {
        if (!isConnectionFault(error)) throw error
        return { broken: error.kind, response: error.answer && withoutPieces(error.answer) }
      }
    },
    close: () => {
      reference?.stop()
      closed ??= reference?.close() ?? Promise.resolve()
      return closed
    },
  }
}

/** The response without its stream, which cannot be sent to another process, and is not needed for a connection fault. */
function withoutPieces({ body, headers, status }: PlainResponse): PlainResponse {
  return { body, headers, status }
}
