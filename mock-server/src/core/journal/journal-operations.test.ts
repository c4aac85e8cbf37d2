import { withoutSecrets } from '@wfhost/internal/redacted-text'
import { expect, test } from 'vitest'
import type { JournalEntry, RequestPattern } from '../../schema/journal.ts'
import { Memory } from '../memory/memory.ts'
import { Journal, type RecordedExchange } from './journal.ts'
import { waitForRequest } from './journal-operations.ts'
import { toJournalEntry } from './show-exchange.ts'

function exchangeOf(more: Partial<RecordedExchange>): RecordedExchange {
  const pending = {
    number: 0,
    sequenceNumber: 0,
    revision: 0,
    size: 0,
    failed: false,
    startedAt: 0,
    endedAt: undefined,
    response: undefined,
    forwarded: undefined,
    faults: [],
  }
  return { ...pending, operation: undefined, method: 'GET', path: '/', requestHeaders: {}, requestBody: undefined, ...more }
}

test.each<RequestPattern>([{ operation: 'executeTool' }, { method: 'post' }, { status: 200 }])(
  'who waits for %j reads no exchange that cannot be it',
  async (pattern) => {
    const journal = new Journal({}, new Memory())
    const read: RecordedExchange[] = []
    const toJournalEntries = (exchanges: readonly RecordedExchange[]): JournalEntry[] => {
      read.push(...exchanges)
      return exchanges.map((exchange) => toJournalEntry(exchange, withoutSecrets))
    }
    const other = { operation: 'getPublicManifest' } as const
    journal.recordArrival(exchangeOf(other))
    const waiting = waitForRequest(pattern, { options: {}, journal, toJournalEntries, redactPattern: (raw) => raw })
    journal.recordArrival(exchangeOf(other))
    const wanted = exchangeOf({ operation: 'executeTool', method: 'POST', response: { status: 200, headers: {}, body: '' } })
    journal.recordArrival(wanted)
    expect((await waiting).number).toBe(3)
    expect(read).toEqual([wanted])
  },
)
