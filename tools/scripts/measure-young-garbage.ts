import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Returns the bytes that remain after some work, if only the young objects are collected afterwards. The work runs once
 * before, so that everything that lives long is old. Young objects must not stay alive through old ones that are garbage:
 * copying them makes up most of the slowest responses.
 */
export async function measureYoungGarbage(work: () => Promise<void>): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options?: { readonly type: 'minor' }) => void

  await work()
  collect()
  const before = process.memoryUsage().heapUsed

  await work()
  collect({ type: 'minor' })
  collect({ type: 'minor' })
  return process.memoryUsage().heapUsed - before
}
