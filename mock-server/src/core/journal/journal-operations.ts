import { withoutSecrets } from '@wfhost/internal/redacted-text'
import * as z from 'zod'
import { check } from '../../schema/check.ts'
import type { JournalEntry } from '../../schema/journal.ts'
import { type RequestPattern, type VerifyOptions, verifyOptions } from '../../schema/journal.ts'
import type { FaultState } from '../../schema/state.ts'
import { cancelRealTimeout, setRealTimeout } from '../clock/clock.ts'
import { MockStateError } from '../mock-state-error.ts'
import { findBodyProblem, hasBody } from '../requests/read-body.ts'
import type { World } from '../world/world.ts'
import type { Journal, RecordedExchange } from './journal.ts'
import { differencesFrom, forgottenNote, inWords, mayMatch, nameOf, nearestMisses } from './request-pattern.ts'
import { redactionOf, showExchange } from './show-exchange.ts'

/** The requests that a service received, and its responses. */
export interface JournalOperations {
  /**
   * Returns the remembered exchanges that match a pattern, in the order of arrival. Requests in progress are among them;
   * they have no response yet.
   *
   * @param pattern - What a request has to have; without one, all exchanges are returned.
   */
  journal(pattern?: RequestPattern): readonly JournalEntry[]
  /** Removes all exchanges from the journal. Their numbers are not used again. */
  clearJournal(): void
  /**
   * Returns the first exchange that matches: one that is remembered, or the next one that arrives. It resolves when the
   * request arrives, or with the response if the pattern has a `status`.
   *
   * @throws {MockStateError} with the nearest requests if none matched in time, and for an invalid pattern or time; the
   * reason of the signal if that is aborted first.
   */
  waitForRequest(pattern: RequestPattern, options?: WaitForRequestOptions): Promise<JournalEntry>
  /**
   * Throws if a request is not as the document says, whatever the response was.
   *
   * @throws {MockStateError} that names each such request, and what else the options ask for; and if the limits of the
   * journal have removed requests, which can no longer be checked.
   */
  verify(options?: VerifyOptions): void
}

export function createJournalOperations(world: World): JournalOperations {
  const { journal } = world

  function shown(exchanges: readonly RecordedExchange[]): JournalEntry[] {
    const redact = redactionOf(world)
    return exchanges.map((exchange) => showExchange(exchange, redact))
  }

  function find(pattern: RequestPattern): JournalEntry[] {
    const differences = differencesFrom(pattern)
    return shown(journal.exchanges().filter(mayMatch(pattern))).filter((entry) => differences(entry).length === 0)
  }

  return {
    journal: rememberForgotten(
      (pattern) => (pattern === undefined ? shown(journal.exchanges()) : find(pattern)),
      journal.forgotten,
    ),
    clearJournal: journal.clear,
    waitForRequest: async (pattern, options = {}) => waitForRequest(pattern, { options, journal, shown }),
    verify: (options = {}) => {
      const entries = shown(journal.exchanges())
      verify({ entries, faults: world.faults.operations.faults(), forgotten: journal.forgotten() }, options)
    },
  }
}

type ReadJournal = JournalOperations['journal']

// A registered symbol: this module exists twice if the package is loaded both as ESM and as CommonJS.
const forgotten = Symbol.for('@wfhost/mock-server: how many requests the journal has forgotten')

/** Lets the matchers know how many exchanges the limits of a journal have removed since it was cleared. */
function rememberForgotten(read: ReadJournal, count: () => number): ReadJournal {
  return Object.assign((pattern?: RequestPattern) => read(pattern), { [forgotten]: count })
}

/** How many exchanges a journal has forgotten; 0 for the journal of another object. */
export function forgottenBy(read: object): number {
  const count: unknown = Reflect.get(read, forgotten)
  return typeof count === 'function' ? count() : 0
}

/** How long to wait for a request. */
export interface WaitForRequestOptions {
  /** By the clock of the machine, at most 2147483647. @default 30000 */
  readonly timeoutMs?: number
  /** Rejects with its reason when it is aborted. @default none */
  readonly signal?: AbortSignal
}

interface Waiting {
  readonly options: WaitForRequestOptions
  readonly journal: Journal
  readonly shown: (exchanges: readonly RecordedExchange[]) => readonly JournalEntry[]
}

// Longer timers would fire at once.
const waitOptions = z.strictObject({
  timeoutMs: z.number().min(0).max(2_147_483_647).optional(),
  signal: z.custom<AbortSignal>().optional(),
})

export function waitForRequest(pattern: RequestPattern, { journal, options, shown }: Waiting): Promise<JournalEntry> {
  check(waitOptions, options, 'wait for a request')
  const { signal, timeoutMs = 30_000 } = options
  const [differences, isCandidate] = [differencesFrom(pattern), mayMatch(pattern)]
  const first = shown(journal.exchanges().filter(isCandidate)).find((entry) => differences(entry).length === 0)
  if (first !== undefined) return Promise.resolve(first)
  signal?.throwIfAborted()
  return new Promise((resolve, reject) => {
    const unsubscribe = journal.subscribe((exchange) => {
      const [entry] = exchange !== undefined && isCandidate(exchange) ? shown([exchange]) : []
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

function verify(
  {
    entries,
    faults,
    forgotten,
  }: { readonly entries: readonly JournalEntry[]; readonly faults: readonly FaultState[]; readonly forgotten: number },
  options: VerifyOptions,
): void {
  check(verifyOptions, options, 'verify')
  const { everyFaultMatched = false, except = [] } = options
  const exceptions = except.map(differencesFrom)
  const judged = entries.filter((entry) => exceptions.every((differences) => differences(entry).length > 0))
  const wrong = judged.flatMap(whyUnexpected)
  const unmatched = everyFaultMatched ? faults.filter(({ matched }) => matched === 0) : []
  const problems = [
    ...(forgotten === 0 ? [] : [`Cannot check every request: ${forgottenNote(forgotten)}`]),
    ...headed('Unexpected requests', wrong),
    ...headed(
      'Faults that matched no request',
      unmatched.map(({ fault, id }) => `  ${id}: ${JSON.stringify(fault)}`),
    ),
  ]
  if (problems.length > 0) throw new MockStateError(problems.join('\n'))
}

/** Lines below a heading with their number; nothing if there are none. */
function headed(heading: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`${heading} (${lines.length}):`, ...lines]
}

/** Explains an unexpected entry. The journal has removed all keys from it. */
function whyUnexpected(entry: JournalEntry): string[] {
  const { faults, operation, request, response } = entry
  if (operation === undefined) return [`  ${nameOf(entry)}: ${whyNoOperation(entry)}`]
  if (!hasBody(operation)) return []
  // A fault made the response, so it says nothing about the request.
  if (response?.status === 400 && faults.length === 0) return [`  ${nameOf(entry)}: ${response.body ?? 'invalid'}`]
  const { body, headers, notKept } = request
  if (notKept !== undefined) return [`  ${nameOf(entry)}: its body cannot be checked. ${notKept}`]
  // It may have been refused earlier, such as for its key or its rate.
  const why = findBodyProblem(operation, { body, header: (name) => headers[name] }, withoutSecrets)
  if (why === undefined) return []
  const answered = response === undefined ? '' : `, answered with ${response.status} before it was looked at`
  return [`  ${nameOf(entry)}: ${why}${answered}`]
}

function whyNoOperation({ response }: JournalEntry): string {
  const allowed = response?.headers['allow']
  return allowed === undefined ? 'the document has no such operation' : `the document has it with ${allowed}`
}
