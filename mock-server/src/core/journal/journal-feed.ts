import type { Redact } from '@wfhost/internal/redacted-text'
import { setRealTimeout } from '../clock/clock.ts'
import type { Journal, RecordedExchange } from './journal.ts'
import { summarizeExchange } from './summarize-exchange.ts'

/** Where a listener stands: the journal that it follows, and the last change of that journal that it has received. */
export interface FeedPosition {
  readonly generation: number
  readonly change: number
}

export interface FeedPart {
  readonly events: Uint8Array
  readonly next: FeedPosition
}

/**
 * The journal of a world as server-sent events, for any number of listeners. A request never waits for them: a listener has
 * no queue, only a position, and reads what has changed since when it is ready. Listeners at the same position, usually all
 * of them, share the bytes.
 */
export interface JournalFeed {
  /** The events after a position, and the next position; undefined if nothing has changed. */
  readonly read: (position: FeedPosition) => FeedPart | undefined
  /** Resolves some milliseconds after the next change, so that changes in quick succession are sent together. */
  readonly changed: () => Promise<void>
}

const togetherMs = 25

/** @param currentRedaction - returns what redacts the keys of the world; another function once the keys have changed. */
export function createJournalFeed(journal: Journal, currentRedaction: () => Redact): JournalFeed {
  const encoder = new TextEncoder()
  let last: { readonly position: FeedPosition; readonly keys: unknown; readonly part: FeedPart } | undefined
  let waiting: Promise<void> | undefined
  let resolveWaiting = (): void => {}
  let isDue = false

  journal.subscribe(() => {
    if (waiting === undefined || isDue) return
    isDue = true
    setRealTimeout(release, togetherMs)
  })

  function release(): void {
    isDue = false
    waiting = undefined
    resolveWaiting()
  }

  function write(position: FeedPosition): FeedPart {
    const next = { generation: journal.generation(), change: journal.lastChange() }
    const isCleared = position.generation !== next.generation
    const since = isCleared ? 0 : position.change
    const cleared = isCleared ? `id: ${next.generation}-0\nevent: cleared\ndata: {}\n\n` : ''
    const changed = journal
      .exchanges()
      .filter(({ change }) => change > since)
      .toSorted((one, other) => one.change - other.change)
    const events = changed.map((exchange) => eventOf(exchange, next.generation))
    return { events: encoder.encode(cleared + events.join('')), next }
  }

  function eventOf(exchange: RecordedExchange, generation: number): string {
    const summary = summarizeExchange(exchange, currentRedaction())
    return `id: ${generation}-${exchange.change}\nevent: exchange\ndata: ${JSON.stringify(summary)}\n\n`
  }

  return {
    read: (position) => {
      const { generation, change } = position
      if (generation === journal.generation() && change === journal.lastChange()) return undefined
      const keys = currentRedaction()
      const isShared =
        last?.keys === keys &&
        last.position.generation === generation &&
        last.position.change === change &&
        last.part.next.generation === journal.generation() &&
        last.part.next.change === journal.lastChange()
      if (last === undefined || !isShared) last = { position, keys, part: write(position) }
      return last.part
    },
    changed: () => {
      waiting ??= new Promise((resolve) => {
        resolveWaiting = resolve
      })
      return waiting
    },
  }
}
