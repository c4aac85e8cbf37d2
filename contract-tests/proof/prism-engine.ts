import { createLogger, type IPrismDiagnostic } from '@stoplight/prism-core'
import {
  createInstance,
  getHttpOperationsFromSpec,
  type IHttpMockConfig,
  type IHttpProxyConfig,
  type IHttpRequest,
  type IHttpResponse,
  ProblemJsonError,
} from '@stoplight/prism-http'
import { document as ownDocument } from '@wfhost/openapi'

/** Something in an exchange that Prism finds to be against the document. */
export interface Violation {
  readonly direction: 'request' | 'response'
  /** Such as `body.args.0.value`; empty for the whole exchange. */
  readonly place: string
  readonly message: string
  readonly severity: 'error' | 'warning'
}

interface PrismOptions {
  /** @default the document of this project */
  readonly document?: object
  readonly onViolation?: (violation: Violation) => void
}

interface PrismFetch {
  readonly fetch: (request: Request) => Promise<Response>
}

const logger = createLogger('prism', { level: 'silent' })
const judging = { checkSecurity: true, validateRequest: true, validateResponse: true, errors: false, upstreamProxy: undefined }

/** Prism's mock in this process. The request header `Prefer: code=429`, also with `example=name`, selects the response. */
export async function createPrismMock({
  document = ownDocument,
  onViolation = () => {},
}: PrismOptions = {}): Promise<PrismFetch> {
  // Prism dereferences the document in place.
  const operations = await getHttpOperationsFromSpec(structuredClone(document))
  return {
    fetch: async (request) => {
      const config: IHttpMockConfig = { ...judging, isProxy: false, mock: preferenceOf(request) }
      const given = toPrismRequest(request, await request.text())
      const outcome = await createInstance(config, { logger }).request(given, operations, config)()
      if (outcome._tag === 'Left') {
        const problem = ProblemJsonError.toProblemJson(outcome.left)
        return Response.json(problem, { status: problem.status })
      }
      const { output, validations } = outcome.right
      for (const violation of listViolations(validations)) onViolation(violation)
      const text = output.body === undefined ? null : JSON.stringify(output.body)
      return new Response(text, { status: output.statusCode, headers: new Headers(output.headers) })
    },
  }
}

/** A response whose body was read. */
export interface JudgedResponse extends Pick<Response, 'headers' | 'status'> {
  readonly text: string
}

/** Judges exchanges as Prism's validating proxy does, but in this process. It reads the document anew for each of these. */
export async function createPrismJudge(
  document: object = ownDocument,
): Promise<(request: Request, response: JudgedResponse) => Promise<readonly Violation[]>> {
  const operations = await getHttpOperationsFromSpec(structuredClone(document))
  return async (request, response) => {
    const body = await request.text()
    // Created for each request: Prism collects its findings in it, and requires a URL to which nothing is sent.
    const config: IHttpProxyConfig = {
      ...judging,
      isProxy: true,
      upstream: new URL('http://localhost'),
      mock: { dynamic: false },
    }
    const instance = createInstance(config, {
      logger,
      forward: () => () => async () => ({ _tag: 'Right', right: toPrismResponse(response) }),
    })
    // Prism throws if it cannot parse something, such as a content type.
    const outcome = await instance
      .request(toPrismRequest(request, body), operations, config)()
      .catch(() => undefined)
    return outcome?._tag === 'Right' ? listViolations(outcome.right.validations) : []
  }
}

function preferenceOf(request: Request): IHttpMockConfig['mock'] {
  const preferred = new Map((request.headers.get('prefer') ?? '').split(',').map((part) => pair(part)))
  const code = Number(preferred.get('code'))
  const exampleKey = preferred.get('example')
  return { dynamic: false, ...(code > 0 ? { code } : {}), ...(exampleKey === undefined ? {} : { exampleKey }) }
}

function pair(part: string): [string, string] {
  const [name = '', value = ''] = part.trim().split('=', 2)
  return [name.toLowerCase(), value.replace(/^"(.*)"$/, '$1')]
}

function toPrismRequest(request: Request, body: string): IHttpRequest {
  const { pathname, searchParams } = new URL(request.url)
  const headers = Object.fromEntries(request.headers)
  // Prism ignores the content type of a body without a length.
  if (body !== '') headers['content-length'] = String(Buffer.byteLength(body))
  const method = (['get', 'put', 'post', 'delete', 'options', 'head', 'patch'] as const).find(
    (name) => name === request.method.toLowerCase(),
  )
  return {
    method: method ?? 'trace',
    url: { path: pathname, query: Object.fromEntries(searchParams) },
    headers,
    ...(body === '' ? {} : { body: readBody(body) }),
  }
}

function toPrismResponse({ headers, status, text }: JudgedResponse): IHttpResponse {
  return { statusCode: status, headers: Object.fromEntries(headers), ...(text === '' ? {} : { body: readBody(text) }) }
}

/** Parsed JSON if possible, otherwise text. */
function readBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function listViolations({
  input,
  output,
}: {
  readonly input: readonly IPrismDiagnostic[]
  readonly output: readonly IPrismDiagnostic[]
}): readonly Violation[] {
  const toViolation =
    (direction: Violation['direction']) =>
    ({ message, path = [], severity }: IPrismDiagnostic): Violation => {
      // Prism uses the severities of the language server protocol: 0 is an error.
      return { direction, place: path.join('.'), message, severity: severity === 0 ? 'error' : 'warning' }
    }
  return [...input.map(toViolation('request')), ...output.map(toViolation('response'))]
}
