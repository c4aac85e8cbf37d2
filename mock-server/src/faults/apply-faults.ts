import { followSignals } from '../core/clock/signals.ts'
import type { Answer, PlainRequest, PlainResponse } from '../core/requests/plain-exchange.ts'
import { toResponse } from '../core/requests/respond.ts'
import { statedWait } from '../core/requests/stated-wait.ts'
import type { World } from '../core/world/world.ts'
import { ConnectionFaultError } from './connection-fault-error.ts'
import { type Fault, isOfConnection } from './fault.ts'
import { drawLatency } from './latency.ts'
import { spoilResponse } from './spoil-response.ts'

/**
 * Handles a request with its faults: first those that delay it or respond in place of the service, then the service
 * itself, then those that corrupt the response.
 *
 * @throws {ConnectionFaultError} for a connection fault.
 */
export async function applyFaults(
  world: World,
  {
    faults,
    handle,
    request,
  }: { readonly faults: readonly Fault[]; readonly request: PlainRequest; readonly handle: () => Promise<PlainResponse> },
): Promise<PlainResponse> {
  // Read once: a reset replaces it.
  const { stopping } = world
  const { release, signal } = followSignals([request.signal, stopping.signal])
  try {
    for (const fault of faults) {
      const answer = await before(world, { fault, signal })
      if (answer !== undefined) return toResponse(world, answer)
    }
  } finally {
    release()
  }
  // The delay may end in the same turn as a reset.
  if (world.stopping !== stopping) stopping.signal.throwIfAborted()
  let response = await handle()
  for (const fault of faults) {
    if (isOfConnection(fault.kind)) throw new ConnectionFaultError(fault.kind, response)
    response = spoilResponse(world, { fault, response, stopping: stopping.signal })
  }
  return response
}

async function before(
  world: World,
  { fault, signal }: { readonly fault: Fault; readonly signal: AbortSignal },
): Promise<Answer | undefined> {
  switch (fault.kind) {
    case 'latency':
      await world.clock.sleep(drawLatency(fault.latency, world.random), signal)
      return undefined
    case 'hang':
      return untilAborted(signal)
    case 'status':
      return answerWithStatus(world, fault)
    case 'html-502':
      return { status: 502, headers: { 'content-type': 'text/html' }, body: '<html><body><h1>502 Bad Gateway</h1></body></html>' }
    case 'retry-after-missing':
      return limited({})
    case 'retry-after-malformed':
      return limited({ 'retry-after': 'soon' })
    case 'retry-after-huge':
      return limited({ 'retry-after': '999999999' })
    case 'reset-before-headers':
    case 'empty-reply':
      throw new ConnectionFaultError(fault.kind, undefined)
    default:
      return undefined
  }
}

function answerWithStatus(world: World, fault: Extract<Fault, { readonly kind: 'status' }>): Answer {
  const { status, body = { message: `Fault: status ${status}` } } = fault
  const seconds = fault.retryAfterSeconds ?? (status === 429 ? 1 : undefined)
  return { status, body, ...(seconds === undefined ? {} : { headers: { 'retry-after': statedWait(world, seconds * 1000) } }) }
}

function limited(headers: Readonly<Record<string, string>>): Answer {
  return { status: 429, headers, body: { message: 'The rate limit is exceeded' } }
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
