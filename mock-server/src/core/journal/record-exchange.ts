import { isConnectionFault } from '../faults/connection-fault-error.ts'
import type { Handled } from '../handled.ts'
import type { PlainRequest, PlainResponse } from '../plain-exchange.ts'
import type { World } from '../world.ts'

// Those that mean something here. The others are the client's and the door's.
const requestHeaders = ['authorization', 'content-type', 'cookie'] as const

/** Handles a request and keeps the exchange, also one that ends without an answer. */
export async function recordExchange(
  world: World,
  { handle, request }: { readonly request: PlainRequest; readonly handle: (handled: Handled) => Promise<PlainResponse> },
): Promise<PlainResponse> {
  const startedAt = world.clock.now()
  const handled: Handled = { path: '', operation: undefined, faults: [] }
  let response: PlainResponse | undefined
  try {
    response = await handle(handled)
    return response
  } catch (error) {
    if (isConnectionFault(error)) response = error.answer
    throw error
  } finally {
    world.journal.record({
      startedAt,
      endedAt: world.clock.now(),
      operation: handled.operation,
      method: request.method,
      path: handled.path,
      requestHeaders: picked(request),
      requestBody: request.body,
      status: response?.status,
      responseHeaders: response?.headers,
      // RFC 9110, section 9.3.2: the answer to HEAD has no content.
      responseBody: request.method === 'HEAD' ? undefined : response?.body,
      faults: handled.faults,
    })
  }
}

function picked(request: PlainRequest): Record<string, string> {
  const found: Record<string, string> = {}
  for (const name of requestHeaders) {
    const value = request.header(name)
    if (value !== undefined) found[name] = value
  }
  return found
}
