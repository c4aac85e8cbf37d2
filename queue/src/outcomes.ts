import { setTimeout as delay } from 'node:timers/promises'
import { ConfigurationError } from '@wfhost/sdk'
import { type Checks, checkOptions, isName, isSignal } from '@wfhost/sdk/batch-file'
import type { OutcomesOptions, QueueOutcome, RunQueue } from './run-queue.ts'

/** Outcomes that are read at a time. */
const PAGE = 500

/** How often those that come are looked for, in milliseconds. */
const LOOK_EVERY = 500

const checks: Checks<OutcomesOptions> = { after: isName, follow: isSignal }

/** Reads the stream of outcomes, page by page. */
export async function* readOutcomes(
  queue: RunQueue,
  options: OutcomesOptions = {},
): AsyncGenerator<QueueOutcome, void, undefined> {
  checkOptions(options, checks)
  const { follow } = options
  if (options.after !== undefined && !/^\d+(-\d+)?$/.test(options.after)) {
    throw new ConfigurationError(`Cannot read outcomes after '${options.after}': expected an entry, such as 1763884800000-0`)
  }
  let after = options.after ?? '-'
  for (;;) {
    await queue.internals.settleRunsOfDeadBatches()
    const page = await queue.redis.xrange(queue.internals.keys.outcomes, after === '-' ? after : `(${after}`, '+', 'COUNT', PAGE)
    for (const [entry, fields] of page) {
      after = entry
      yield toOutcome(entry, fields)
    }
    if (page.length > 0) continue
    if (follow === undefined || follow.aborted) return
    await delay(LOOK_EVERY, undefined, { signal: follow }).catch(() => {})
  }
}

function toOutcome(entry: string, [, id = '', , outcome = '', , item = '{}']: readonly string[]): QueueOutcome {
  return { entry, id, outcome: outcome as QueueOutcome['outcome'], ...JSON.parse(item) }
}

/**
 * Adds each input again whose outcome is unknown. Its entry goes last: what is interrupted is done again by the next call,
 * which adds nothing twice.
 */
export async function retryUnknown(queue: RunQueue): Promise<number> {
  const { bull, internals, redis } = queue
  let count = 0
  for await (const { entry, flowId, id, index, input, key, outcome } of readOutcomes(queue)) {
    if (outcome !== 'unknown') continue
    if ((await internals.executeScript('again', id, entry)) === 1) {
      // An input that `runMany` recorded has no job: the next batch with this record runs it.
      if (flowId !== undefined) await bull.add(flowId, { index, input, key }, { jobId: id })
      count += 1
    }
    await redis.xdel(internals.keys.outcomes, entry)
  }
  return count
}
