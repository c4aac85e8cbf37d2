import type { PlainRequest, PlainResponse } from '../core/requests/plain-exchange.ts'

/** The response to each request below `/__mock/` if the option `control` is false. */
export const closedControl: PlainResponse = message(
  404,
  'The control surface is closed; wfhost-mock --token opens it to whoever has the token',
)

export const noContent: PlainResponse = { status: 204, headers: {}, body: '' }

export function json(status: number, body: object): PlainResponse {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

export function message(status: number, text: string): PlainResponse {
  return json(status, { message: text })
}

export function respondNotFound(): PlainResponse {
  return message(404, 'Nothing is here; see /__mock/openapi.json')
}

export function respondNotAllowed({ method, path }: PlainRequest, allowedMethods: readonly string[]): PlainResponse {
  const allow = allowedMethods.join(', ')
  const { body, status } = message(405, `${path} takes ${allow}, not ${method}`)
  return { status, body, headers: { 'content-type': 'application/json', allow } }
}
