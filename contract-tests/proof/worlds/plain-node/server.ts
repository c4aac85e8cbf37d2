import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { type Flow, flowsOfWorld, hostKeys, type ToolSetRow, toolSets } from './world.ts'

/** What the independent server knows. */
interface State {
  readonly flows: Map<string, Flow>
  readonly credits: Map<string, number>
  readonly book: RunBook
  readonly left: Map<string, number>
  toolSets: readonly ToolSetRow[]
  limit: number | undefined
}

/** A server that was written from the source document alone, on nothing but the HTTP module. */
export interface PlainServer {
  readonly server: Server
  readonly publish: (flowId: string) => string
  readonly takeBack: (flowId: string) => void
  readonly publishToolSet: (publication: { readonly toolSet: string; readonly version: string }) => void
  readonly regenerate: (flowId: string) => string
  readonly credits: () => number
  readonly limitTo: (requests: number) => void
  readonly succeededRuns: () => Promise<number>
}

const unauthorized: Sent = { status: 401, body: 'Who are you?' }

export function createPlainServer(): PlainServer {
  const state: State = {
    flows: flowsOfWorld(),
    credits: new Map([['acme', 100]]),
    book: { open: new Set(), succeeded: 0, tickets: 4711 },
    left: new Map(),
    toolSets,
    limit: undefined,
  }
  const setState = (flowId: string, to: Flow['state']): void => {
    const flow = state.flows.get(flowId)
    if (flow !== undefined) state.flows.set(flowId, { ...flow, state: to })
  }
  const rekey = (flowId: string): string => {
    const flow = state.flows.get(flowId)
    if (flow === undefined) throw new Error(`Cannot make a key: there is no workflow ${flowId}`)
    const key = randomBytes(20).toString('base64url')
    state.flows.set(flowId, { ...flow, key, state: 'live' })
    return key
  }
  return {
    server: createServer((request, response) => {
      handle(state, { request, response }).catch(() => response.writeHead(500).end())
    }),
    publish: (flowId) => {
      const key = state.flows.get(flowId)?.key ?? rekey(flowId)
      setState(flowId, 'live')
      return key
    },
    takeBack: (flowId) => setState(flowId, 'draft'),
    publishToolSet: ({ toolSet, version }) => {
      state.toolSets = state.toolSets.map((row) => {
        if (row.org !== 'acme' || row.set !== toolSet) return row
        const others = row.profiles.filter((profile) => profile !== 'default')
        return { ...row, profiles: row.version === version ? [...others, 'default'] : others }
      })
    },
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
  const orgId = /^\/v1\/orgs\/([^/]+)\/automata\/manifest$/.exec(path)?.[1]
  const caller = hostKeys.get(token) ?? (orgId === undefined ? undefined : signedIn(headers.cookie))
  const registry = orgId !== undefined || path === '/v1/public/automata/manifest' || path === '/v1/public/automata/execute'
  if (!registry) return { status: 404, body: 'Nothing here' }
  if (caller === undefined) return unauthorized
  if (path.endsWith('/execute')) return answerExecute(state, { caller, text: on.text })
  if (orgId !== undefined && orgId !== caller.org) return { status: 404, body: 'No such organization' }
  return answerManifest(state, { caller, fallBack: orgId !== undefined })
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

/** What is sent back, and how. */
export interface Sent {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** The runs under way and how many succeeded. */
export interface RunBook {
  readonly open: Set<Promise<unknown>>
  succeeded: number
  /** The number of the last run. */
  tickets: number
}

/** Answers a run request whose key is right; the fields that no document shows are called as nobody else calls them. */
async function answerRun(book: RunBook, { flow, text }: { readonly flow: Flow; readonly text: string }): Promise<Sent> {
  const read = readInputs(flow, text)
  if (typeof read === 'string') return { status: 400, body: { problem: read } }
  const run = perform(flow, read.inputs).then((ended) => {
    if (ended['status'] === 'success') book.succeeded += 1
    return ended
  })
  book.open.add(run)
  const closed = run.finally(() => book.open.delete(run))
  if (read.mode === 'async') return { status: 202, body: { started: { ticket: ++book.tickets }, status: 'queued' } }
  const ended = await closed
  return { status: ended['status'] === 'success' ? 200 : 422, body: ended }
}

interface Read {
  readonly mode: string
  readonly inputs: Readonly<Record<string, unknown>>
}

function readInputs(flow: Flow, text: string): Read | string {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return 'not JSON'
  }
  if (kind(body) !== 'object') return 'not an object'
  const { args, mode = 'async' } = Object(body)
  if (mode !== 'sync' && mode !== 'async') return 'no such mode'
  if (!Array.isArray(args)) return 'no args'
  const inputs: Record<string, unknown> = {}
  for (const argument of args) {
    const { name, value } = Object(argument)
    if (typeof name !== 'string' || value === undefined || value === null) return 'no argument'
    const expected = flow.inputs[name]
    if (expected === undefined) continue
    if (kind(value) !== expected) return `${name} is no ${expected}`
    inputs[name] = value
  }
  const missing = flow.needed.find((name) => !(name in inputs))
  return missing === undefined ? { mode, inputs } : `${missing} is missing`
}

async function perform(flow: Flow, inputs: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>> {
  if (flow.act === 'wait') await sleep(150)
  if (flow.act === 'break') {
    const error = { name: 'CardError', value: 'declined', traceback: 'CardError: declined\n  in charge' }
    const steps = { 'look-up': { status: 'success', result: 7 }, charge: { status: 'failed', error } }
    return { stepOutputs: steps, error, status: 'failed' }
  }
  if (flow.act === 'give') {
    return { stepOutputs: { compute: { status: 'success', result: flow.gift } }, result: flow.gift, status: 'success' }
  }
  const result = flow.act === 'wait' ? 'worth the wait' : flow.act === 'echo' ? inputs : (inputs['subject'] ?? null)
  return { stepOutputs: {}, result, status: 'success' }
}

function kind(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
}

/** Who asks the registry. */
export interface Caller {
  readonly org: string
  readonly profile: string
}

/** The manifest of a caller: a list at the root, with a relative reference to the execute endpoint in each row. */
function answerManifest(state: State, { caller, fallBack }: { readonly caller: Caller; readonly fallBack: boolean }): Sent {
  const { org, profile } = caller
  const own = state.toolSets.filter((row) => row.org === org && row.tools.length > 0)
  const published = own.filter((row) => row.profiles.includes(profile))
  const rows = published.length === 0 && fallBack ? latest(own) : published
  if (rows.length === 0) return { status: 400, body: { error: { text: 'No published toolsets' } } }
  const body = rows.map(({ set, tools, version }) => ({
    [set]: { release: version, offers: Object.fromEntries(tools.map((tool) => [tool, {}])) },
    run: '/v1/public/automata/execute',
  }))
  return { status: 200, body }
}

/** Executes a tool of a caller; a success costs a credit of its organization. */
function answerExecute(state: State, { caller, text }: { readonly caller: Caller; readonly text: string }): Sent {
  const { org, profile } = caller
  const { call, input } = Object(parsed(text))
  const mail = state.toolSets.find((row) => row.org === org && row.set === 'mail' && row.profiles.includes(profile))
  const said = new Map([
    ['mail.send', `sent ${input}`],
    ['mail.sender', `sender-of-${profile}`],
    ['mail.version', `release ${mail?.version}`],
  ]).get(call)
  if (said === undefined) return { status: 409, body: '' }
  state.credits.set(org, (state.credits.get(org) ?? 0) - 1)
  return { status: 200, body: { says: said } }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function latest(rows: readonly ToolSetRow[]): ToolSetRow[] {
  return [...new Map(rows.map((row) => [row.set, row])).values()]
}
