import type { BrokenServer } from './broken-server.ts'
import { type Answered, answer, intercept } from './intercept.ts'
import { onAnswer, onStatus } from './on-answer.ts'

/** Servers that do not limit, limit with another status, or do not say when to come back. */
export const limits: readonly BrokenServer[] = [
  { defect: 'there is no rate limit', foundBy: 'LIMIT-429', breakService: (service) => ({ ...service, setRateLimit: () => {} }) },
  {
    defect: 'the rate limit lets one more through',
    foundBy: 'LIMIT-429',
    breakService: (service) => ({
      ...service,
      setRateLimit: (limit) => service.setRateLimit(limit && { ...limit, requests: Number(limit.requests) + 1 }),
    }),
  },
  {
    defect: 'async starts are not limited',
    foundBy: 'LIMIT-429',
    breakService: intercept(['run'], async ({ text }, { pass }) => {
      const given = await pass()
      return given.status === 429 && text.includes('"async"') ? answer(200, { runId: crypto.randomUUID() }) : given
    }),
  },
  {
    defect: 'what gets 429 is run all the same',
    foundBy: 'LIMIT-429',
    breakService: (service) => {
      let more = 0
      const limited = onAnswer(['run'], ({ status }) => {
        if (status === 429) more += 1
        return undefined
      })(service)
      return {
        ...limited,
        runs: () => [
          ...service.runs(),
          ...service
            .runs()
            .slice(-more || undefined)
            .slice(0, more),
        ],
      }
    },
  },
  limited('a request over the limit gets 503', 503),
  limited('a request over the limit gets 403', 403),
  limited('a request over the limit gets 420', 420),
  limited('a request over the limit gets 200 with a message', 200),
  header('a 429 comes without Retry-After', undefined),
  header('Retry-After says soon', 'soon'),
  header('Retry-After is a fraction', '1.5'),
  header('Retry-After is negative', '-1'),
  header('Retry-After has a unit', '60s'),
  header('Retry-After is an ISO date', '2026-01-01T00:00:00Z'),
  header('Retry-After is empty', ''),
  {
    defect: 'the time to wait stands in a header of its own',
    foundBy: 'LIMIT-RETRY-AFTER',
    breakService: onAnswer(['run'], (given) => withRetryAfter(given, { name: 'x-ratelimit-reset', value: '60' })),
  },
]

function limited(defect: string, status: number): BrokenServer {
  return { defect, foundBy: 'LIMIT-429', breakService: onStatus({ at: ['run'], status: 429 }, status) }
}

function header(defect: string, value: string | undefined): BrokenServer {
  const breakService = onAnswer(['run'], (given) => withRetryAfter(given, { name: 'retry-after', value }))
  return { defect, foundBy: 'LIMIT-RETRY-AFTER', breakService }
}

function withRetryAfter(
  given: Answered,
  { name, value }: { readonly name: string; readonly value: string | undefined },
): Partial<Answered> {
  const headers = new Headers(given.headers)
  headers.delete('retry-after')
  if (value !== undefined && given.status === 429) headers.set(name, value)
  return { headers }
}
