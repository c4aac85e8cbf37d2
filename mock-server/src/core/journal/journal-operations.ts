import { MockStateError } from '../state-error.ts'
import type { World } from '../world.ts'
import type { JournalEntry, RecordedExchange } from './journal-entry.ts'
import { createRedaction } from './redact.ts'
import { differencesFrom, type RequestPattern } from './request-pattern.ts'
import { showExchange } from './show-exchange.ts'

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
   * @throws the reason of the signal when that is aborted first.
   */
  waitForRequest(pattern: RequestPattern, options?: { readonly signal?: AbortSignal }): Promise<JournalEntry>
  /**
   * Ends a test strictly.
   *
   * @throws {MockStateError} that names every remembered request which the document does not have or does not allow.
   */
  verify(): void
}

/** The operations on the journal of a world. */
export function createJournalOperations(world: World): JournalOperations {
  const { journal } = world

  function shown(exchanges: readonly RecordedExchange[]): JournalEntry[] {
    const redact = createRedaction(world)
    return exchanges.map((exchange) => showExchange(exchange, redact))
  }

  function received(pattern: RequestPattern): JournalEntry[] {
    const differences = differencesFrom(pattern)
    return shown(journal.exchanges()).filter((entry) => differences(entry).length === 0)
  }

  return {
    journal: () => shown(journal.exchanges()),
    clearJournal: journal.clear,
    received,
    waitForRequest: async (pattern, { signal } = {}) => {
      const [first] = received(pattern)
      if (first !== undefined) return first
      signal?.throwIfAborted()
      const differences = differencesFrom(pattern)
      return new Promise((resolve, reject) => {
        const unsubscribe = journal.subscribe((exchange) => {
          const [entry] = shown([exchange])
          if (entry === undefined || differences(entry).length > 0) return
          unsubscribe()
          resolve(entry)
        })
        signal?.addEventListener('abort', () => {
          unsubscribe()
          reject(signal.reason)
        })
      })
    },
    verify: () => {
      const wrong = shown(journal.exchanges()).flatMap(whyUnexpected)
      if (wrong.length > 0)
        throw new MockStateError(`Cannot end strictly: ${wrong.length} unexpected requests\n${wrong.join('\n')}`)
    },
  }
}

function whyUnexpected({ number, operation, request, response }: JournalEntry): string[] {
  const name = `  ${number}. ${request.method} ${request.path}`
  if (operation === undefined) return [`${name}: the document has no such operation`]
  if (response?.status !== 400 || operation === 'getPublicManifest' || operation === 'getOrganizationManifest') return []
  return [`${name}: ${response.body ?? 'invalid'}`]
}
