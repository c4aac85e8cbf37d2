import type { OperationId } from '@wfhost/openapi'

/** A request that a rule wants sent, as an operation of the document. */
export interface Call {
  readonly operationId: OperationId
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** @default no body */
  readonly body?: string
}

/** A call and the answer to it. */
export interface Exchange {
  readonly call: Call
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The parsed body, or undefined when it is not JSON. Whole numbers that would lose digits are kept as strings. */
  readonly body: unknown
}

/**
 * The target did not answer: it cannot be reached, cuts the connection, or takes too long.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { connectTarget, NoAnswer } from '@wfhost/contract-tests'
 *
 * const fetch = () => Promise.reject(new Error('nobody is there'))
 * const target = connectTarget({ name: 'nobody', baseUrl: 'http://localhost', fetch })
 *
 * const call = { operationId: 'getPublicManifest', method: 'GET', headers: {} } as const
 * await assert.rejects(target.send({ ...call, url: 'http://localhost/v1/public/wfhost/manifest' }), NoAnswer)
 * ```
 */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

/**
 * Sends a call through a fetch function and reads the whole answer. Redirects are answers, too: they are not followed.
 *
 * @throws {NoAnswer} when there is no whole answer within the time.
 */
export async function exchangeThrough(
  fetch: (request: Request) => Promise<Response>,
  sent: { readonly call: Call; readonly timeoutMs: number },
): Promise<Exchange> {
  const { call, timeoutMs } = sent
  const { body, headers, method, url } = call
  const timeout = new AbortController()
  const request = new Request(url, {
    method,
    headers,
    redirect: 'manual',
    signal: timeout.signal,
    ...(body === undefined ? {} : { body }),
  })
  const timer = setTimeout(() => timeout.abort(), timeoutMs)
  try {
    return await Promise.race([
      readAnswer(fetch(request), call),
      rejection(timeout.signal, `no whole answer within ${timeoutMs} ms`),
    ])
  } catch (error) {
    if (error instanceof NoAnswer) throw error
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    throw new NoAnswer(`${method} ${url}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

async function readAnswer(answer: Promise<Response>, call: Call): Promise<Exchange> {
  const response = await answer
  const text = await response.text()
  return { call, status: response.status, headers: response.headers, text, body: parseJson(text) }
}

function rejection(signal: AbortSignal, reason: string): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new NoAnswer(reason)), { once: true })
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, keepDigits)
  } catch {
    return undefined
  }
}

/** Two long run IDs may be one number of JavaScript. Node tells the digits since version 21. */
function keepDigits(
  ...[, value, context]: readonly [name: string, value: unknown, context?: { readonly source?: string }]
): unknown {
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? (context?.source ?? value) : value
}
