import type { OperationId } from '@wfhost/openapi'
import type { Call } from './exchange.ts'
import type { Fixtures } from './target.ts'

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
  /** Notes a request that has its answer, whatever that is. */
  readonly note: (call: Call) => void
  /** For how long, in milliseconds, something may still come of the requests so far. */
  readonly leftMs: (effect: Effect) => number
}

/** Starts to note requests. A slow workflow that was started in the background goes on for its own time, one run after another. */
export function createEffects({ fixtures = {}, settleMs }: EffectsOptions): Effects {
  const busyUntil = { runs: 0, executions: 0 }

  function note(call: Call): void {
    const effect = effectOf[call.operationId]
    if (effect === undefined) return
    const now = performance.now()
    const { slow } = fixtures
    const goesOn =
      slow !== undefined &&
      call.url.includes(`/flows/${encodeURIComponent(slow.flowId)}/`) &&
      !call.body?.includes('"mode":"sync"')
    busyUntil[effect] = goesOn ? Math.max(now, busyUntil[effect]) + slow.durationMs : Math.max(now, busyUntil[effect])
  }

  const leftMs = (effect: Effect) => (busyUntil[effect] === 0 ? 0 : busyUntil[effect] + settleMs - performance.now())
  return { note, leftMs: (effect) => Math.max(0, leftMs(effect)) }
}

/** How long effects take on a target. */
export interface EffectsOptions {
  readonly settleMs: number
  readonly fixtures?: Partial<Fixtures> | undefined
}
