import type { PlainRequest, PlainResponse } from '../core/plain-exchange.ts'

/** An answer of the control surface. */
export function json(status: number, body: object): PlainResponse {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

/** Why something was not done. */
export function message(status: number, text: string): PlainResponse {
  return json(status, { message: text })
}

/** That a path is of the control surface, and nothing is there. */
export function nothing(): PlainResponse {
  return message(404, 'Nothing is here; see /__mock/openapi.json')
}

/** That something is there, and takes other methods. */
export function notAllowed({ method, path }: PlainRequest, allowed: readonly string[]): PlainResponse {
  const allow = allowed.join(', ')
  return { ...message(405, `${path} takes ${allow}, not ${method}`), headers: { 'content-type': 'application/json', allow } }
}
