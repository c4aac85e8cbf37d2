import { createPrismProxy, type PrismProxy, type PrismProxyOptions } from '../adapters/prism/create-prism-proxy.ts'
import { writeViolation } from '../adapters/prism/violation.ts'
import { guardDocument } from '../host/control-document.ts'
import { findAccessProblem } from '../host/find-access-problem.ts'
import type { Control, Engine } from './engine.ts'
import { openReference, type ReferenceOptions } from './open-reference.ts'

/** Opens a validating proxy in front of the reference server, whose control surface is not guarded. */
export async function openGuardedReference(options: ReferenceOptions): Promise<Engine> {
  const reference = await openReference(options)
  const { fetch } = reference.target
  const proxy = await openProxy({ fetch, toDocumentPath: (path) => path.replace(/^\/worlds\/[^/]+(?=\/)/, '') })
  return {
    ...reference,
    target: guarded(proxy, { control: options.control, other: fetch }),
    describe: (url) => `${reference.describe(url)}\n${describeGuard(url)}`,
  }
}

/** Opens a validating proxy in front of another server. */
export async function openGuard({
  control,
  upstream,
}: {
  readonly upstream: string
  readonly control: Control
}): Promise<Engine> {
  const proxy = await openProxy({ upstream })
  return {
    target: guarded(proxy, { control, other: control === false ? closed : answerDocument(control) }),
    ready: async () => {},
    describe: (url) =>
      [`Workflow service  ${url}`, `Tool registry     ${url}`, '', `Everything passes to ${upstream}.`, describeGuard(url)].join(
        '\n',
      ),
    stop: () => {},
    close: async () => {},
  }
}

function openProxy(options: PrismProxyOptions): Promise<PrismProxy> {
  return createPrismProxy({ ...options, onViolation: (violation) => console.error(writeViolation(violation)) })
}

function describeGuard(url: string): string {
  return [
    'Every exchange is compared with the document.',
    '',
    'Try',
    `  curl -s '${url}/__mock/guard/journal?violations=only'`,
    `  curl -s -X DELETE ${url}/__mock/guard/journal`,
    '',
  ].join('\n')
}

/** Under `/__mock/` is the journal of the guard; everything else there is answered by another function. */
function guarded(
  proxy: PrismProxy,
  { control, other }: { readonly control: Control; readonly other: (request: Request) => Promise<Response> },
): (request: Request) => Promise<Response> {
  return async (request) => {
    const { origin, pathname, searchParams } = new URL(request.url)
    if (!pathname.startsWith('/__mock/')) return proxy.fetch(request)
    if (pathname !== '/__mock/guard/journal' || control === false) return other(request)
    const why = findAccessProblem({ token: control?.token }, { header: headerOf(request), origin })
    if (why !== undefined) return message(403, why)
    if (request.method === 'DELETE') {
      proxy.clearJournal()
      return new Response(null, { status: 204 })
    }
    if (request.method !== 'GET') return message(405, 'The journal is read with GET and cleared with DELETE')
    const only = searchParams.get('violations')
    if (only !== null && only !== 'only')
      return message(400, `Cannot read the journal: expected violations=only, found "${only}"`)
    return Response.json({ exchanges: proxy.journal().filter(({ violations }) => only === null || violations.length > 0) })
  }
}

/** Answers the other paths of the control surface if the server is another one. */
function answerDocument(control: Exclude<Control, false>): (request: Request) => Promise<Response> {
  return async (request) => {
    const { origin, pathname } = new URL(request.url)
    const why = findAccessProblem({ token: control?.token }, { header: headerOf(request), origin })
    if (why !== undefined) return message(403, why)
    return pathname === '/__mock/openapi.json' && request.method === 'GET'
      ? Response.json(guardDocument())
      : message(404, 'Nothing is here; see /__mock/openapi.json')
  }
}

function headerOf({ headers }: Request): (name: string) => string | undefined {
  return (name) => headers.get(name) ?? undefined
}

async function closed(): Promise<Response> {
  return message(404, 'Nothing is here')
}

function message(status: number, text: string): Response {
  return Response.json({ message: text }, { status })
}
