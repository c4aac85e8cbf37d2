import type { PlainRequest, PlainResponse } from '../core/requests/plain-exchange.ts'
import {
  createWebFetch,
  type FetchTarget,
  getPlainHandler,
  getWebHandler,
  toWebResponse,
  type WebHandler,
} from '../core/requests/web-fetch.ts'
import { json } from '../host/control-responses.ts'

export interface ProbedServer {
  /** A server loads before it accepts requests, and drains afterwards. */
  readonly getPhase: () => 'loading' | 'ready' | 'draining'
  /** The registries that have not responded yet. */
  readonly getPendingRegistries: () => readonly string[]
  /** Why the server should get no requests, although it accepts them. */
  readonly getProblem: () => string | undefined
}

/** Adds the responses to probes of a supervisor, such as Kubernetes, to a server. */
export function withProbes(target: FetchTarget, server: ProbedServer): WebHandler {
  const fetch = getWebHandler(target, 'serve')
  const plain = getPlainHandler(fetch)
  if (plain !== undefined) return createWebFetch(async (request) => respondToProbe(server, request) ?? plain(request))

  return async (request) => {
    const response = respondToProbe(server, { method: request.method, path: new URL(request.url).pathname })
    return response === undefined ? fetch(request) : toWebResponse(response)
  }
}

/** Responds to a probe of liveness or readiness. Returns undefined for any other request. */
function respondToProbe(
  server: ProbedServer,
  { method, path }: Pick<PlainRequest, 'method' | 'path'>,
): PlainResponse | undefined {
  // Some probes use HEAD; the HTTP adapter leaves out the body.
  if (method !== 'GET' && method !== 'HEAD') return undefined

  if (path === '/__mock/health') return json(200, { status: 'ok' })
  if (path === '/__mock/ready') return describeReadiness(server)
  return undefined
}

function describeReadiness({ getPhase, getProblem, getPendingRegistries }: ProbedServer): PlainResponse {
  const status = getPhase()

  if (status === 'draining') return json(503, { status })
  if (status === 'loading') {
    const names = getPendingRegistries()
    return json(503, names.length === 0 ? { status } : { status, waitingFor: names })
  }

  const reason = getProblem()
  return reason === undefined ? json(200, { status }) : json(503, { status: 'failing', reason })
}
