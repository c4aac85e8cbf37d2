import { cancelRealTimeout, setRealTimeout } from '../core/clock/clock.ts'
import { createJournalFeed, type FeedPosition, type JournalFeed } from '../core/journal/journal-feed.ts'
import { getRedact } from '../core/journal/show-exchange.ts'
import type { PlainRequest, PlainResponse } from '../core/requests/plain-exchange.ts'
import type { World } from '../core/world/world.ts'

// Proxies close a connection that is silent for long. A write also detects a client that has disconnected.
const keepAliveMs = 15_000

/**
 * Responds with the journal of a world as server-sent events, from its beginning. A client that connects again with
 * Last-Event-ID receives the events since then. The stream ends when the world is removed.
 *
 * The event `exchange` has a summary; it is sent when a request arrives and again when the request has ended. The event `cleared`
 * means that the journal has forgotten all earlier exchanges.
 */
export function followJournal(world: World, request: PlainRequest): PlainResponse {
  const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }
  const since = readPosition(request.header('last-event-id') ?? '')
  const { signal } = request
  return { status: 200, headers, body: '', chunks: () => streamEvents(world, { since, signal }) }
}

function readPosition(id: string): FeedPosition {
  const [generation = 0, revision = 0] = id.split('-').map(Number)
  return { generation, revision }
}

function getFeed(world: World): JournalFeed {
  world.feed ??= createJournalFeed(world.journal, () => getRedact(world))
  return world.feed
}

async function* streamEvents(
  world: World,
  { signal, since }: { readonly since: FeedPosition; readonly signal: AbortSignal },
): AsyncGenerator<Uint8Array> {
  const feed = getFeed(world)
  const keepAlive = new TextEncoder().encode(': still here\n\n')
  let position = since
  // The headers reach the client with the first piece.
  yield keepAlive

  while (!signal.aborted) {
    const part = feed.read(position)
    if (part !== undefined) {
      position = part.next
      yield part.events
      continue
    }

    // A reset replaces the controller of the world, so this one is aborted only if the world was removed.
    const stopSignal = world.stopController.signal
    if (stopSignal.aborted) return

    const isChanged = await waitForChange(keepAliveMs, { changed: feed.waitForChange(), signals: [signal, stopSignal] })
    if (!isChanged) yield keepAlive
  }
}

interface AwaitedChanges {
  readonly changed: Promise<void>
  readonly signals: readonly AbortSignal[]
}

/** Waits for a change, or until a signal is aborted. Returns false if neither happens in time. */
function waitForChange(ms: number, { changed, signals }: AwaitedChanges): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setRealTimeout(() => end(false), ms)
    const abort = (): void => end(true)

    function end(isChanged: boolean): void {
      cancelRealTimeout(timer)
      for (const signal of signals) signal.removeEventListener('abort', abort)
      resolve(isChanged)
    }

    for (const signal of signals) signal.addEventListener('abort', abort, { once: true })
    void changed.then(() => end(true))
  })
}
