import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { answerExecute, answerManifest, type Caller } from './independent-registry.ts'
import { answerRun, type RunBook, type Sent } from './independent-runs.ts'
import { type Flow, hostKeys, independentFlows } from './independent-world.ts'

/** What the independent server knows. */
interface State {
  readonly flows: Map<string, Flow>
  readonly credits: Map<string, number>
  readonly book: RunBook
  readonly left: Map<string, number>
  limit: number | undefined
}

/** A server that was written from the source document alone, on nothing but the HTTP module. */
export interface IndependentServer {
  readonly server: Server
  readonly publish: (flowId: string) => string
  readonly regenerate: (flowId: string) => string
  readonly credits: () => number
  readonly limitTo: (requests: number) => void
  readonly succeededRuns: () => Promise<number>
}

const unauthorized: Sent = { status: 401, body: 'Who are you?' }

/** Makes the server; it listens nowhere yet. */
export function createIndependentServer(): IndependentServer {
  const state: State = {
    flows: independentFlows(),
    credits: new Map([['acme', 100]]),
    book: { open: new Set(), succeeded: 0 },
    left: new Map(),
    limit: undefined,
  }
  const rekey = (flowId: string): string => {
    const flow = state.flows.get(flowId)
    if (flow === undefined) throw new Error(`Cannot make a key: there is no workflow ${flowId}`)
    const key = randomBytes(20).toString('base64url')
    state.flows.set(flowId, { ...flow, key, state: 'live' })
    return key
  }
  return {
    server: createServer((request, response) => void handle(state, { request, response })),
    publish: (flowId) => state.flows.get(flowId)?.key ?? rekey(flowId),
    regenerate: rekey,
    credits: () => state.credits.get('acme') ?? 0,
    limitTo: (requests) => {
      state.limit = requests
      state.left.clear()
    },
    succeededRuns: async () => {
      await Promise.all(state.book.open)
      return state.book.succeeded
    },
  }
}

async function handle(state: State, on: { readonly request: IncomingMessage; readonly response: ServerResponse }): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of on.request) chunks.push(Buffer.from(chunk))
  const text = Buffer.concat(chunks).toString('utf8')
  const { body, headers = {}, status } = await route(state, { request: on.request, text })
  const plain = Buffer.from(typeof body === 'string' ? body : `${JSON.stringify(body, null, 2)}\n`)
  const zipped = /\bgzip\b/.test(on.request.headers['accept-encoding'] ?? '')
  on.response.writeHead(status, [
    ...Object.entries(headers).flat(),
    ...['CONTENT-TYPE', typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8'],
    ...(zipped ? ['Content-Encoding', 'gzip'] : []),
    ...['Set-Cookie', 'route=a', 'Set-Cookie', 'route=a', 'Connection', 'close'],
  ])
  const bytes = zipped ? gzipSync(plain) : plain
  // In two pieces without a length, so that the transfer is chunked.
  on.response.write(bytes.subarray(0, 3))
  on.response.end(bytes.subarray(3))
}

function route(state: State, on: { readonly request: IncomingMessage; readonly text: string }): Sent | Promise<Sent> {
  const { headers, method, url = '' } = on.request
  const token = /^bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
  const [path = ''] = url.split('?', 1)
  const flowId = /^\/api\/v2\/external\/flows\/([^/]+)\/published-run$/.exec(path)?.[1]
  if (method === 'POST' && flowId !== undefined) return run(state, { flowId, token, text: on.text })
  const orgId = /^\/v1\/orgs\/([^/]+)\/wfhost\/manifest$/.exec(path)?.[1]
  const caller = hostKeys.get(token) ?? (orgId === undefined ? undefined : signedIn(headers.cookie))
  const registry = orgId !== undefined || path === '/v1/public/wfhost/manifest' || path === '/v1/public/wfhost/execute'
  if (!registry) return { status: 404, body: 'Nothing here' }
  if (caller === undefined) return unauthorized
  if (path.endsWith('/execute')) return answerExecute(caller, { text: on.text, credits: state.credits })
  if (orgId !== undefined && orgId !== caller.org) return { status: 404, body: 'No such organization' }
  return answerManifest(caller, { fallBack: orgId !== undefined })
}

function signedIn(cookie = ''): Caller | undefined {
  return cookie.split('; ').includes('sid=session-acme') ? { org: 'acme', profile: 'default' } : undefined
}

function run(state: State, on: { readonly flowId: string; readonly token: string; readonly text: string }): Sent | Promise<Sent> {
  const holder = Array.from(state.flows).find(([, { key }]) => key !== undefined && key === on.token)
  if (holder === undefined) return unauthorized
  const left = state.left.get(on.token) ?? state.limit ?? Number.POSITIVE_INFINITY
  state.left.set(on.token, left - 1)
  if (left <= 0) return { status: 429, body: '', headers: { 'RETRY-AFTER': new Date(Date.now() + 60_000).toUTCString() } }
  const flow = state.flows.get(on.flowId)
  if (flow?.state !== 'live') return { status: 404, body: '<h1>Not found</h1>' }
  if (holder[0] !== on.flowId) return { status: 403, body: '' }
  return answerRun(state.book, { flow, text: on.text })
}
