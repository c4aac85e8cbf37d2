import type { IHttpProxyConfig, IHttpResponse } from '@stoplight/prism-http'
import type { Forwarded } from './forward.ts'
import type { Prism } from './load-prism.ts'
import { readBody, toPrismRequest } from './prism-request.ts'
import { listViolations, type Violation } from './violation.ts'

/** A request and its response. */
interface Exchange {
  readonly number: number
  readonly request: Request
  readonly body: ArrayBuffer
  readonly answer: Forwarded
  /** The path of the request as in the document. */
  readonly path: string
}

/** What the document says about an exchange: its operation, and its violations. */
export async function compareExchange(
  prism: Prism,
  { answer, body, number, path, request }: Exchange,
): Promise<{ readonly operation: string | undefined; readonly violations: readonly Violation[] }> {
  let operation: string | undefined
  const config = createConfig()
  const instance = prism.createInstance(config, {
    logger: prism.logger,
    // Prism's own forwarder rewrites requests and responses. This one returns the response that was received.
    forward: (...[, , , resource]) => {
      operation = resource?.iid
      return () => async () => ({ _tag: 'Right', right: toPrismResponse(answer) })
    },
  })
  const given = toPrismRequest(request, body)
  const about = (): Pick<Violation, 'request' | 'operation'> => ({ request: number, operation })
  try {
    const outcome = await instance.request({ ...given, url: { ...given.url, path } }, prism.operations, config)()
    if (outcome._tag === 'Left') throw outcome.left
    return { operation, violations: listViolations(outcome.right.validations, about()) }
  } catch (error) {
    // Prism throws if it cannot parse something, such as a content type. The exchange passes all the same.
    const message = `Prism cannot compare the exchange: ${error instanceof Error ? error.message : String(error)}`
    return { operation, violations: [{ ...about(), direction: 'request', place: '', message, severity: 'error' }] }
  }
}

/** Created for each request: Prism collects its findings in it. */
function createConfig(): IHttpProxyConfig {
  return {
    isProxy: true,
    // Prism requires a URL, but nothing is sent there.
    upstream: new URL('http://localhost'),
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
