import type { PlainRequest, PlainResponse } from '../core/requests/plain-exchange.ts'
import { formatRetryAfter } from '../core/requests/rate-limit.ts'
import { toPlainResponse } from '../core/requests/respond.ts'
import type { World } from '../core/world/world.ts'
import { ConnectionFaultError } from './connection-fault-error.ts'
import type { FaultContext } from './fault-kind.ts'
import type { MatchedFault } from './fault-plan.ts'

interface Faulty {
  readonly faults: readonly MatchedFault[]
  readonly request: PlainRequest
  readonly handle: () => Promise<PlainResponse>
}

/**
 * Handles a request with its faults: first those that delay it or respond in place of the service, then the service
 * itself, then those that change the response or break its connection.
 *
 * @throws {ConnectionFaultError} for a connection fault.
 */
export async function applyFaults(world: World, { faults, handle, request }: Faulty): Promise<PlainResponse> {
  // Read once: a reset replaces it.
  const { stopping } = world
  const context = (signal: AbortSignal): FaultContext => ({
    clock: world.clock,
    random: world.random,
    signal,
    retryAfter: (waitMs) => formatRetryAfter(waitMs, world.assumptions.retryAfterFormat, world.clock.now()),
  })
  const { release, signal } = followSignals([request.signal, stopping.signal])
  try {
    for (const { effect, kind } of faults) {
      if (effect.on === 'connection') throw new ConnectionFaultError(kind, undefined, effect.apply)
      const answer = effect.on === 'request' ? await effect.apply(context(signal)) : undefined
      if (answer !== undefined) return toPlainResponse(world, answer)
    }
  } finally {
    release()
  }
  // The delay may end in the same turn as a reset.
  if (world.stopping !== stopping) stopping.signal.throwIfAborted()
  let response = await handle()
  for (const { effect, kind } of faults) {
    switch (effect.on) {
      case 'response':
        response = effect.apply(response, context(stopping.signal))
        break
      case 'connection-of-response': {
        const broken = response
        throw new ConnectionFaultError(kind, broken, (connection) => effect.apply(connection, broken))
      }
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

interface FollowedSignals {
  readonly signal: AbortSignal
  /** Removes the listeners from the others, which may live much longer. */
  readonly release: () => void
}

/** Follows signals until released; `AbortSignal.any` leaks memory on long-lived signals (nodejs/node#54614). */
export function followSignals(followed: readonly AbortSignal[]): FollowedSignals {
  const controller = new AbortController()
  function abort(): void {
    const aborted = followed.find((signal) => signal.aborted)
    if (aborted !== undefined) controller.abort(aborted.reason)
  }
  abort()
  for (const signal of followed) signal.addEventListener('abort', abort)
  return {
    signal: controller.signal,
    release: () => {
      for (const signal of followed) signal.removeEventListener('abort', abort)
    },
  }
}
