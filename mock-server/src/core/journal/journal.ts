import type { OperationId } from '@wfhost/openapi'
import type { JournalEntry } from '../../schema/journal.ts'
import type { PlainResponse } from '../requests/plain-exchange.ts'

/** The record of an exchange, filled while the request is handled. Entries are created from it when they are read. */
export interface RecordedExchange {
  number: number
  /** How many bytes count against the limit of the journal. */
  bytes: number
  readonly startedAt: number
  endedAt: number | undefined
  operation: OperationId | undefined
  readonly method: string
  path: string
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly requestBody: string | undefined
  response: PlainResponse | undefined
  forwarded: string | undefined
  faults: readonly string[]
}

/** How a request ended. */
export interface ObservedExchange {
  readonly operation: OperationId | undefined
  /** Undefined if there was no response. */
  readonly status: number | undefined
  /** Whether the response says that a run or an execution failed. */
  readonly failed: boolean
  /** The kinds of the faults that applied to the request. */
  readonly faults: readonly string[]
  /** The whole exchange, with keys and sessions by name. */
  readonly show: () => JournalEntry
}

/** Called when a request arrives; the function that it returns is called when the request has ended. */
export type ObserveExchange = () => (exchange: ObservedExchange) => void

/** The limits of a journal; the oldest exchanges are removed first. */
export interface JournalLimits {
  /** @default 1000 */
  readonly entries?: number
  /** The paths, headers and bodies of all exchanges, in UTF-8. @default 5000000 */
  readonly bytes?: number
}

export interface Journal {
  /** The oldest first. */
  exchanges(): readonly RecordedExchange[]
  /** How many the limits have removed since it was cleared. */
  forgotten(): number
  /** Numbers and keeps an exchange whose request has come, and tells those who wait. */
  arrive(exchange: RecordedExchange): void
  /** Counts the answer of an exchange that arrived, unless it was forgotten since, and tells those who wait. */
  end(exchange: RecordedExchange): void
  /** Counts how often it was cleared, from the time at which it was created: another journal has another one. */
  generation(): number
  /**
   * Calls back with each exchange that arrives or ends from now on, and without one when all are forgotten; the function
   * that comes back ends it.
   */
  subscribe(listener: (exchange: RecordedExchange | undefined) => void): () => void
  clear(): void
  /** Forgets every exchange, and numbers those to come from 1 on. */
  reset(): void
}

export function createJournal({ bytes = 5_000_000, entries = 1000 }: JournalLimits = {}): Journal {
  // A ring: a list of a thousand takes long to shift.
  const ring: (RecordedExchange | undefined)[] = []
  const listeners = new Set<(exchange: RecordedExchange | undefined) => void>()
  let arrived = 0
  let forgotten = 0
  let cleared = 0
  let kept = 0
  let generation = Date.now()

  function take(exchange: RecordedExchange, more: number): void {
    exchange.bytes += more
    kept += more
    while (arrived - forgotten > entries || kept > bytes) {
      forgotten += 1
      kept -= ring[placeOf(forgotten)]?.bytes ?? 0
      ring[placeOf(forgotten)] = undefined
    }
  }

  function placeOf(number: number): number {
    return number % (entries + 1)
  }

  function clear(): void {
    ring.fill(undefined)
    forgotten = arrived
    cleared = arrived
    kept = 0
    generation += 1
    for (const listener of listeners) listener(undefined)
  }

  return {
    // No getter: one makes each journal a kind of object of its own, which takes memory in each world.
    exchanges: () => Array.from({ length: arrived - forgotten }, (_, index) => ring[placeOf(forgotten + 1 + index)] ?? []).flat(),
    forgotten: () => forgotten - cleared,
    arrive: (exchange) => {
      arrived += 1
      exchange.number = arrived
      ring[placeOf(arrived)] = exchange
      take(exchange, sizeOfRequest(exchange))
      for (const listener of listeners) listener(exchange)
    },
    end: (exchange) => {
      if (ring[placeOf(exchange.number)] === exchange) take(exchange, sizeOfResponse(exchange))
      for (const listener of listeners) listener(exchange)
    },
    generation: () => generation,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    clear,
    reset: () => {
      arrived = 0
      clear()
    },
  }
}

function sizeOfRequest({ path, requestBody = '', requestHeaders }: RecordedExchange): number {
  return utf8Length(path) + utf8Length(requestBody) + sizeOfHeaders(requestHeaders)
}

function sizeOfResponse({ response }: RecordedExchange): number {
  return response === undefined ? 0 : utf8Length(response.body) + sizeOfHeaders(response.headers)
}

function sizeOfHeaders(headers: Readonly<Record<string, string>>): number {
  let size = 0
  for (const name in headers) size += utf8Length(headers[name] ?? '')
  return size
}

const encoder = new TextEncoder()

/** The number of bytes in UTF-8. Node counts them several times faster than any function of browsers. */
export function utf8Length(text: string): number {
  return globalThis.Buffer?.byteLength(text) ?? encoder.encode(text).length
}
