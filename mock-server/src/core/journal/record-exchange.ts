import { JsonResponse } from '../answer.ts'
import { isConnectionFault } from '../faults/connection-fault-error.ts'
import type { Handled } from '../handled.ts'
import type { World } from '../world.ts'

// Those that mean something here. The others are the client's and the door's.
const requestHeaders = ['authorization', 'content-type', 'cookie'] as const

/** Handles a request and keeps the exchange, also one that ends without an answer. */
export async function recordExchange(
  world: World,
  { handle, request }: { readonly request: Request; readonly handle: (handled: Handled) => Promise<Response> },
): Promise<Response> {
  const startedAt = world.clock.now()
  const handled: Handled = { path: '', operation: undefined, body: undefined, faults: [] }
  let response: Response | undefined
  try {
    response = await handle(handled)
    return response
  } catch (error) {
    if (isConnectionFault(error)) response = error.response
    throw error
  } finally {
    world.journal.record({
      startedAt,
      endedAt: world.clock.now(),
      operation: handled.operation,
      method: request.method,
      path: handled.path,
      requestHeaders: picked(request.headers, requestHeaders),
      requestBody: handled.body ?? (await unreadBody(request)),
      status: response?.status,
      responseHeaders: response?.headers,
      responseBody: response instanceof JsonResponse ? response.content : undefined,
      faults: handled.faults,
    })
  }
}

function picked(headers: Headers, names: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {}
  for (const name of names) {
    const value = headers.get(name)
    if (value !== null) found[name] = value
  }
  return found
}

/** The body of a request that was refused before anybody read it. */
async function unreadBody(request: Request): Promise<string | undefined> {
  if (request.bodyUsed || request.method === 'GET' || request.method === 'HEAD') return undefined
  const text = await request.text().catch(() => '')
  return text === '' ? undefined : text
}
