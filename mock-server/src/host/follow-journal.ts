import { cancelRealTimeout, setRealTimeout } from '../core/clock/clock.ts'
import type { RecordedExchange } from '../core/journal/journal.ts'
import { redactionOf, showExchange } from '../core/journal/show-exchange.ts'
import type { PlainRequest, PlainResponse } from '../core/requests/plain-exchange.ts'
import type { World } from '../core/world/world.ts'

// Proxies close what is silent for long; it also notices who has gone.
const silenceMs = 15_000

/**
 * The journal of a world as server-sent events, from its beginning on: `exchange` with an entry when a request arrives and
 * again when it has ended, and `cleared` when all that was sent before is forgotten. Whoever connects again with
 * Last-Event-ID gets what has arrived or ended since.
 */
export function followJournal(world: World, request: PlainRequest): PlainResponse {
  const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }
  const since = request.header('last-event-id') ?? ''
  const { signal } = request
  return { status: 200, headers, body: '', pieces: () => eventsOf(world, { since, signal }) }
}

async function* eventsOf(
  world: World,
  { signal, since }: { readonly since: string; readonly signal: AbortSignal },
): AsyncGenerator<Uint8Array> {
  const { journal } = world
  const encoder = new TextEncoder()
  const changed = new Set<RecordedExchange>()
  let wake: () => void = () => {}
  const unsubscribe = journal.subscribe((exchange) => {
    if (exchange !== undefined) changed.add(exchange)
    wake()
  })
  signal.addEventListener('abort', () => wake(), { once: true })
  let [generation, next] = since.split('-').map(Number)
  try {
    while (!signal.aborted) {
      let text = ': still here\n\n'
      if (generation !== journal.generation()) {
        generation = journal.generation()
        next = 0
        text = `id: ${generation}-0\nevent: cleared\ndata: {}\n\n`
      }
      const from = next ?? Number.POSITIVE_INFINITY
      const sending = journal.exchanges().filter((exchange) => exchange.number >= from || changed.has(exchange))
      text += eventsWith(world, sending)
      changed.clear()
      next = undefined
      yield encoder.encode(text)
      await woken()
    }
  } finally {
    unsubscribe()
  }

  /** Waits for a change, for the client to leave, or for a while. */
  function woken(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setRealTimeout(resolve, silenceMs)
      wake = () => {
        cancelRealTimeout(timer)
        resolve()
      }
      if (changed.size > 0 || signal.aborted || generation !== journal.generation()) wake()
    })
  }
}

/** The id of each event names the first exchange that may still change: those before it have been sent as they stay. */
function eventsWith(world: World, exchanges: readonly RecordedExchange[]): string {
  if (exchanges.length === 0) return ''
  const redact = redactionOf(world)
  const open = world.journal.exchanges().find(({ endedAt }) => endedAt === undefined)?.number ?? Number.POSITIVE_INFINITY
  const events = exchanges.map((exchange) => {
    const id = `${world.journal.generation()}-${Math.min(open, exchange.number + 1)}`
    return `id: ${id}\nevent: exchange\ndata: ${JSON.stringify(showExchange(exchange, redact))}\n\n`
  })
  return events.join('')
}
