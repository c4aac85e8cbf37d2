import * as z from 'zod'
import { defineFault } from './fault-kind.ts'

export const responseFaults = [
  defineFault('wrong-content-type', {
    description: 'The response has the content type of text.',
    members: {},
    effect: () => ({
      on: 'response',
      apply: (response) => ({ ...response, headers: { ...response.headers, 'content-type': 'text/plain' } }),
    }),
  }),
  defineFault('empty-200', {
    description: 'The response is 200 without a body.',
    members: {},
    effect: () => ({ on: 'response', apply: ({ headers }) => ({ status: 200, headers, body: '' }) }),
  }),
  defineFault('truncated-json', {
    description: 'The body is truncated JSON, with a matching length.',
    members: {},
    effect: () => ({
      on: 'response',
      apply: (response) => ({ ...response, body: response.body.slice(0, Math.ceil(response.body.length / 2)) }),
    }),
  }),
  defineFault('invalid-json', {
    description: 'The body is not JSON.',
    members: {},
    effect: () => ({
      on: 'response',
      apply: (response) => ({ ...response, body: `${response.body.replaceAll('"', "'")},` }),
    }),
  }),
  defineFault('oversized-header', {
    description: 'One response header is larger than clients accept.',
    members: {},
    effect: () => ({
      on: 'response',
      apply: (response) => ({ ...response, headers: { ...response.headers, 'x-fault': 'x'.repeat(100_000) } }),
    }),
  }),
  defineFault('dribbled-body', {
    description: 'The body is sent in pieces.',
    members: {
      pieces: z.int().min(1).optional().meta({ description: 'How many pieces.', default: 10 }),
      everyMs: z.number().min(0).optional().meta({ description: 'The time between two of them, in milliseconds.', default: 50 }),
    },
    effect: ({ everyMs = 50, pieces = 10 }) => ({
      on: 'response',
      apply: (response, { clock, signal }) => ({
        ...response,
        async *pieces(body) {
          const bytes = new TextEncoder().encode(body)
          const size = Math.max(1, Math.ceil(bytes.length / pieces))
          for (let sent = 0; sent < bytes.length; sent += size) {
            if (sent > 0) await clock.sleep(everyMs, signal)
            yield bytes.slice(sent, sent + size)
          }
        },
      }),
    }),
  }),
] as const
