/** Microseconds per call, of calls made one after another. */
export async function timePerCall(calls: number, call: () => unknown): Promise<number> {
  const began = performance.now()
  for (let index = 0; index < calls; index += 1) await call()
  return ((performance.now() - began) * 1000) / calls
}

/** One of the sides that take turns. */
export interface Turn {
  readonly side: string
  readonly call: () => unknown
}

/** Lets the sides take turns, round by round, and returns the time per call of each. The first round is not counted. */
export async function takeTurns(
  turns: readonly Turn[],
  { calls, rounds }: { readonly calls: number; readonly rounds: number },
): Promise<ReadonlyMap<string, readonly number[]>> {
  const times = new Map<string, number[]>(turns.map(({ side }) => [side, []]))
  for (let round = -1; round < rounds; round += 1) {
    // Who goes first changes, so that nobody always pays for what another has left behind.
    const first = Math.max(round, 0) % turns.length
    for (const { call, side } of [...turns.slice(first), ...turns.slice(0, first)]) {
      const time = await timePerCall(calls, call)
      if (round >= 0) times.get(side)?.push(time)
    }
  }
  return times
}
