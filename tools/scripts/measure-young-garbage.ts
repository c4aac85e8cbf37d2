import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const ROUNDS = 3

/**
 * Returns the bytes that remain after some work, if only the young objects are collected afterwards. The work runs once
 * before, so that everything that lives long is old. Young objects must not stay alive through old ones that are garbage:
 * copying them makes up most of the slowest responses.
 *
 * The result is the smallest of three rounds. A full collection that V8 happens to run during a round keeps objects which
 * do not stay alive otherwise. Work whose objects do stay alive leaves them in each round.
 */
export async function measureYoungGarbage(work: () => Promise<void>): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options?: { readonly type: 'minor' }) => void

  await work()

  let smallest = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS; round += 1) {
    collect()
    const before = process.memoryUsage().heapUsed

    await work()
    collect({ type: 'minor' })
    collect({ type: 'minor' })
    smallest = Math.min(smallest, process.memoryUsage().heapUsed - before)
  }
  return smallest
}
