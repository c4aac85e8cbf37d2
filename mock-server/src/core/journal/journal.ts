import type { OperationId } from '@wfhost/openapi'
import type { Assumptions } from '../../schema/assumptions.ts'
import type { JournalEntry } from '../../schema/journal.ts'
import type { ArgumentSchema } from '../implementation.ts'
import { countBytes, type KeptText, utf8Length } from '../memory/kept-text.ts'
import type { Memory } from '../memory/memory.ts'
import type { PlainResponse } from '../requests/plain-exchange.ts'

/** The record of an exchange, completed while the request is handled. Journal entries are created from it when they are read. */
export interface RecordedExchange {
  /** Counts the requests of the world from 1. */
  number: number
  /** The position among everything that the world stores, oldest first. */
  sequenceNumber: number
  /** The number of the last change of the journal that this exchange was part of. */
  revision: number
  /** The bytes that count against the memory limit of the world. */
  size: number
  readonly startedAt: number
  endedAt: number | undefined
  /** The operation of the API document, if the request matches one. */
  operation: OperationId | undefined
  readonly method: string
  path: string
  readonly requestHeaders: Readonly<Record<string, string>>
  requestBody: KeptText | undefined
  response: RecordedResponse | undefined
  /** Whether the response says that a run or an execution failed. */
  failed: boolean
  /** The URL of the server that responds instead of this world. */
  forwarded: string | undefined
  /** The kinds of the faults that apply to the request. */
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
  readonly createEntry: () => JournalEntry
  /** The assumptions of the world, which decide the order of its checks. */
  readonly assumptions: Assumptions
  /** The facts that decide whether a real server can be compared with the exchange. */
  readonly findContractFacts: () => ContractFacts
}

/** Called when a request arrives. The function that it returns is called when the request has ended. */
export type OnExchange = () => (exchange: ExchangeReport) => void

/** How many exchanges a journal keeps; the oldest are removed first. Their bytes count against `maxBytes`. */
export interface JournalLimits {
  /** @default 1000 */
  readonly entries?: number | undefined
}

interface JournalListener {
  /** Called with each exchange that arrives or ends. */
  readonly onChange: (exchange: RecordedExchange) => void
  /** Called when all exchanges are forgotten. */
  readonly onClear?: () => void
}

/**
 * The exchanges of one world, numbered from 1. They count against the memory limit of the world, and the oldest are forgotten
 * first.
 */
export class Journal {
  /** A ring buffer: removing the first item of a long array is slow. */
  readonly #ring: (RecordedExchange | undefined)[] = []
  readonly #entries: number
  readonly #memory: Memory
  readonly #listeners = new Set<JournalListener>()
  #arrived = 0
  #forgotten = 0
  /** How many exchanges were forgotten when the journal was cleared. */
  #cleared = 0
  #lastRevision = 0
  #generation = Date.now()

  constructor({ entries = 1000 }: JournalLimits, memory: Memory) {
    this.#entries = entries
    this.#memory = memory
    memory.addStore({ oldest: () => this.#oldest(), forgetOldest: () => this.#forgetOldest() })
  }

  /** Returns the exchanges, oldest first. */
  exchanges(): readonly RecordedExchange[] {
    const exchanges: RecordedExchange[] = []
    for (let number = this.#forgotten + 1; number <= this.#arrived; number += 1) {
      const exchange = this.#ring[this.#ringIndex(number)]
      if (exchange !== undefined) exchanges.push(exchange)
    }
    return exchanges
  }

  /** Returns the exchange with a number; undefined if it was forgotten. */
  find(number: number): RecordedExchange | undefined {
    const exchange = this.#ring[this.#ringIndex(number)]
    return exchange?.number === number ? exchange : undefined
  }

  /** Returns how many exchanges the limits have removed since the journal was cleared. */
  forgottenCount(): number {
    return this.#forgotten - this.#cleared
  }

  /** Numbers and keeps an exchange whose request has arrived, and calls the subscribers. Returns the number. */
  recordArrival(exchange: RecordedExchange): number {
    this.#arrived += 1
    exchange.number = this.#arrived
    exchange.sequenceNumber = this.#memory.nextOrder()
    this.#ring[this.#ringIndex(this.#arrived)] = exchange

    if (this.#arrived - this.#forgotten > this.#entries) this.#memory.subtractBytes(this.#forgetOldest())
    if (this.#isKept(exchange)) this.#keepRequest(exchange)
    this.#report(exchange)
    return exchange.number
  }

  /** Keeps the response of an exchange, unless the exchange was forgotten meanwhile, and calls the subscribers. */
  end(exchange: RecordedExchange, response: PlainResponse | undefined): void {
    if (response !== undefined && this.#isKept(exchange)) this.#keepResponse(exchange, response)
    // The journal has forgotten the exchange, but the log shows the response.
    else exchange.response = response
    this.#report(exchange)
  }

  /** Returns a number that increases when the journal is cleared. It starts at the current time, so that two journals differ. */
  generation(): number {
    return this.#generation
  }

  /** Returns the number of the last change: an exchange arrived or ended. */
  lastRevision(): number {
    return this.#lastRevision
  }

  /** Calls a listener for each later change. Returns the function that ends the subscription. */
  subscribe(listener: JournalListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Forgets every exchange. */
  clear(): void {
    for (const exchange of this.#ring) this.#memory.subtractBytes(exchange?.size ?? 0)
    this.#ring.fill(undefined)
    this.#forgotten = this.#arrived
    this.#cleared = this.#arrived
    this.#generation += 1
    for (const listener of this.#listeners) listener.onClear?.()
  }

  /** Forgets every exchange, and numbers later ones from 1. */
  reset(): void {
    this.clear()
    this.#arrived = 0
    this.#forgotten = 0
    this.#cleared = 0
  }

  #ringIndex(number: number): number {
    return number % (this.#entries + 1)
  }

  #oldest(): number | undefined {
    if (this.#arrived === this.#forgotten) return undefined
    return this.#ring[this.#ringIndex(this.#forgotten + 1)]?.sequenceNumber
  }

  /** Forgets the oldest exchange, and returns its bytes. */
  #forgetOldest(): number {
    this.#forgotten += 1
    const index = this.#ringIndex(this.#forgotten)
    const bytes = this.#ring[index]?.size ?? 0
    this.#ring[index] = undefined
    return bytes
  }

  #isKept(exchange: RecordedExchange): boolean {
    return this.#ring[this.#ringIndex(exchange.number)] === exchange
  }

  #keepRequest(exchange: RecordedExchange): void {
    const headBytes = utf8Length(exchange.path) + countHeaderBytes(exchange.requestHeaders)
    const { requestBody } = exchange
    if (typeof requestBody === 'string') exchange.requestBody = this.#memory.toKeptText(requestBody, headBytes)

    const bodyBytes = exchange.requestBody === undefined ? 0 : countBytes(exchange.requestBody)
    this.#take(exchange, headBytes + bodyBytes)
  }

  #keepResponse(exchange: RecordedExchange, { body, headers, status }: PlainResponse): void {
    const headBytes = countHeaderBytes(headers)
    const kept = this.#memory.toKeptText(body, exchange.size + headBytes)
    exchange.response = { status, headers, body: kept }
    this.#take(exchange, headBytes + countBytes(kept))
  }

  #take(exchange: RecordedExchange, bytes: number): void {
    exchange.size += bytes
    this.#memory.addBytes(bytes)
  }

  #report(exchange: RecordedExchange): void {
    this.#lastRevision += 1
    exchange.revision = this.#lastRevision
    for (const listener of this.#listeners) listener.onChange(exchange)
  }
}

function countHeaderBytes(headers: Readonly<Record<string, string>>): number {
  let size = 0
  for (const name in headers) size += utf8Length(headers[name] ?? '')
  return size
}
