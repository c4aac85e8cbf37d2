import type { Exchange } from './exchange.ts'

/** An exchange, and how long the answer took. */
export interface TimedExchange {
  readonly exchange: Exchange
  readonly tookMs: number
}

/** How long an answer takes, from now on. */
export async function timed(sent: Promise<Exchange>): Promise<TimedExchange> {
  const sentAt = performance.now()
  const exchange = await sent
  return { exchange, tookMs: performance.now() - sentAt }
}
