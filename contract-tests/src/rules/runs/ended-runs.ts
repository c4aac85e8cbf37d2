import { pollUntil } from '../../calls.ts'
import type { Target } from '../../target/target.ts'

/** Waits until so many runs have ended, and returns how many have. */
export type CountEnded = (awaited: {
  readonly count: number
  /** Where runs are counted exactly, one too many may end a little later. */
  readonly isExact: boolean
  /** @default the time that effects may take to show */
  readonly withinMs?: number
}) => Promise<number>

/** Counts the runs of a workflow that end with success from now on, once those that were started before have ended. */
export async function countFromRest(target: Target, { flowId }: { readonly flowId: string }): Promise<CountEnded> {
  await target.settled('runs')
  const before = await target.hooks.endedRuns(flowId)
  const ask = async () => (await target.hooks.endedRuns(flowId)) - before
  return async ({ count, isExact, withinMs = target.settleMs }) => {
    const reason = 'runs in the background to end'
    const found = await pollUntil(target, { ask, isThere: (ended) => ended >= count, withinMs, reason })
    if (found < count) return found
    target.ended()
    if (!isExact) return found
    await target.settled('runs')
    return ask()
  }
}
