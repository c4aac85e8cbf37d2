import { type ListenOptions, listen } from '../adapters/http.ts'
import { withOperations } from '../serve/answer-operations.ts'
import { createLog } from '../serve/log.ts'
import { writeFamilies } from '../serve/metrics/family.ts'
import { createMetrics } from '../serve/metrics/metrics.ts'
import { createObserver } from '../serve/observe.ts'
import { announce } from './announce.ts'
import { endOnSignal } from './end-on-signal.ts'
import type { Control } from './engines/engine.ts'
import { type EngineOptions, openEngine } from './engines/open-engine.ts'
import { ownUrlOf } from './own-url.ts'

/** What to serve, where, and what to report. */
export interface ServeOptions {
  readonly what: Omit<EngineOptions, 'control' | 'log' | 'observe' | 'onLoss' | 'ownUrl'>
  readonly where: ListenOptions & { readonly host: string }
  /** Opens the control surface to clients that have it. */
  readonly token: string | undefined
  readonly telling: { readonly json: boolean; readonly log: 'text' | 'json'; readonly quiet: boolean }
}

// Docker waits ten seconds before it kills.
const graceMs = 9000

/** Serves until a signal ends the process. */
export async function serve({ telling, token, what, where }: ServeOptions): Promise<void> {
  const control = controlFor(where, token)
  const log = telling.quiet ? undefined : createLog({ format: telling.log, write: console.error, now: () => new Date() })
  const metrics = createMetrics()
  const engine = await openEngine({
    ...what,
    control,
    ownUrl: ownUrlOf(where),
    observe: createObserver(metrics, log),
    log: telling.quiet ? undefined : telling.log,
    onLoss: endAtOnce,
  })
  const phases = { current: 'loading' as 'loading' | 'ready' | 'draining' }
  const target = withOperations(engine.target, {
    control,
    phase: () => phases.current,
    waitingFor: () => engine.waitingFor?.() ?? [],
    metrics: async () => {
      const own = metrics.families(engine.sizes?.())
      return writeFamilies((await engine.families?.(own)) ?? own)
    },
  })
  const server = await listen(target, {
    ...where,
    onRefusal: (refusal) => {
      metrics.refused(refusal.status)
      log?.refusal(refusal)
    },
  }).catch(async (error: unknown) => {
    // The open engine would keep the process alive.
    engine.stop()
    await engine.close()
    throw error
  })
  async function drain(): Promise<boolean> {
    let whole = true
    phases.current = 'draining'
    await server.close({
      graceMs,
      onCutOff: () => {
        whole = false
      },
    })
    engine.stop()
    await engine.close()
    return whole
  }
  endOnSignal(drain, { quiet: telling.quiet || telling.json })
  await engine.ready()
  // After a signal in the meantime, no client should be told to come here.
  if (phases.current === 'draining') return
  phases.current = 'ready'
  if (telling.quiet && !telling.json) return
  const certificate = where.tls?.cert
  console.log(await announce({ url: server.url, socket: where.socket, certificate, engine, control }, telling))
}

/** A server that has lost some of its worlds must not continue. */
function endAtOnce(why: string): void {
  console.error(`wfhost-mock: ${why}, and its worlds with it`)
  process.exit(1)
}

/** Without a token, only this machine may use the control surface. */
function controlFor({ host, socket }: ServeOptions['where'], token: string | undefined): Control {
  if (token !== undefined) return { token }
  return socket !== undefined || ['127.0.0.1', '::1', 'localhost'].includes(host) ? undefined : false
}
