import type { PlainRequest, PlainResponse } from '../core/requests/plain-exchange.ts'
import { formatRetryAfter } from '../core/requests/rate-limit.ts'
import { toPlainResponse } from '../core/requests/respond.ts'
import type { World } from '../core/world/world.ts'
import { ConnectionFaultError } from './connection-fault-error.ts'
import type { FaultContext } from './fault-effect.ts'
import type { MatchedFault } from './fault-plan.ts'

interface FaultyRequest {
  readonly faults: readonly MatchedFault[]
  readonly request: PlainRequest
  /** Handles the request without faults. */
  readonly handle: () => Promise<PlainResponse>
}

/**
 * Handles a request with its faults. First come the faults that delay the request or respond instead of the service, then
 * the service itself, then the faults that change the response or break its connection.
 *
 * @throws {ConnectionFaultError} for a connection fault.
 */
export async function applyFaults(world: World, { faults, handle, request }: FaultyRequest): Promise<PlainResponse> {
  // A reset replaces the controller while the request waits.
  const { stopping } = world
  const response = await applyToRequest(world, faults, request)
  if (response !== undefined) return response

  // The delay may have ended in the same turn as a reset.
  if (world.stopping !== stopping) stopping.signal.throwIfAborted()
  return applyToResponse(await handle(), faults, createContext(world, stopping.signal))
}

function createContext(world: World, signal: AbortSignal): FaultContext {
  const { assumptions, clock, random } = world
  return {
    clock,
    random,
    signal,
    formatRetryAfter: (waitMs) => formatRetryAfter(waitMs, assumptions.retryAfterFormat, clock.now()),
  }
}

/**
 * Applies the faults that act before the service handles the request, such as a delay. Returns a response if a fault responds
 * instead of the service.
 *
 * @throws {ConnectionFaultError} for a fault that breaks the connection. The adapter that received the request then performs
 *   the fault on its connection.
 */
async function applyToRequest(
  world: World,
  faults: readonly MatchedFault[],
  request: PlainRequest,
): Promise<PlainResponse | undefined> {
  // A fault can wait for long. The client may disconnect meanwhile, or a test may reset the world.
  const { signal, stopFollowing } = combineSignals([request.signal, world.stopping.signal])

  try {
    for (const { effect, kind } of faults) {
      if (effect.place === 'connection') throw new ConnectionFaultError(kind, noResponse, effect.apply)
      if (effect.place === 'delay') await effect.apply(createContext(world, signal))
      if (effect.place === 'request') return toPlainResponse(world, await effect.apply(createContext(world, signal)))
      // Faults of the other places are applied later: by the service, and to its response.
    }
    return undefined
  } finally {
    stopFollowing()
  }
}

// The connection breaks before the service has created a response.
const noResponse = undefined

/**
 * Applies the faults that act on the response of the service.
 *
 * @throws {ConnectionFaultError} for a fault that breaks the connection while the response is sent.
 */
function applyToResponse(serviceResponse: PlainResponse, faults: readonly MatchedFault[], context: FaultContext): PlainResponse {
  let response = serviceResponse

  for (const { effect, kind } of faults) {
    switch (effect.place) {
      case 'response':
        response = effect.apply(response, context)
        break

      case 'response-connection': {
        // A constant, because the adapter calls the function below later, with the response of this moment.
        const sentResponse = response
        throw new ConnectionFaultError(kind, sentResponse, (connection) => effect.apply(connection, sentResponse))
      }

      // `applyToRequest` has applied the first three before the service, and the service has applied the others.
      case 'delay':
      case 'request':
      case 'connection':
      case 'authentication':
      case 'run':
        break

      default:
        effect satisfies never
    }
  }
  return response
}

interface CombinedSignal {
  readonly signal: AbortSignal
  /** Removes the listeners from the combined signals, which may live much longer. */
  readonly stopFollowing: () => void
}

/**
 * Creates a signal that is aborted with the first of several. `AbortSignal.any` does the same, and leaks memory on long-lived
 * signals (nodejs/node#54614).
 */
export function combineSignals(followed: readonly AbortSignal[]): CombinedSignal {
  const controller = new AbortController()
  function abort(): void {
    const aborted = followed.find((signal) => signal.aborted)
    if (aborted !== undefined) controller.abort(aborted.reason)
  }
  abort()
  for (const signal of followed) signal.addEventListener('abort', abort)
  return {
    signal: controller.signal,
    stopFollowing: () => {
      for (const signal of followed) signal.removeEventListener('abort', abort)
    },
  }
}
