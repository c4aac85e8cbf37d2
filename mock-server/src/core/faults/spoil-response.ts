import type { World } from '../world.ts'
import type { Fault } from './fault.ts'

/** The answer as a fault leaves it; the same one where the fault is not of this kind. */
export async function spoilResponse(
  world: World,
  { fault, response }: { readonly fault: Fault; readonly response: Response },
): Promise<Response> {
  const { headers, status } = response
  switch (fault.kind) {
    case 'wrong-content-type':
      return new Response(await response.text(), { status, headers: withHeader(headers, ['content-type', 'text/plain']) })
    case 'empty-200':
      return new Response('', { status: 200, headers })
    case 'truncated-json': {
      const text = await response.text()
      return new Response(text.slice(0, Math.ceil(text.length / 2)), { status, headers })
    }
    case 'invalid-json':
      return new Response(`${(await response.text()).replaceAll('"', "'")},`, { status, headers })
    case 'oversized-header':
      return new Response(await response.text(), { status, headers: withHeader(headers, ['x-fault', 'x'.repeat(100_000)]) })
    case 'dribbled-body': {
      const { everyMs = 50, pieces = 10 } = fault
      const bytes = new Uint8Array(await response.arrayBuffer())
      return new Response(dribble(bytes, { pieces, wait: () => world.clock.sleep(everyMs, world.stopping.signal) }), {
        status,
        headers,
      })
    }
    default:
      return response
  }
}

function withHeader(headers: Headers, [name, value]: readonly [string, string]): Headers {
  const changed = new Headers(headers)
  changed.set(name, value)
  return changed
}

function dribble(
  bytes: Uint8Array,
  { pieces, wait }: { readonly pieces: number; readonly wait: () => Promise<void> },
): ReadableStream<Uint8Array> {
  const size = Math.max(1, Math.ceil(bytes.length / pieces))
  let sent = 0
  return new ReadableStream({
    pull: async (controller) => {
      if (sent > 0) await wait()
      controller.enqueue(bytes.slice(sent, sent + size))
      sent += size
      if (sent >= bytes.length) controller.close()
    },
  })
}
