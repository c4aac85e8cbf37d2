import type { RequestPattern, VerifyOptions } from '../../schema/request-pattern.ts'
import type { World } from '../world/world.ts'
import type { JournalEntry, RecordedExchange } from './journal-entry.ts'
import { differencesFrom, mayMatch } from './request-pattern.ts'
import { redactionOf, showExchange } from './show-exchange.ts'
import { verify } from './verify.ts'
import { type WaitOptions, waitForRequest } from './wait-for-request.ts'

/** What the service received and answered. */
export interface JournalOperations {
  /** All remembered exchanges, including those in progress, in the order of arrival. */
  journal(): readonly JournalEntry[]
  /** Clears the journal. */
  clearJournal(): void
  /** The remembered exchanges that match. */
  received(pattern: RequestPattern): readonly JournalEntry[]
  /**
   * Returns the first exchange that matches: one that is remembered, or the next one that arrives. It resolves when the
   * request arrives, or with the response if the pattern has a `status`.
   *
   * @throws {MockStateError} with the nearest requests if none matched in time, and for an invalid pattern or time; the
   * reason of the signal if that is aborted first.
   */
  waitForRequest(pattern: RequestPattern, options?: WaitOptions): Promise<JournalEntry>
  /**
   * Throws if a remembered request is not as the document says, whatever the response was.
   *
   * @throws {MockStateError} that names each such request, and what else the options ask for.
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
    verify: (options = {}) => verify({ entries: shown(journal.exchanges()), faults: world.faults.operations.faults() }, options),
  }
}
