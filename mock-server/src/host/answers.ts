import type { PlainRequest, PlainResponse } from '../core/requests/plain-exchange.ts'

/** A JSON response of the control surface. */
export function json(status: number, body: object): PlainResponse {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

/** A response that says why a request was refused. */
export function message(status: number, text: string): PlainResponse {
  return json(status, { message: text })
}

/** The response for an unknown path of the control surface. */
export function nothing(): PlainResponse {
  return message(404, 'Nothing is here; see /__mock/openapi.json')
}

/** The response for a path that exists, but not with this method. */
export function notAllowed({ method, path }: PlainRequest, allowed: readonly string[]): PlainResponse {
  const allow = allowed.join(', ')
  return { ...message(405, `${path} takes ${allow}, not ${method}`), headers: { 'content-type': 'application/json', allow } }
}
