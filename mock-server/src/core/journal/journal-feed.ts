import type { Redact } from '@wfhost/internal/redacted-text'
import { setRealTimeout } from '../clock/clock.ts'
import type { Journal, RecordedExchange } from './journal.ts'
import { summarizeExchange } from './summarize-exchange.ts'

/** The journal that a listener follows, and the last change of that journal that the listener has received. */
export interface FeedPosition {
  readonly generation: number
  readonly change: number
}

/** The events after a position, encoded, and the position after them. */
export interface FeedPart {
  readonly events: Uint8Array
  readonly next: FeedPosition
}

/**
 * The journal of a world as server-sent events, for any number of listeners. A request never waits for them. A listener has
 * a position instead of a queue, and reads the changes after it when it is ready. Listeners at the same position share the
 * encoded bytes; usually all listeners are.
 */
export interface JournalFeed {
  /** Returns the events after a position, and the next position; undefined if nothing has changed. */
  readonly read: (position: FeedPosition) => FeedPart | undefined
  /** Resolves shortly after the next change, so that changes in quick succession are sent together. */
  readonly changed: () => Promise<void>
}

const batchingMs = 25

/**
 * Creates the feed of a journal.
 *
 * @param getRedaction - Returns the function that redacts the keys of the world. It returns the same function until the keys
 *   change, so events that were encoded with this function can be sent again.
 */
export function createJournalFeed(journal: Journal, getRedaction: () => Redact): JournalFeed {
  const nextChange = new NextChange()
  journal.subscribe(() => nextChange.report())

  // Most listeners are at the same position, so the next listener usually needs the same events.
  let cache: CachedPart | undefined

  function read(position: FeedPosition): FeedPart | undefined {
    const end = { generation: journal.generation(), change: journal.lastChange() }
    if (isSamePosition(position, end)) return undefined

    const redact = getRedaction()
    if (cache !== undefined && isStillCurrent(cache, { redact, position, end })) return cache.part

    const part = writePart(journal, position, redact)
    cache = { redact, position, part }
    return part
  }

  return { read, changed: () => nextChange.wait() }
}

interface CachedPart {
  readonly redact: Redact
  readonly position: FeedPosition
  readonly part: FeedPart
}

interface RequestedPart {
  readonly redact: Redact
  readonly position: FeedPosition
  readonly end: FeedPosition
}

/** Returns whether a cached part has the requested positions and redaction. */
function isStillCurrent(cached: CachedPart, { end, position, redact }: RequestedPart): boolean {
  return cached.redact === redact && isSamePosition(cached.position, position) && isSamePosition(cached.part.next, end)
}

function isSamePosition(one: FeedPosition, other: FeedPosition): boolean {
  return one.generation === other.generation && one.change === other.change
}

const encoder = new TextEncoder()

/** Writes the exchanges that changed after a position. A position in an earlier generation means that the journal was cleared. */
function writePart(journal: Journal, position: FeedPosition, redact: Redact): FeedPart {
  const next = { generation: journal.generation(), change: journal.lastChange() }
  const wasCleared = position.generation !== next.generation
  const since = wasCleared ? 0 : position.change

  const changed = journal.exchanges().filter(({ change }) => change > since)
  const inOrder = changed.toSorted((one, other) => one.change - other.change)
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
  return `id: ${generation}-${exchange.change}\nevent: exchange\ndata: ${JSON.stringify(summary)}\n\n`
}

/** Lets listeners wait for the next change. */
class NextChange {
  #waiting: Promise<void> | undefined
  #resolve: () => void = () => {}
  #isScheduled = false

  wait(): Promise<void> {
    this.#waiting ??= new Promise((resolve) => {
      this.#resolve = resolve
    })
    return this.#waiting
  }

  /** Releases the listeners after a short time, which further changes can use. */
  report(): void {
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
