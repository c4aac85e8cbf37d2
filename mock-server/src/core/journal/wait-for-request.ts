import * as z from 'zod'
import { check } from '../../schema/check.ts'
import type { RequestPattern } from '../../schema/request-pattern.ts'
import { cancelRealTimeout, setRealTimeout } from '../clock/clock.ts'
import { MockStateError } from '../mock-state-error.ts'
import type { Journal } from './journal.ts'
import type { JournalEntry, RecordedExchange } from './journal-entry.ts'
import { differencesFrom, inWords, mayMatch, nearestMisses } from './request-pattern.ts'

/** How long to wait for a request. */
export interface WaitOptions {
  /** By the clock of the machine, at most 2147483647. @default 30000 */
  readonly timeoutMs?: number
  /** Rejects with its reason when it is aborted. @default none */
  readonly signal?: AbortSignal
}

interface Waiting {
  readonly options: WaitOptions
  readonly journal: Journal
  readonly shown: (exchanges: readonly RecordedExchange[]) => readonly JournalEntry[]
}

// Longer timers would fire at once.
const waitOptions = z.strictObject({
  timeoutMs: z.number().min(0).max(2_147_483_647).optional(),
  signal: z.custom<AbortSignal>().optional(),
})

/** Returns the first exchange that matches: one that is remembered, or the next one that arrives. */
export function waitForRequest(pattern: RequestPattern, { journal, options, shown }: Waiting): Promise<JournalEntry> {
  check(waitOptions, options, 'wait for a request')
  const { signal, timeoutMs = 30_000 } = options
  const [differences, isCandidate] = [differencesFrom(pattern), mayMatch(pattern)]
  const first = shown(journal.exchanges().filter(isCandidate)).find((entry) => differences(entry).length === 0)
  if (first !== undefined) return Promise.resolve(first)
  signal?.throwIfAborted()
  return new Promise((resolve, reject) => {
    const unsubscribe = journal.subscribe((exchange) => {
      const [entry] = isCandidate(exchange) ? shown([exchange]) : []
      if (entry === undefined || differences(entry).length > 0) return
      end()
      resolve(entry)
    })
    const timer = setRealTimeout(() => {
      end()
      const came = shown(journal.exchanges())
      const near = came.length === 0 ? ['No request has arrived at all'] : nearestMisses(came, differences)
      const message = `Cannot wait longer: no request like ${inWords(pattern)} arrived within ${timeoutMs} ms`
      reject(new MockStateError([message, ...near].join('\n')))
    }, timeoutMs)
    const abort = (): void => {
      end()
      reject(signal?.reason)
    }
    function end(): void {
      unsubscribe()
      cancelRealTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
    signal?.addEventListener('abort', abort)
  })
}
