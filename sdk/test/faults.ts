import { gzipSync } from 'node:zlib'
import { succeededRun } from '../../tools/scripts/run-bodies.ts'
import { type RawServerPlan, response } from './raw-server.ts'

/** One way in which a call fails, and the result that the client must return. */
export interface Fault {
  readonly name: string
  readonly plan: RawServerPlan
  /** The name of the error, or the word success. */
  readonly outcome: string
  /** The word either where the moment of the reset decides. */
  readonly mayHaveRun?: boolean | 'either'
  readonly requests?: number
  /** Ends only by the timeout of the caller. */
  readonly endless?: true
}

export const SUCCESS = JSON.stringify(succeededRun(1))

/** The response of a service in process to a run. */
export function succeeded(): Response {
  return new Response(SUCCESS)
}

export function limited(seconds: number): Response {
  return new Response('', { status: 429, headers: { 'retry-after': String(seconds) } })
}

const HTML = '<html><head><title>Bad gateway</title></head><body><h1>Bad gateway</h1></body></html>'

const contract = { outcome: 'ResponseValidationError', mayHaveRun: true, requests: 1 } as const
const late = { endless: true, outcome: 'APITimeoutError', mayHaveRun: true, requests: 1 } as const
const early = { outcome: 'APIConnectionError', mayHaveRun: true } as const
const unknown = { outcome: 'APIConnectionError', mayHaveRun: true, requests: 1 } as const

function respondingWith(text: string | Buffer): RawServerPlan {
  return { onRequest: ({ socket }) => void socket.write(text) }
}

function respondingThenClosing(text: string): RawServerPlan {
  return { onRequest: ({ socket }) => void socket.end(text) }
}

function respondingThenResetting(text: string): RawServerPlan {
  return { onRequest: ({ socket }) => void socket.write(text, () => setTimeout(() => socket.resetAndDestroy(), 5)) }
}

function status(code: number, { body = '{"message":"no"}', headers = {} } = {}): RawServerPlan {
  return respondingWith(response(code, { body, headers }))
}

function refusing(code: number): RawServerPlan {
  return {
    onRequest: ({ socket }) => {
      socket.write(response(code, { body: '{"message":"no"}' }))
      return 'refused'
    },
  }
}

function failed(code: number): Omit<Fault, 'plan'> {
  return { outcome: 'APIError', mayHaveRun: true, requests: 1, name: `responds with ${code}` }
}

export const FAULTS: readonly Fault[] = [
  {
    name: 'resets the connection before it reads',
    plan: { onConnection: (socket) => socket.resetAndDestroy() },
    outcome: 'APIConnectionError',
    mayHaveRun: 'either',
    requests: 0,
  },
  { name: 'closes the connection before it reads', plan: { onConnection: (socket) => void socket.end() }, ...early },
  {
    name: 'resets the connection after the head of the request',
    plan: { onHead: (socket) => socket.resetAndDestroy() },
    ...early,
  },
  {
    name: 'resets the connection after the request',
    plan: { onRequest: ({ socket }) => void socket.resetAndDestroy() },
    ...unknown,
  },
  { name: 'closes the connection after the request', plan: { onRequest: ({ socket }) => void socket.end() }, ...unknown },
  { name: 'closes after half a status line', plan: respondingThenClosing('HTTP/1.1 20'), ...unknown },
  { name: 'resets after the status line', plan: respondingThenResetting('HTTP/1.1 200 OK\r\n'), ...unknown },
  { name: 'resets after the head', plan: respondingThenResetting('HTTP/1.1 200 OK\r\ncontent-length: 40\r\n\r\n'), ...unknown },
  {
    name: 'closes in the middle of a body of known length',
    plan: respondingThenClosing(`HTTP/1.1 200 OK\r\ncontent-length: 400\r\n\r\n${SUCCESS}`),
    ...unknown,
  },
  {
    name: 'resets in the middle of a body of known length',
    plan: respondingThenResetting(`HTTP/1.1 200 OK\r\ncontent-length: 400\r\n\r\n${SUCCESS}`),
    ...unknown,
  },
  {
    name: 'closes in the middle of a chunked body',
    plan: respondingThenClosing(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"sta\r\n`),
    ...unknown,
  },
  { name: 'breaks the chunks', plan: respondingWith('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nxyz\r\n'), ...unknown },
  {
    name: 'breaks the compression',
    plan: respondingWith(response(200, { body: 'no gzip at all', headers: { 'content-encoding': 'gzip' } })),
    ...unknown,
  },
  { name: 'cuts the compression', plan: cutCompression(), ...contract },
  { name: 'responds in another protocol', plan: respondingThenClosing('SSH-2.0-OpenSSH_9.6\r\n'), ...unknown },
  { name: 'sends endless headers', plan: respondingWith(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(200_000)}\r\n\r\n`), ...unknown },
  { name: 'says continue and closes', plan: respondingThenClosing('HTTP/1.1 100 Continue\r\n\r\n'), ...unknown },
  { name: 'never responds', plan: {}, ...late },
  { name: 'never ends its head', plan: respondingWith('HTTP/1.1 200 OK\r\nx: y\r\n'), ...late },
  { name: 'never ends its body', plan: respondingWith('HTTP/1.1 200 OK\r\ncontent-length: 400\r\n\r\n{'), ...late },
  { name: 'responds with 200 and an empty body', plan: respondingWith(response(200)), ...contract },
  { name: 'responds with 200 and a page', plan: respondingWith(response(200, { body: HTML })), ...contract },
  {
    name: 'responds with 200 and incomplete JSON',
    plan: respondingWith(response(200, { body: '{"status":"succ' })),
    ...contract,
  },
  { ...failed(408), plan: status(408) },
  { ...failed(500), plan: status(500) },
  { ...failed(502), name: 'responds with 502 and a page', plan: status(502, { body: HTML }) },
  { ...failed(503), name: 'responds with 503 and Retry-After: 0', plan: status(503, { headers: { 'retry-after': '0' } }) },
  { ...failed(504), plan: status(504) },
  { ...failed(524), name: 'responds with 524 and a page', plan: status(524, { body: HTML }) },
  {
    name: 'responds with 500 and never ends its body',
    endless: true,
    plan: respondingWith('HTTP/1.1 500 No\r\ncontent-length: 400\r\n\r\n{'),
    outcome: 'APIError',
    mayHaveRun: true,
    requests: 1,
  },
  {
    name: 'redirects to itself with 302',
    plan: status(302, { headers: { location: '/' } }),
    outcome: 'APIError',
    mayHaveRun: true,
    requests: 1,
  },
  { name: 'redirects to itself with 308', plan: refusing(308), outcome: 'APIError', mayHaveRun: false, requests: 1 },
  { name: 'responds with 400', plan: refusing(400), outcome: 'BadRequestError', mayHaveRun: false, requests: 1 },
  { name: 'responds with 401', plan: refusing(401), outcome: 'AuthenticationError', mayHaveRun: false, requests: 1 },
  { name: 'responds with 403', plan: refusing(403), outcome: 'PermissionDeniedError', mayHaveRun: false, requests: 1 },
  { name: 'responds with 404', plan: refusing(404), outcome: 'NotFoundError', mayHaveRun: false, requests: 1 },
  { name: 'responds with 429 to every request', plan: refusing(429), outcome: 'RateLimitError', mayHaveRun: false, requests: 3 },
  { name: 'responds with 429 once', plan: limitedOnce(), outcome: 'success', requests: 2 },
  {
    name: 'responds with 429 once and then resets',
    plan: limitedThenReset(),
    outcome: 'APIConnectionError',
    mayHaveRun: true,
    requests: 2,
  },
  { name: 'closes a connection that it kept open', plan: closingKept(), outcome: 'success', requests: 1 },
]

function limitedOnce(): RawServerPlan {
  return limitedFirst((socket) => void socket.write(response(200, { body: SUCCESS })))
}

function limitedThenReset(): RawServerPlan {
  return limitedFirst((socket) => void socket.resetAndDestroy())
}

function limitedFirst(then: (socket: import('node:net').Socket) => void): RawServerPlan {
  return {
    onRequest: ({ number, socket }) => {
      if (number > 1) return then(socket)
      socket.write(response(429, { headers: { 'retry-after': '0' } }))
      return 'refused'
    },
  }
}

function closingKept(): RawServerPlan {
  return { onRequest: ({ socket }) => void socket.write(response(200, { body: SUCCESS }), () => socket.end()) }
}

function cutCompression(): RawServerPlan {
  const whole = gzipSync(SUCCESS.repeat(50))
  const half = whole.subarray(0, whole.length / 2)
  const head = Buffer.from(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${half.length}\r\n\r\n`)
  return respondingWith(Buffer.concat([head, half]))
}
