import type { PlainRequest, PlainResponse } from '../core/plain-exchange.ts'
import { type AnswerWeb, behindWebDoor, createWebDoor, toWebResponse } from '../core/web-door.ts'
import type { Fetcher } from '../doors/http.ts'
import { json } from '../host/answers.ts'
import { findAccessProblem } from '../host/find-access-problem.ts'

/** What a server says of itself. */
export interface OperatedServer {
  /** Whether it takes requests; before that it loads, and afterwards it drains. */
  readonly phase: () => 'loading' | 'ready' | 'draining'
  /** What it loads before it takes requests. */
  readonly waitingFor: () => readonly string[] | Promise<readonly string[]>
  /** In the text format of Prometheus. */
  readonly metrics: () => Promise<string>
  /** Of the control surface; false for none. */
  readonly control: false | { readonly token: string } | undefined
}

const metricsHeaders = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }

type Asked = Pick<PlainRequest, 'header' | 'method' | 'origin' | 'path'>

/** Answers what those who operate a server ask, and lets everything else through. */
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
 * Health and readiness are for everybody: a probe has no token, and learns nothing but the phase and what the server
 * waits for. The metrics belong to the control surface.
 */
function answerOperator(
  { control, metrics, phase, waitingFor }: OperatedServer,
  request: Asked,
): PlainResponse | Promise<PlainResponse> | undefined {
  // Some probes ask by HEAD; the body is left out where the answer is sent.
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
