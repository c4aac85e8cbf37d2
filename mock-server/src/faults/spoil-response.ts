import type { PlainResponse } from '../core/requests/plain-exchange.ts'
import type { World } from '../core/world/world.ts'
import type { Fault } from './fault.ts'

/** Corrupts a response as a fault says; faults of other kinds leave it unchanged. */
export function spoilResponse(
  world: World,
  { fault, response, stopping }: { readonly fault: Fault; readonly response: PlainResponse; readonly stopping: AbortSignal },
): PlainResponse {
  const { body, headers } = response
  switch (fault.kind) {
    case 'wrong-content-type':
      return { ...response, headers: { ...headers, 'content-type': 'text/plain' } }
    case 'empty-200':
      return { status: 200, headers, body: '' }
    case 'truncated-json':
      return { ...response, body: body.slice(0, Math.ceil(body.length / 2)) }
    case 'invalid-json':
      return { ...response, body: `${body.replaceAll('"', "'")},` }
    case 'oversized-header':
      return { ...response, headers: { ...headers, 'x-fault': 'x'.repeat(100_000) } }
    case 'dribbled-body': {
      const { everyMs = 50, pieces = 10 } = fault
      const wait = (): Promise<void> => world.clock.sleep(everyMs, stopping)
      return { ...response, pieces: (whole) => dribble(new TextEncoder().encode(whole), { pieces, wait }) }
    }
    default:
      return response
  }
}

async function* dribble(
  bytes: Uint8Array,
  { pieces, wait }: { readonly pieces: number; readonly wait: () => Promise<void> },
): AsyncGenerator<Uint8Array> {
  const size = Math.max(1, Math.ceil(bytes.length / pieces))
  for (let sent = 0; sent < bytes.length; sent += size) {
    if (sent > 0) await wait()
    yield bytes.slice(sent, sent + size)
  }
}
