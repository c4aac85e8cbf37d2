import type { Exchange } from '../target/exchange.ts'
import type { Target } from '../target/target.ts'

const asksAtMost = 10

/**
 * Asks until the value is there or the time is over, and returns the last value. What must happen may happen late: the source
 * document does not say when a credit is taken, or how long a run in the background waits for its turn.
 */
export async function pollUntil(
  target: Pick<Target, 'wait'>,
  on: {
    readonly ask: () => Promise<number>
    readonly isThere: (value: number) => boolean
    readonly withinMs: number
    /** What for, as the report says it. */
    readonly reason: string
  },
): Promise<number> {
  const end = performance.now() + on.withinMs
  for (;;) {
    const value = await on.ask()
    if (on.isThere(value) || performance.now() >= end) return value
    await target.wait(on.withinMs / asksAtMost, on.reason)
  }
}

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
