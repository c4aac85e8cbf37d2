import type { PlainRequest } from '../requests/plain-exchange.ts'
import type { World } from '../world/world.ts'
import type { RecordedExchange } from './journal-entry.ts'

// The headers that matter to the API. Others depend on the client and the door.
const requestHeaders = ['authorization', 'content-type', 'cookie'] as const

/** Starts the record of an exchange when its request arrives. */
export function beginExchange(world: World, request: PlainRequest): RecordedExchange {
  return {
    number: 0,
    bytes: 0,
    startedAt: world.clock.now(),
    endedAt: undefined,
    operation: undefined,
    method: request.method,
    path: request.path,
    requestHeaders: picked(request),
    requestBody: request.body,
    response: undefined,
    faults: none,
  }
}

const none: readonly string[] = []

function picked(request: PlainRequest): Record<string, string> {
  const found: Record<string, string> = {}
  for (const name of requestHeaders) {
    const value = request.header(name)
    if (value !== undefined) found[name] = value
  }
  return found
}
