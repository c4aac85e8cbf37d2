import type { OperationId } from '@wfhost/openapi'

/** A request that a rule wants sent, as an operation of the document. */
export interface Call {
  readonly operationId: OperationId
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** A call and the answer to it. */
export interface Exchange {
  readonly call: Call
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The parsed body, or undefined when it is not JSON. */
  readonly body: unknown
}

/** Sends a call through a fetch function and reads the whole answer. */
export async function exchangeThrough(fetch: (request: Request) => Promise<Response>, call: Call): Promise<Exchange> {
  const init = { method: call.method, headers: call.headers, ...(call.body === undefined ? {} : { body: call.body }) }
  const response = await fetch(new Request(call.url, init))
  const text = await response.text()
  return { call, status: response.status, headers: response.headers, text, body: parseJson(text) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
