import type { Exchange } from '../target/exchange.ts'
import type { Target } from '../target/target.ts'

const asksAtMost = 10

/**
 * Asks until the value is there or the time is over, and returns the last value. What must happen may happen late: the source
 * document does not say when a credit is taken, or how long a run in the background waits for its turn.
 */
export async function pollUntil(
  ask: () => Promise<number>,
  { isThere, withinMs }: { readonly isThere: (value: number) => boolean; readonly withinMs: number },
): Promise<number> {
  const end = performance.now() + withinMs
  for (;;) {
    const value = await ask()
    if (isThere(value) || performance.now() >= end) return value
    await wait(withinMs / asksAtMost)
  }
}

/** Waits as long as an effect that must not happen would take to show. */
export function waitForSettling({ settleMs }: Pick<Target, 'settleMs'>): Promise<void> {
  return wait(settleMs)
}

function wait(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs))
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
