import type { OperationId } from '@wfhost/openapi'
import type { JournalEntry } from '../../schema/journal.ts'
import type { ArgumentSchema } from '../implementation.ts'
import { countBytes, type KeptText, utf8Length } from '../memory/kept-text.ts'
import type { Memory } from '../memory/memory.ts'
import type { PlainResponse } from '../requests/plain-exchange.ts'

/** The record of an exchange, completed while the request is handled. Journal entries are created from it when they are read. */
export interface RecordedExchange {
  number: number
  /** The position among everything that the world stores, oldest first. */
  order: number
  /** The number of the last change of the journal that this exchange was part of. */
  change: number
  /** The bytes that count against the memory limit of the world. */
  bytes: number
  readonly startedAt: number
  endedAt: number | undefined
  operation: OperationId | undefined
  readonly method: string
  path: string
  readonly requestHeaders: Readonly<Record<string, string>>
  requestBody: KeptText | undefined
  response: RecordedResponse | undefined
  /** Whether the response says that a run or an execution failed. */
  failed: boolean
  forwarded: string | undefined
  faults: readonly string[]
}

export interface RecordedResponse extends Pick<PlainResponse, 'status' | 'headers'> {
  readonly body: KeptText
}

/** The facts about an exchange that decide whether a real server can be compared with it. */
export interface ContractFacts {
  /** Whether the world has the workflow or the organization that the path names. */
  readonly isKnown: boolean
  /** Why a real server cannot repeat the exchange. Empty if it can. */
  readonly obstacles: readonly string[]
  /** The schema with which clients read the result of the workflow. */
  readonly resultSchema: ArgumentSchema | undefined
}

/** How a request ended. */
export interface ExchangeReport {
  readonly operation: OperationId | undefined
  /** Undefined if there was no response. */
  readonly status: number | undefined
  /** Whether the response says that a run or an execution failed. */
  readonly failed: boolean
  /** The kinds of the faults that applied to the request. */
  readonly faults: readonly string[]
  /** The whole exchange, with keys and sessions by name. */
  readonly show: () => JournalEntry
  /** The facts that decide whether a real server can be compared with the exchange. */
  readonly contractFacts: () => ContractFacts
}

/** Called when a request arrives. The function that it returns is called when the request has ended. */
export type OnExchange = () => (exchange: ExchangeReport) => void

/** How many exchanges a journal keeps; the oldest are removed first. Their bytes count against `maxBytes`. */
export interface JournalLimits {
  /** @default 1000 */
  readonly entries?: number | undefined
}

export interface Journal {
  /** The oldest first. */
  exchanges(): readonly RecordedExchange[]
  /** The exchange with a number; undefined if it was forgotten. */
  find(number: number): RecordedExchange | undefined
  /** How many exchanges the limits have removed since the journal was cleared. */
  forgotten(): number
  /** Numbers and keeps an exchange whose request has arrived, and calls the subscribers. */
  arrive(exchange: RecordedExchange): void
  /** Keeps the response of an exchange, unless the exchange was forgotten meanwhile, and calls the subscribers. */
  end(exchange: RecordedExchange, response: PlainResponse | undefined): void
  /** A number that increases when the journal is cleared. It starts at the current time, so that two journals differ. */
  generation(): number
  /** The number of the last change: an exchange arrived or ended. */
  lastChange(): number
  /**
   * Calls back with each exchange that arrives or ends from now on, and without one when all are forgotten. Returns the
   * function that ends the subscription.
   */
  subscribe(listener: (exchange: RecordedExchange | undefined) => void): () => void
  clear(): void
  /** Forgets every exchange, and numbers later ones from 1. */
  reset(): void
}

/** Creates an empty journal. Its exchanges count against the memory limit of the world. */
export function createJournal({ entries = 1000 }: JournalLimits, memory: Memory): Journal {
  // A ring buffer: removing the first item of a long array is slow.
  const ring: (RecordedExchange | undefined)[] = []
  const listeners = new Set<(exchange: RecordedExchange | undefined) => void>()
  let arrived = 0
  let forgotten = 0
  let cleared = 0
  let lastChange = 0
  let generation = Date.now()

  memory.addShelf({
    oldest: () => (arrived === forgotten ? undefined : ring[ringIndex(forgotten + 1)]?.order),
    forgetOldest,
  })

  function ringIndex(number: number): number {
    return number % (entries + 1)
  }

  function forgetOldest(): void {
    forgotten += 1
    memory.release(ring[ringIndex(forgotten)]?.bytes ?? 0)
    ring[ringIndex(forgotten)] = undefined
  }

  function isKept(exchange: RecordedExchange): boolean {
    return ring[ringIndex(exchange.number)] === exchange
  }

  function take(exchange: RecordedExchange, bytes: number): void {
    exchange.bytes += bytes
    memory.take(bytes)
  }

  function report(exchange: RecordedExchange): void {
    lastChange += 1
    exchange.change = lastChange
    for (const listener of listeners) listener(exchange)
  }

  function keepRequest(exchange: RecordedExchange): void {
    const headBytes = utf8Length(exchange.path) + countHeaderBytes(exchange.requestHeaders)
    const { requestBody } = exchange
    if (typeof requestBody === 'string') exchange.requestBody = memory.keep(requestBody, headBytes)
    const bodyBytes = exchange.requestBody === undefined ? 0 : countBytes(exchange.requestBody)
    take(exchange, headBytes + bodyBytes)
  }

  function keepResponse(exchange: RecordedExchange, { body, headers, status }: PlainResponse): void {
    const headBytes = countHeaderBytes(headers)
    const kept = memory.keep(body, exchange.bytes + headBytes)
    exchange.response = { status, headers, body: kept }
    take(exchange, headBytes + countBytes(kept))
  }

  function listExchanges(): RecordedExchange[] {
    const exchanges: RecordedExchange[] = []
    for (let number = forgotten + 1; number <= arrived; number += 1) {
      const exchange = ring[ringIndex(number)]
      if (exchange !== undefined) exchanges.push(exchange)
    }
    return exchanges
  }

  function clear(): void {
    for (const exchange of ring) memory.release(exchange?.bytes ?? 0)
    ring.fill(undefined)
    forgotten = arrived
    cleared = arrived
    generation += 1
    for (const listener of listeners) listener(undefined)
  }

  return {
    // Methods and not getters: an object with getters takes more memory in each world.
    exchanges: listExchanges,
    find: (number) => {
      const exchange = ring[ringIndex(number)]
      return exchange?.number === number ? exchange : undefined
    },
    forgotten: () => forgotten - cleared,
    arrive: (exchange) => {
      arrived += 1
      exchange.number = arrived
      exchange.order = memory.nextOrder()
      ring[ringIndex(arrived)] = exchange
      if (arrived - forgotten > entries) forgetOldest()
      if (isKept(exchange)) keepRequest(exchange)
      report(exchange)
    },
    end: (exchange, response) => {
      if (response !== undefined && isKept(exchange)) keepResponse(exchange, response)
      // The journal has forgotten the exchange, but the log shows the response.
      else exchange.response = response
      report(exchange)
    },
    generation: () => generation,
    lastChange: () => lastChange,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    clear,
    reset: () => {
      clear()
      arrived = 0
      forgotten = 0
      cleared = 0
    },
  }
}

function countHeaderBytes(headers: Readonly<Record<string, string>>): number {
  let size = 0
  for (const name in headers) size += utf8Length(headers[name] ?? '')
  return size
}
