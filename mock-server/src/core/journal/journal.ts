import type { RecordedExchange } from './journal-entry.ts'

/** How much a journal keeps; the oldest exchanges go first. */
export interface JournalLimits {
  /** @default 1000 */
  readonly entries?: number
  /** Of the bodies, in characters. @default 5000000 */
  readonly characters?: number
}

/** The exchanges that a service remembers. */
export interface Journal {
  readonly exchanges: readonly RecordedExchange[]
  /** Keeps an exchange and tells those who wait. */
  record(exchange: Omit<RecordedExchange, 'number'>): void
  /** Calls back with each exchange from now on; the function that comes back ends it. */
  subscribe(listener: (exchange: RecordedExchange) => void): () => void
  clear(): void
}

/** Makes an empty journal. */
export function createJournal({ characters = 5_000_000, entries = 1000 }: JournalLimits = {}): Journal {
  const exchanges: RecordedExchange[] = []
  const listeners = new Set<(exchange: RecordedExchange) => void>()
  let recorded = 0
  let kept = 0

  function forgetOldest(): void {
    const oldest = exchanges.shift()
    if (oldest !== undefined) kept -= sizeOf(oldest)
  }

  return {
    exchanges,
    record: (given) => {
      recorded += 1
      const exchange = { ...given, number: recorded }
      exchanges.push(exchange)
      kept += sizeOf(exchange)
      while (exchanges.length > entries || kept > characters) forgetOldest()
      for (const listener of listeners) listener(exchange)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    clear: () => {
      exchanges.length = 0
      kept = 0
    },
  }
}

function sizeOf({ requestBody = '', responseBody = '' }: RecordedExchange): number {
  return requestBody.length + responseBody.length
}
