import type { FastifyReply, FastifyRequest } from 'fastify'

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  413: 'Content Too Large',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  504: 'Gateway Timeout',
}

/** Additional details of a problem. */
interface More {
  readonly headers?: Readonly<Record<string, string>>
  readonly members?: Readonly<Record<string, unknown>>
}

/** An error that is sent to the client as in RFC 9457. The first three digits of its code are the status. */
export class Problem extends Error {
  readonly code: number
  readonly more: More

  constructor(code: number, detail: string, more: More = {}) {
    super(detail)
    this.code = code
    this.more = more
  }
}

/** 401. */
export function unauthorized(detail: string): Problem {
  return new Problem(40100, detail, { headers: { 'www-authenticate': 'Bearer' } })
}

/** A 429. Retry-After is in whole seconds, rounded up, so that a request after that time is accepted. */
export function tooMany(waitMs: number): Problem {
  const retryAfter = String(Math.ceil(waitMs / 1000))
  return new Problem(42900, "The plan's call rate is used up", { headers: { 'retry-after': retryAfter } })
}

/** The key of a request. */
export function bearer({ headers }: FastifyRequest): string {
  const secret = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1]
  if (secret === undefined) throw unauthorized("Send your API key as 'Authorization: Bearer <API_KEY>'")
  return secret
}

/** Sends a problem as the response. */
export function sendProblem(
  on: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  problem: Problem,
): FastifyReply {
  const { code, message, more } = problem
  const status = Math.trunc(code / 100)
  const known = { type: `urn:conveyor:problem:${code}`, title: titles[status], status, detail: message, code }
  return on.reply
    .code(status)
    .headers({ ...more.headers })
    .type('application/problem+json')
    .send(JSON.stringify({ ...known, request: Number(on.request.id), ...more.members }))
}

/** Turns an error that was thrown into the problem that the caller receives. */
export function problemOf(error: Error & { readonly statusCode?: number }): Problem {
  if (error instanceof Problem) return error
  const { statusCode = 500 } = error
  if (statusCode === 413) return new Problem(41300, error.message)
  return statusCode < 500 ? new Problem(40000, error.message) : new Problem(50000, 'Something broke on our side')
}
