import { cancelRealTimeout, setRealTimeout } from '../core/clock/clock.ts'
import { createJournalFeed, type FeedPosition, type JournalFeed } from '../core/journal/journal-feed.ts'
import { getRedaction } from '../core/journal/show-exchange.ts'
import type { PlainRequest, PlainResponse } from '../core/requests/plain-exchange.ts'
import type { World } from '../core/world/world.ts'

// Proxies close a connection that is silent for long. A client that has gone is noticed, too.
const silenceMs = 15_000

/**
 * The journal of a world as server-sent events, from its beginning: `exchange` with a summary when a request arrives and
 * again when it has ended, and `cleared` when everything that was sent before is forgotten. A client that connects again
 * with Last-Event-ID gets what has arrived or ended since.
 */
export function followJournal(world: World, request: PlainRequest): PlainResponse {
  const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }
  const since = readPosition(request.header('last-event-id') ?? '')
  const { signal } = request
  return { status: 200, headers, body: '', pieces: () => eventsOf(world, { since, signal }) }
}

function readPosition(id: string): FeedPosition {
  const [generation = 0, change = 0] = id.split('-').map(Number)
  return { generation, change }
}

function feedOf(world: World): JournalFeed {
  world.feed ??= createJournalFeed(world.journal, () => getRedaction(world))
  return world.feed
}

async function* eventsOf(
  world: World,
  { signal, since }: { readonly since: FeedPosition; readonly signal: AbortSignal },
): AsyncGenerator<Uint8Array> {
  const feed = feedOf(world)
  const stillHere = new TextEncoder().encode(': still here\n\n')
  let position = since
  // The headers reach the client with the first piece.
  yield stillHere
  while (!signal.aborted) {
    const part = feed.read(position)
    if (part === undefined) {
      const isChanged = await changeWithin(silenceMs, { changed: feed.changed(), signal })
      if (!isChanged) yield stillHere
      continue
    }
    position = part.next
    yield part.events
  }
}

/** Waits for a change, for the client to leave, or for some time; returns false if only the time is over. */
function changeWithin(
  ms: number,
  { changed, signal }: { readonly changed: Promise<void>; readonly signal: AbortSignal },
): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setRealTimeout(() => end(false), ms)
    const abort = (): void => end(true)
    function end(isChanged: boolean): void {
      cancelRealTimeout(timer)
      signal.removeEventListener('abort', abort)
      resolve(isChanged)
    }
    signal.addEventListener('abort', abort, { once: true })
    void changed.then(() => end(true))
  })
}
