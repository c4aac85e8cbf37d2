import type { IHttpProxyConfig, IHttpResponse } from '@stoplight/prism-http'
import { type Forwarded, forward } from './forward.ts'
import { loadPrism } from './load-prism.ts'
import { readBody, toPrismRequest } from './prism-request.ts'
import { reportViolations, type Violation } from './violation.ts'

/** What a validating proxy is made with. */
export interface PrismProxyOptions {
  /** The base address of the server behind the proxy. */
  readonly upstream: string
  /** How a request gets to the server behind the proxy. @default globalThis.fetch */
  readonly fetch?: (request: Request) => Promise<Response>
  /** @default the document of this project */
  readonly document?: object
  /** Told of everything that the document does not allow. @default nobody is told */
  readonly onViolation?: (violation: Violation) => void
}

/**
 * Makes a proxy in front of any server that compares the exchanges with the document, with Prism's engine. Requests
 * and answers pass as they are, malformed ones too; what is wrong with them goes to `onViolation`, in full. A server
 * that cannot be reached is a 502.
 *
 * @throws {Error} in one line when Prism is not installed.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService } from '@wfhost/mock-server'
 * import { listen } from '@wfhost/mock-server/http'
 * import { createPrismProxy } from '@wfhost/mock-server/prism'
 *
 * const server = await listen(createMockService())
 * const places: string[] = []
 * const proxy = await createPrismProxy({ upstream: server.url, onViolation: ({ place }) => places.push(place) })
 * const response = await proxy.fetch(new Request('http://localhost/v1/public/wfhost/manifest'))
 * assert.equal(response.status, 401)
 * assert.equal(places.length, 1)
 * await server.close()
 * ```
 */
export async function createPrismProxy(
  options: PrismProxyOptions,
): Promise<{ readonly fetch: (request: Request) => Promise<Response> }> {
  const { document, fetch, onViolation = () => {}, upstream } = options
  const prism = await loadPrism(document)
  return {
    fetch: async (request) => {
      const body = await request.arrayBuffer()
      const answer = await forward(request, { body, fetch, upstream })
      if (answer instanceof Response) return answer
      let operation: string | undefined
      const config = configFor(upstream)
      const instance = prism.createInstance(config, {
        logger: prism.logger,
        // Prism's own forwarder writes requests and answers anew. This one hands over what has already come.
        forward: (...[, , , resource]) => {
          operation = resource?.iid
          return () => async () => ({ _tag: 'Right', right: toPrismResponse(answer) })
        },
      })
      const outcome = await instance.request(toPrismRequest(request, body), prism.operations, config)()
      if (outcome._tag === 'Left') throw outcome.left
      reportViolations({ operation, validations: outcome.right.validations }, onViolation)
      return new Response(answer.body.byteLength === 0 ? null : answer.body, { status: answer.status, headers: answer.headers })
    },
  }
}

/** Made anew for each request: Prism keeps what it finds in it. */
function configFor(upstream: string): IHttpProxyConfig {
  return {
    isProxy: true,
    upstream: new URL(upstream),
    checkSecurity: true,
    validateRequest: true,
    validateResponse: true,
    errors: false,
    upstreamProxy: undefined,
    mock: { dynamic: false },
  }
}

function toPrismResponse({ body, headers, status }: Forwarded): IHttpResponse {
  return { statusCode: status, headers: Object.fromEntries(headers), ...(body.byteLength === 0 ? {} : { body: readBody(body) }) }
}
