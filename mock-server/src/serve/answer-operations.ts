import type { Fetcher } from '../adapters/http.ts'
import type { PlainRequest, PlainResponse } from '../core/requests/plain-exchange.ts'
import { type AnswerWeb, behindWebDoor, createWebDoor, toWebResponse } from '../core/requests/web-fetch.ts'
import { json } from '../host/answers.ts'
import { findAccessProblem } from '../host/find-access-problem.ts'

/** What a server reports about itself. */
export interface OperatedServer {
  /** Whether it accepts requests: it loads before, and drains afterwards. */
  readonly phase: () => 'loading' | 'ready' | 'draining'
  /** What it still loads. */
  readonly waitingFor: () => readonly string[] | Promise<readonly string[]>
  /** In the text format of Prometheus. */
  readonly metrics: () => Promise<string>
  /** Who may use the control surface; false for nobody. */
  readonly control: false | { readonly token: string } | undefined
}

const metricsHeaders = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }

type Asked = Pick<PlainRequest, 'header' | 'method' | 'origin' | 'path'>

/** Answers probes and requests for metrics, and passes everything else to the target. */
export function withOperations(target: Fetcher, server: OperatedServer): AnswerWeb {
  const fetch = typeof target === 'function' ? target : target.fetch
  const plain = behindWebDoor(fetch)
  if (plain !== undefined) return createWebDoor(async (request) => answerOperator(server, request) ?? plain(request))
  return async (request) => {
    const { origin, pathname } = new URL(request.url)
    const header = (name: string): string | undefined => request.headers.get(name) ?? undefined
    const answer = answerOperator(server, { method: request.method, path: pathname, origin, header })
    return answer === undefined ? fetch(request) : toWebResponse(await answer)
  }
}

/**
 * Health and readiness need no token: they tell only the phase and what the server waits for. The metrics are part of the
 * control surface.
 */
function answerOperator(
  { control, metrics, phase, waitingFor }: OperatedServer,
  request: Asked,
): PlainResponse | Promise<PlainResponse> | undefined {
  // Some probes use HEAD; the HTTP door leaves out the body.
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
  if (request.path === '/__mock/health') return json(200, { status: 'ok' })
  if (request.path === '/__mock/ready') return answerReady({ phase, waitingFor })
  if (request.path !== '/__mock/metrics' || control === false) return undefined
  const why = findAccessProblem({ token: control?.token }, request)
  if (why !== undefined) return json(403, { message: why })
  return metrics().then((body) => ({ status: 200, headers: metricsHeaders, body }))
}

async function answerReady({ phase, waitingFor }: Pick<OperatedServer, 'phase' | 'waitingFor'>): Promise<PlainResponse> {
  const status = phase()
  if (status !== 'loading') return json(status === 'ready' ? 200 : 503, { status })
  const names = await waitingFor()
  return json(503, { status, ...(names.length === 0 ? {} : { waitingFor: names }) })
}
