import type { Redact } from '@wfhost/internal/redacted-text'
import { setRealTimeout } from '../clock/clock.ts'
import type { Journal, RecordedExchange } from './journal.ts'
import { summarizeExchange } from './summarize-exchange.ts'

/** How far a client has read the journal. */
export interface FeedPosition {
  /** Which content of the journal the client has read. The number grows when the journal is cleared. */
  readonly generation: number
  /** The number of the last change that the client has received. An exchange that arrives or ends is a change. */
  readonly revision: number
}

/** The encoded events between two positions, and the second position. */
export interface FeedUpdate {
  readonly events: Uint8Array
  readonly next: FeedPosition
}

/**
 * The journal of a world as server-sent events, for any number of clients. A request never waits for them. A client has
 * a position instead of a queue, and reads the changes after it when it is ready. Clients at the same position share the
 * encoded bytes; usually all clients are.
 */
export interface JournalFeed {
  /** Returns the update after a position; undefined if nothing has changed. */
  readonly read: (position: FeedPosition) => FeedUpdate | undefined
  /** Resolves shortly after the next change, so that changes in quick succession are sent together. */
  readonly waitForChange: () => Promise<void>
}

const batchingMs = 25

/**
 * Creates the feed of a journal. With it, a client such as a page of the inspector shows exchanges as they arrive and end. The
 * client repeats two steps: it calls `read` with its position, and then calls `waitForChange`.
 *
 * @param getRedact - Returns the function that removes all keys from a text.
 */
export function createJournalFeed(journal: Journal, getRedact: () => Redact): JournalFeed {
  const changeSignal = new ChangeSignal()
  const notify = (): void => changeSignal.notify()
  journal.subscribe({ onChange: notify, onClear: notify })

  // The last update. Most clients are at the same position, so the next client usually needs the same update.
  let cache: CachedUpdate | undefined

  function read(position: FeedPosition): FeedUpdate | undefined {
    const end = getEndPosition(journal)
    // The client has received everything.
    if (isSamePosition(position, end)) return undefined

    // `getRedact` returns a new function after a key has changed. The cached update shows that key, so it is not reused then.
    const redact = getRedact()
    if (cache !== undefined && isReusable(cache, { redact, position, end })) return cache.update

    const update = createUpdate(journal, position, redact)
    cache = { redact, position, update }
    return update
  }

  return { read, waitForChange: () => changeSignal.wait() }
}

/** Returns the position of a client that has received everything. */
function getEndPosition(journal: Journal): FeedPosition {
  return { generation: journal.generation(), revision: journal.lastRevision() }
}

interface CachedUpdate {
  readonly redact: Redact
  readonly position: FeedPosition
  readonly update: FeedUpdate
}

interface RequestedUpdate {
  readonly redact: Redact
  readonly position: FeedPosition
  readonly end: FeedPosition
}

/** Returns whether a cached update starts and ends at the requested positions, and was written with the same redaction. */
function isReusable(cached: CachedUpdate, { end, position, redact }: RequestedUpdate): boolean {
  return cached.redact === redact && isSamePosition(cached.position, position) && isSamePosition(cached.update.next, end)
}

function isSamePosition(first: FeedPosition, second: FeedPosition): boolean {
  return first.generation === second.generation && first.revision === second.revision
}

const encoder = new TextEncoder()

/** Writes the exchanges that changed after a position. A position in an earlier generation means that the journal was cleared. */
function createUpdate(journal: Journal, position: FeedPosition, redact: Redact): FeedUpdate {
  const next = getEndPosition(journal)
  const wasCleared = position.generation !== next.generation
  const lastReceived = wasCleared ? 0 : position.revision

  const changedExchanges = journal.exchanges().filter(({ revision }) => revision > lastReceived)
  const inOrder = changedExchanges.toSorted((first, second) => first.revision - second.revision)
  const events = inOrder.map((exchange) => writeEvent(exchange, { generation: next.generation, redact }))
  if (wasCleared) events.unshift(`id: ${next.generation}-0\nevent: cleared\ndata: {}\n\n`)

  return { events: encoder.encode(events.join('')), next }
}

interface EventContext {
  readonly generation: number
  readonly redact: Redact
}

function writeEvent(exchange: RecordedExchange, { generation, redact }: EventContext): string {
  const summary = summarizeExchange(exchange, redact)
  return `id: ${generation}-${exchange.revision}\nevent: exchange\ndata: ${JSON.stringify(summary)}\n\n`
}

/** Lets clients wait for the next change. */
class ChangeSignal {
  #waiting: Promise<void> | undefined
  #resolve: () => void = () => {}
  #isScheduled = false

  wait(): Promise<void> {
    this.#waiting ??= new Promise((resolve) => {
      this.#resolve = resolve
    })
    return this.#waiting
  }

  /** Releases the clients after a short time, which further changes can use. */
  notify(): void {
    if (this.#waiting === undefined || this.#isScheduled) return
    this.#isScheduled = true
    setRealTimeout(() => this.#release(), batchingMs)
  }

  #release(): void {
    this.#isScheduled = false
    this.#waiting = undefined
    this.#resolve()
  }
}
