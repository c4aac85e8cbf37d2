import * as z from 'zod'
import type { PlainResponse } from '../core/requests/plain-exchange.ts'
import type { FaultContext } from './fault-effect.ts'
import { defineFault, plainFault } from './fault-kind.ts'

export const responseFaults = [
  changesResponse('wrong-content-type', 'The response has the content type of text.', ({ headers }) => ({
    headers: { ...headers, 'content-type': 'text/plain' },
  })),
  changesResponse('empty-200', 'The response is 200 without a body.', () => ({ status: 200, body: '' })),
  changesResponse('truncated-json', 'The body is truncated JSON, with a matching length.', ({ body }) => ({
    body: body.slice(0, Math.ceil(body.length / 2)),
  })),
  changesResponse('invalid-json', 'The body is not JSON.', ({ body }) => ({ body: `${body.replaceAll('"', "'")},` })),
  changesResponse('oversized-header', 'One response header is larger than clients accept.', ({ headers }) => ({
    headers: { ...headers, 'x-fault': 'x'.repeat(100_000) },
  })),
  defineFault('dribbled-body', {
    description: 'The body is sent in pieces.',
    members: {
      pieces: z.int().min(1).optional().meta({ description: 'The number of pieces.', default: 10 }),
      everyMs: z.number().min(0).optional().meta({ description: 'The time between two pieces, in milliseconds.', default: 50 }),
    },
    effect: ({ everyMs = 50, pieces = 10 }) => ({
      phase: 'response',
      apply: (response, context) => ({
        ...response,
        chunks: (body) => splitOverTime(body, { count: pieces, everyMs, context }),
      }),
    }),
  }),
] as const

interface Pacing {
  /** How many pieces. */
  readonly count: number
  readonly everyMs: number
  readonly context: FaultContext
}

/** Yields the bytes of a body in pieces of equal size, with a pause between two of them. */
async function* splitOverTime(body: string, { context, count, everyMs }: Pacing): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(body)
  const size = Math.max(1, Math.ceil(bytes.length / count))
  for (let start = 0; start < bytes.length; start += size) {
    if (start > 0) await context.clock.sleep(everyMs, context.signal)
    yield bytes.slice(start, start + size)
  }
}

function changesResponse<const Kind extends string>(
  kind: Kind,
  description: string,
  change: (response: PlainResponse) => Partial<PlainResponse>,
) {
  return plainFault(kind, description, { phase: 'response', apply: (response) => ({ ...response, ...change(response) }) })
}
