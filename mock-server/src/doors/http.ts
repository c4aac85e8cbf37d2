import { createServer } from 'node:http'
import { answerRequest } from './http/answer-request.ts'
import { bind } from './http/bind.ts'
import { withCors } from './http/cors.ts'
import { drain } from './http/drain.ts'
import { defaultLimits, type Fetcher, type Listening, type ListenOptions } from './http/listen-options.ts'
import { originOf } from './http/origin-of.ts'
import { toAnswerHttp } from './http/web-target.ts'

export type { Fetcher, HttpLimits, Listening, ListenOptions } from './http/listen-options.ts'

/**
 * Serves a service over HTTP.
 *
 * @throws {Error} in one line when the port is taken or the host is not one of this machine.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService } from '@wfhost/mock-server'
 * import { listen } from '@wfhost/mock-server/http'
 *
 * const server = await listen(createMockService())
 * const response = await fetch(`${server.url}/v1/public/wfhost/manifest`)
 * assert.equal(response.status, 401)
 * await server.close()
 * ```
 */
export async function listen(
  target: Fetcher,
  { cors = false, host = '127.0.0.1', limits = {}, port = 0 }: ListenOptions = {},
): Promise<Listening> {
  const effective = { ...defaultLimits, ...limits }
  const { connections, headerBytes, requestMs } = effective
  const answer = toAnswerHttp(typeof target === 'function' ? target : target.fetch)
  const times = { requestTimeout: requestMs, headersTimeout: requestMs, connectionsCheckingInterval: Math.min(requestMs, 1000) }
  const server = createServer(
    { ...times, maxHeaderSize: headerBytes },
    answerRequest(cors ? withCors(answer) : answer, effective),
  )
  server.maxConnections = connections
  const bound = await bind(server, { host, port })
  return {
    url: originOf({ host, port: bound.port }),
    port: bound.port,
    close: () => drain(server),
  }
}
