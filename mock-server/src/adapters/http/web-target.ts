import { type AnswerWeb, plainAnswerOf } from '../../core/requests/web-fetch.ts'
import type { HttpRequest } from './http-request.ts'
import type { AnswerHttp, HttpResponse } from './http-response.ts'

/** Adapts a function on web requests to HTTP. One of ours is called without web objects, which cost time. */
export function toAnswerHttp(target: AnswerWeb): AnswerHttp {
  return plainAnswerOf(target) ?? (async (request) => fromWebResponse(await target(toWebRequest(request))))
}

function toWebRequest({ bytes, incoming, method, origin, path, search, signal }: HttpRequest): Request {
  const { rawHeaders } = incoming
  const headers = rawHeaders.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : [],
  )
  const body = method === 'GET' || method === 'HEAD' || bytes === undefined ? null : new Uint8Array(bytes)
  return new Request(origin + path + search, { method, headers, body, signal })
}

function fromWebResponse({ body, headers, status }: Response): HttpResponse {
  const cookies = headers.getSetCookie()
  const all = { ...Object.fromEntries(headers), ...(cookies.length === 0 ? {} : { 'set-cookie': cookies }) }
  return { status, headers: all, body: '', ...(body === null ? {} : { pieces: () => body }) }
}
