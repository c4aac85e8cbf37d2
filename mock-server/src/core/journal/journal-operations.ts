import type { World } from '../world.ts'
import type { JournalEntry, RecordedExchange } from './journal-entry.ts'
import { redactionOf } from './redact.ts'
import { differencesFrom, mayMatch, type RequestPattern } from './request-pattern.ts'
import { showExchange } from './show-exchange.ts'
import { type VerifyOptions, verify } from './verify.ts'
import { type WaitOptions, waitForRequest } from './wait-for-request.ts'

/** What the service received and answered. */
export interface JournalOperations {
  /** Every exchange that is remembered, those under way included, in the order in which the requests came. */
  journal(): readonly JournalEntry[]
  /** Forgets every exchange. */
  clearJournal(): void
  /** The exchanges that match. */
  received(pattern: RequestPattern): readonly JournalEntry[]
  /**
   * The first exchange that matches, of those remembered or of those to come. It is given as soon as its request has
   * come; a pattern with a `status` waits for the answer.
   *
   * @throws {MockStateError} with the requests that came nearest, when none came in time, and for a pattern or a
   * time that is none; the reason of the signal when that is aborted first.
   */
  waitForRequest(pattern: RequestPattern, options?: WaitOptions): Promise<JournalEntry>
  /**
   * Fails a test whose requests were wrong. A request is compared with the document whatever it was answered with.
   *
   * @throws {MockStateError} that names every remembered request which the document does not have or does not allow,
   * and what else the options ask for.
   */
  verify(options?: VerifyOptions): void
}

/** The operations on the journal of a world. */
export function createJournalOperations(world: World): JournalOperations {
  const { journal } = world

  function shown(exchanges: readonly RecordedExchange[]): JournalEntry[] {
    const redact = redactionOf(world)
    return exchanges.map((exchange) => showExchange(exchange, redact))
  }

  function received(pattern: RequestPattern): JournalEntry[] {
    const differences = differencesFrom(pattern)
    return shown(journal.exchanges().filter(mayMatch(pattern))).filter((entry) => differences(entry).length === 0)
  }

  return {
    journal: () => shown(journal.exchanges()),
    clearJournal: journal.clear,
    received,
    waitForRequest: async (pattern, options = {}) => waitForRequest(pattern, { options, journal, shown }),
    verify: (options = {}) => verify({ entries: shown(journal.exchanges()), faults: world.faults.list() }, options),
  }
}
