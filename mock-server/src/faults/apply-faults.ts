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
 * Handles a request with its faults, failures that a test has added. First come the faults that delay the request or respond
 * instead of the service, then the service itself, then the faults that change the response or break its connection.
 *
 * @throws {ConnectionFaultError} for a connection fault.
 */
export async function applyFaults(world: World, { faults, handle, request }: FaultyRequest): Promise<PlainResponse> {
  // A reset replaces the controller while the request waits.
  const { stopController } = world
  const response = await applyRequestFaults(world, faults, request)
  if (response !== undefined) return response

  // The delay may have ended in the same turn as a reset.
  if (world.stopController !== stopController) stopController.signal.throwIfAborted()
  return applyResponseFaults(await handle(), faults, createContext(world, stopController.signal))
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
 * Applies the faults that act before the service handles a request, such as a delay. Returns the response of a fault that responds
 * instead of the service, or undefined if the service must handle the request.
 *
 * @throws {ConnectionFaultError} for a fault that breaks the connection. The HTTP adapter, which has the connection, catches the
 *   error and calls its `breakConnection`.
 */
async function applyRequestFaults(
  world: World,
  faults: readonly MatchedFault[],
  request: PlainRequest,
): Promise<PlainResponse | undefined> {
  // A fault can take a long time. The client may disconnect meanwhile, or a test may reset the world.
  const { removeListeners, signal } = combineSignals([request.signal, world.stopController.signal])
  const context = createContext(world, signal)

  try {
    for (const { effect, kind } of faults) {
      if (effect.phase === 'before-service') await effect.apply(context)
      if (effect.phase === 'instead-of-service') return toPlainResponse(world, await effect.apply(context))
      if (effect.phase === 'request-connection') {
        const breakConnection = effect.apply
        // Undefined, because the connection breaks before there is a response.
        throw new ConnectionFaultError(kind, undefined, breakConnection)
      }
    }
    return undefined
  } finally {
    removeListeners()
  }
}

/**
 * Applies the faults that act on the response of the service, such as a truncated body. Returns the changed response. The other
 * faults have acted before, on the request or in the service.
 *
 * @throws {ConnectionFaultError} for a fault that breaks the connection instead of sending the response, or while it is sent. The
 *   HTTP adapter, which has the connection, catches the error and calls its `breakConnection`.
 */
function applyResponseFaults(
  serviceResponse: PlainResponse,
  faults: readonly MatchedFault[],
  context: FaultContext,
): PlainResponse {
  let response = serviceResponse

  for (const { effect, kind } of faults) {
    if (effect.phase === 'response') response = effect.apply(response, context)
    if (effect.phase === 'response-connection') {
      throw new ConnectionFaultError(kind, response, (connection) => effect.apply(connection, response))
    }
  }
  return response
}

interface CombinedSignal {
  readonly signal: AbortSignal
  /** Removes the listeners from the combined signals, which may live much longer. */
  readonly removeListeners: () => void
}

/**
 * Creates a signal that is aborted with the first of several. `AbortSignal.any` does the same, and leaks memory on long-lived
 * signals (nodejs/node#54614).
 */
export function combineSignals(signals: readonly AbortSignal[]): CombinedSignal {
  const controller = new AbortController()
  function abort(): void {
    const aborted = signals.find((signal) => signal.aborted)
    if (aborted !== undefined) controller.abort(aborted.reason)
  }
  abort()
  for (const signal of signals) signal.addEventListener('abort', abort)
  return {
    signal: controller.signal,
    removeListeners: () => {
      for (const signal of signals) signal.removeEventListener('abort', abort)
    },
  }
}
