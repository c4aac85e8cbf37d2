import type { Target } from './target.ts'

/** How often a target is asked while it settles. */
const asks = 10

/**
 * Asks until the value is there or the time is over, and returns the last one. What must come may come late: the source
 * document does not say when a credit is taken, or how long a run in the background waits for its turn.
 */
export async function settled(
  ask: () => Promise<number>,
  { isThere, withinMs }: { readonly isThere: (value: number) => boolean; readonly withinMs: number },
): Promise<number> {
  const end = performance.now() + withinMs
  for (;;) {
    const value = await ask()
    if (isThere(value) || performance.now() >= end) return value
    await wait(withinMs / asks)
  }
}

/** Gives what must not come the time to come. */
export function settling({ settleMs }: Pick<Target, 'settleMs'>): Promise<void> {
  return wait(settleMs)
}

function wait(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs))
}
