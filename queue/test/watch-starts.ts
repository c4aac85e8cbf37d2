import type { RunQueue } from '@wfhost/queue'
import { Redis } from 'ioredis'

/** The commands that Redis received, in their order. */
export interface WatchedStarts {
  /** The end of the wait for all, in milliseconds since the epoch. */
  readonly holds: readonly number[]
  /** Starts that came after the begin of a wait, and before its end. */
  readonly early: readonly string[]
  readonly starts: () => number
  readonly stop: () => void
}

/** Watches the starts of a queue. Each start is recorded before its request is sent. */
export async function watchStarts({ bull, internals }: RunQueue, url: string): Promise<WatchedStarts> {
  const limiter = bull.toKey('limiter')
  const holds: number[] = []
  const early: string[] = []
  let until = 0
  let starts = 0
  const monitor = await new Redis(url).monitor()
  monitor.on('monitor', (time: string, [command, key, ...values]: readonly string[]) => {
    const now = Number(time) * 1000
    if (command === 'SET' && key === limiter) {
      until = Math.max(until, now + Number(values[2]))
      holds.push(until)
    }
    if (command !== 'HSET' || key !== internals.keys.runs || !values[1]?.startsWith('>')) return
    starts += 1
    if (now < until - 1) early.push(`${time} ${values}`)
  })
  return { holds, early, starts: () => starts, stop: () => monitor.disconnect() }
}
