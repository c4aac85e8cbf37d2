import type { IHttpMockConfig, IHttpResponse } from '@stoplight/prism-http'
import { loadPrism } from './load-prism.ts'
import { toPrismRequest } from './prism-request.ts'
import { listViolations, type Violation } from './violation.ts'

/** The options of a mock that serves the document alone. */
export interface PrismMockOptions {
  /** @default the document of this project */
  readonly document?: object
  /** Called for everything in a request that the document does not allow. @default none */
  readonly onViolation?: (violation: Violation) => void
}

/**
 * Creates a mock that serves the document alone, with Prism's engine: no state, only examples. The request header
 * `Prefer: code=429`, also with `example=name` and `dynamic=true`, selects the response.
 *
 * @throws {Error} in one line if Prism is not installed.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createPrismMock } from '@wfhost/mock-server/prism'
 *
 * const mock = await createPrismMock()
 * const response = await mock.fetch(
 *   new Request('http://localhost/v1/public/wfhost/manifest', { headers: { authorization: 'Bearer any', prefer: 'code=429' } }),
 * )
 * assert.equal(response.status, 429)
 * ```
 */
export async function createPrismMock(
  options: PrismMockOptions = {},
): Promise<{ readonly fetch: (request: Request) => Promise<Response> }> {
  const { document, onViolation = () => {} } = options
  const prism = await loadPrism(document)
  let received = 0
  return {
    fetch: async (request) => {
      received += 1
      const number = received
      const config = configFor(request)
      const instance = prism.createInstance(config, { logger: prism.logger })
      const given = toPrismRequest(request, await request.arrayBuffer())
      const ask = async () => instance.request(given, prism.operations, config)()
      // Prism throws if it cannot parse something, such as a content type.
      const outcome = await ask().catch(unreadable)
      if (outcome instanceof Response) return outcome
      if (outcome._tag === 'Left') return problem(prism.toProblem(outcome.left))
      const about = { request: number, operation: undefined }
      for (const violation of listViolations(outcome.right.validations, about)) onViolation(violation)
      return toResponse(outcome.right.output)
    },
  }
}

/** Created for each request: Prism writes the Accept header of the request into it. */
function configFor(request: Request): IHttpMockConfig {
  const preferred = new Map((request.headers.get('prefer') ?? '').split(',').map((part) => pair(part)))
  const code = Number(preferred.get('code'))
  const exampleKey = preferred.get('example')
  return {
    isProxy: false,
    checkSecurity: true,
    validateRequest: true,
    validateResponse: true,
    errors: false,
    upstreamProxy: undefined,
    mock: {
      dynamic: preferred.get('dynamic') === 'true',
      ...(Number.isInteger(code) && code > 0 ? { code } : {}),
      ...(exampleKey === undefined ? {} : { exampleKey }),
    },
  }
}

function pair(part: string): [string, string] {
  const [name = '', value = ''] = part.trim().split('=', 2)
  return [name.toLowerCase(), value.replace(/^"(.*)"$/, '$1')]
}

function toResponse({ body, headers = {}, statusCode }: IHttpResponse): Response {
  const given = new Headers(headers)
  if (body === undefined) return new Response(null, { status: statusCode, headers: given })
  const text = /json/i.test(given.get('content-type') ?? 'json') ? JSON.stringify(body) : String(body)
  return new Response(text, { status: statusCode, headers: given })
}

function unreadable(error: unknown): Response {
  const detail = error instanceof Error ? error.message : String(error)
  return problem({ status: 400, type: 'about:blank', title: 'Prism cannot read the request', detail })
}

function problem(details: { readonly status: number; readonly [name: string]: unknown }): Response {
  return new Response(JSON.stringify(details), {
    status: details.status,
    headers: { 'content-type': 'application/problem+json' },
  })
}
