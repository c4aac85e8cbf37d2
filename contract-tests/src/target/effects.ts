import type { OperationId } from '@wfhost/openapi'
import type { Call, Exchange } from './exchange.ts'

/** What a request may have done to the server, besides its answer. */
export type Effect = 'runs' | 'executions'

/** What a request for an operation does. */
export const effectOf: Readonly<Record<OperationId, Effect | undefined>> = {
  runPublishedWorkflow: 'runs',
  getPublicManifest: undefined,
  getOrganizationManifest: undefined,
  executeTool: 'executions',
}

/** Until when the effects of requests may come late. */
export interface Effects {
  /** Notes a request when it has its answer, or none: nothing comes of one that was refused for its key. */
  readonly noting: (call: Call, sent: Promise<Exchange>) => Promise<Exchange>
  /** What was answered so far to async starts of runs at an address. */
  readonly startsAt: (url: string) => readonly Exchange[]
  /** Notes that every run so far was seen to end: one run too many is all that may still go on. */
  readonly ended: () => void
  /**
   * Waits until nothing can come any more of the requests so far. Runs that go on one after another end one by one: where
   * what `watch` counts stays the same for as long as two of them take, none goes on.
   */
  readonly settle: (effect: Effect, on: Settling) => Promise<void>
}

interface Settling {
  readonly pause: (durationMs: number) => Promise<void>
  /** @default nothing is counted, and the time of all of them is waited */
  readonly watch?: (() => Promise<number>) | undefined
}

/** Starts to note requests. A slow workflow that was started in the background goes on for its own time, one run after another. */
export function createEffects({ settleMs, slow }: EffectsOptions): Effects {
  const busyUntil = { runs: Number.NEGATIVE_INFINITY, executions: Number.NEGATIVE_INFINITY }
  const starts: Exchange[] = []

  function note(call: Call, status?: number): void {
    const effect = effectOf[call.operationId]
    if (effect === undefined || status === 401) return
    const now = performance.now()
    const goesOn =
      slow !== undefined &&
      call.url.includes(`/flows/${encodeURIComponent(slow.flowId)}/`) &&
      !call.body?.includes('"mode":"sync"')
    const turn = Math.max(now, busyUntil[effect])
    // Of what was refused nothing is to come. If it does all the same, it takes its time, too.
    const isRefused = status !== undefined && status >= 400
    if (!goesOn) busyUntil[effect] = turn
    else busyUntil[effect] = isRefused ? Math.max(busyUntil[effect], now + slow.durationMs) : turn + slow.durationMs
  }

  function noting(call: Call, sent: Promise<Exchange>): Promise<Exchange> {
    sent.then(
      (exchange) => {
        note(call, exchange.status)
        if (exchange.status < 300 && call.body?.includes('"mode":"async"')) starts.push(exchange)
      },
      () => note(call),
    )
    return sent
  }

  function ended(): void {
    busyUntil.runs = Math.min(busyUntil.runs, performance.now() + (slow?.durationMs ?? 0))
  }

  function leftMs(effect: Effect): number {
    const left = busyUntil[effect] + settleMs - performance.now()
    if (left === Number.NEGATIVE_INFINITY) return 0
    // A server in this process does late what its timers say: timers of one length end in the order in which they began,
    // however busy the process is, so that a short time is waited whole.
    if (settleMs <= shortMs && left <= settleMs) return settleMs
    // A timer may be early by a part of a millisecond.
    return Math.max(1, Math.ceil(left) + 1)
  }

  async function settle(effect: Effect, { pause, watch }: Settling): Promise<void> {
    const quietMs = settleMs + 2 * (slow?.durationMs ?? 0)
    let seen = Number.NaN
    while (watch !== undefined && leftMs(effect) > quietMs) {
      const count = await watch()
      if (count === seen) return ended()
      seen = count
      await pause(quietMs)
    }
    await pause(leftMs(effect))
  }

  return { noting, startsAt: (url) => starts.filter(({ call }) => call.url === url), ended, settle }
}

const shortMs = 50

/** How long effects take on a target. */
export interface EffectsOptions {
  readonly settleMs: number
  readonly slow?: { readonly flowId: string; readonly durationMs: number } | undefined
}
