import type { Exchange } from '../exchange.ts'
import type { Budget } from './budget.ts'

/** The target still limits the rate after the time that it stated, which says nothing about a check. */
export class RateLimited extends Error {
  override readonly name = 'RateLimited'
}

const attempts = 3

/**
 * Sends a request until the response is no 429 with Retry-After, and waits as stated in between. Each attempt counts.
 *
 * @throws {RateLimited} when the target still limits the rate.
 */
export async function sendWithRateLimitRetry(send: () => Promise<Exchange>, budget: Budget): Promise<Exchange> {
  for (let attempt = 1; ; attempt++) {
    const exchange = await send()
    const until = retryTime(exchange)
    if (until === undefined) return exchange
    const waits = budget.pauseUntil(until)
    if (attempt === attempts || !waits) {
      throw new RateLimited(`the target limits the rate: 429 with Retry-After ${exchange.headers.get('retry-after')}`)
    }
  }
}

/** When to come back, in milliseconds since the epoch (RFC 9110, section 10.2.3). */
function retryTime({ headers, status }: Exchange): number | undefined {
  const retryAfter = headers.get('retry-after')
  if (status !== 429 || retryAfter === null) return undefined
  if (/^\d+$/.test(retryAfter)) return Date.now() + Number(retryAfter) * 1000
  const at = Date.parse(retryAfter)
  if (!Number.isFinite(at)) return undefined
  // A date is one by the clock of the target, which says in the same answer how late it is there.
  const there = Date.parse(headers.get('date') ?? '')
  return Number.isFinite(there) ? Date.now() + at - there : at
}
