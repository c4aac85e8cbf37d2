import type { MockService } from '@wfhost/mock-server'
import {
  intercept,
  isAsync,
  type Mutant,
  type MutantResponse,
  mutantsOf,
  onResponse,
  onStatus,
  respond,
} from '../../../proof/mutants/mutant.ts'
import { waitBriefly } from '../../../proof/mutants/parts/concurrency.ts'

/** Servers that do not limit, limit with another status, or do not say when to come back. */
export const mutants: readonly Mutant[] = [
  ...mutantsOf('LIMIT-429', {
    'there is no rate limit': (service) => ({ ...service, setRateLimit: () => {} }),
    'the rate limit accepts one additional request': (service) => ({
      ...service,
      setRateLimit: (limit) => service.setRateLimit(limit && { ...limit, requests: Number(limit.requests) + 1 }),
    }),
    'async starts are not limited': intercept(['run'], async ({ text }, { pass }) => {
      const response = await pass()
      return response.status === 429 && text.includes('"async"') ? respond(200, { runId: crypto.randomUUID() }) : response
    }),
    'a run that is refused with 429 runs nevertheless': (service) => {
      let more = 0
      const limited = onResponse(['run'], ({ status }) => {
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
  }),
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
  away('Retry-After is in milliseconds', () => '60000'),
  away('Retry-After is the second since 1970 at which the window ends', () => String(Math.ceil(Date.now() / 1000) + 60)),
  away('Retry-After is the millisecond since 1970 at which the window ends', () => String(Date.now() + 60_000)),
  away('Retry-After is a day for every window', () => '86400'),
  away('Retry-After is a date of next year', () => new Date(Date.now() + 365 * 86_400_000).toUTCString()),
  ...mutantsOf('LIMIT-RETRY-AFTER', {
    'the time to wait is in another header': onResponse(['run'], (response) =>
      withRetryAfter(response, { name: 'x-ratelimit-reset', value: '60' }),
    ),
    'Retry-After is missing in mode async': onResponse(['run'], (response, request) =>
      isAsync(request) ? withRetryAfter(response, { name: 'x-ratelimit-reset', value: '60' }) : undefined,
    ),
  }),
  {
    defect: 'the limit is for manifests, too, and these are refused without Retry-After',
    foundBy: 'LIMIT-RETRY-AFTER',
    needsOtherRequests: true,
    mutate: (service) => {
      let isOver = false
      return intercept(['run', 'public manifest'], async ({ place }, { pass }) => {
        if (place !== 'run' && isOver) return respond(429, { message: 'Too many requests' })
        const response = await pass()
        isOver = response.status === 429
        return response
      })(service)
    },
  },
  {
    defect: 'a client that reached the rate limit is refused forever',
    foundBy: 'LIMIT-RETRY-AFTER.admitted',
    needsOtherRequests: true,
    mutate: (service) => {
      const state = { isLimited: false }
      const limited = intercept(['run'], async (_request, { pass }) => {
        if (state.isLimited) return respondTooManyRequests()
        const response = await pass()
        state.isLimited = response.status === 429
        return response
      })(service)
      return {
        ...limited,
        setRateLimit: (limit) => {
          state.isLimited = false
          service.setRateLimit(limit)
        },
      }
    },
  },
  countingWrongly('concurrent requests are counted as one request', ({ inProgress, received }) => received - inProgress),
  countingWrongly('concurrent requests are counted twice', ({ inProgress, received }) => received + inProgress),
]

function limited(defect: string, status: number): Mutant {
  return { defect, foundBy: 'LIMIT-429', mutate: onStatus({ at: ['run'], status: 429 }, status) }
}

function header(defect: string, value: string | undefined): Mutant {
  const mutate = onResponse(['run'], (response) => withRetryAfter(response, { name: 'retry-after', value }))
  return { defect, foundBy: 'LIMIT-RETRY-AFTER', mutate }
}

function away(defect: string, value: () => string): Mutant {
  const mutate = onResponse(['run'], (response) => withRetryAfter(response, { name: 'retry-after', value: value() }))
  return { defect, foundBy: 'LIMIT-RETRY-AFTER.window', isWarned: true, mutate }
}

function withRetryAfter(
  response: MutantResponse,
  { name, value }: { readonly name: string; readonly value: string | undefined },
): Partial<MutantResponse> {
  const headers = new Headers(response.headers)
  headers.delete('retry-after')
  if (value !== undefined && response.status === 429) headers.set(name, value)
  return { headers }
}

function respondTooManyRequests(): MutantResponse {
  const refused = respond(429, { message: 'Slow down' })
  refused.headers.set('retry-after', '1')
  return refused
}

interface RequestCounts {
  /** Requests that the server has received in this window. */
  readonly received: number
  /** Received requests whose responses were not sent yet. */
  readonly inProgress: number
}

/** Returns the number of earlier requests that a server compares with its rate limit. A mutant returns a wrong number. */
type ChooseCount = (counts: RequestCounts) => number

/**
 * Creates a mutant, a server with one deliberate defect: its rate limit counts concurrent requests wrongly. The check
 * `LIMIT-429.parallel` must find it.
 */
function countingWrongly(defect: string, chooseCount: ChooseCount): Mutant {
  return {
    defect,
    foundBy: 'LIMIT-429.parallel',
    needsOtherRequests: true,
    mutate: (service) => replaceRateLimit(service, chooseCount),
  }
}

/**
 * Replaces the rate limit of a service by one that counts wrongly. A correct server counts each request as soon as it has
 * received it. This server does not count the requests in progress, for example, and so accepts too many concurrent requests.
 *
 * The window of the limit never ends by itself. It ends only when the check sets a new limit.
 *
 * @param chooseCount returns the number that the server compares with the limit
 */
function replaceRateLimit(service: MockService, chooseCount: ChooseCount): MockService {
  const limiter = new WrongRateLimit(chooseCount)

  const limitRuns = intercept(['run'], async (_request, { pass }) =>
    (await limiter.isExceeded()) ? respondTooManyRequests() : pass(),
  )
  return { ...limitRuns(service), setRateLimit: (limit) => limiter.begin(limit?.requests ?? Infinity) }
}

/** A rate limit that counts concurrent requests wrongly. */
class WrongRateLimit {
  readonly #chooseCount: ChooseCount
  #limit = Infinity
  #received = 0
  #inProgress = 0

  constructor(chooseCount: ChooseCount) {
    this.#chooseCount = chooseCount
  }

  /** Begins a new window. */
  begin(limit: number): void {
    this.#limit = limit
    this.#received = 0
  }

  /** Counts a request, and returns whether it is over the limit. */
  async isExceeded(): Promise<boolean> {
    const earlierRequests = this.#chooseCount({ received: this.#received, inProgress: this.#inProgress })
    const isExceeded = earlierRequests >= this.#limit
    this.#received += 1

    // Concurrent requests arrive during the wait, and find this request in progress.
    this.#inProgress += 1
    await waitBriefly()
    this.#inProgress -= 1

    return isExceeded
  }
}
