import { readJson } from '../core/json.ts'
import type { CallControl } from './remote-service.ts'

/**
 * The control API cannot be reached, or refused a request.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockControl, createMockHost, createSampleWorld, MockControlError } from '@wfhost/mock-server'
 *
 * const host = createMockHost(createSampleWorld)
 * const control = createMockControl('http://localhost', { fetch: host.fetch })
 *
 * await assert.rejects(control.publishWorkflow('nowhere'), MockControlError)
 * ```
 */
export class MockControlError extends Error {
  override readonly name = 'MockControlError'
}

interface ControlRequest {
  readonly path: string
  readonly body?: string
  readonly signal?: AbortSignal | undefined
}

/** The control API of a host. */
export interface ControlConnection {
  send(method: string, request: ControlRequest): Promise<unknown>
  /** Calls the operations of the service at `/`, or of a world. */
  callerFor(world: string | undefined): CallControl
}

/** @throws {MockControlError} for an invalid URL. */
export function connectControl(
  url: string,
  { fetch = (request) => globalThis.fetch(request), token }: ConnectionOptions,
): ControlConnection {
  // The address of the inspector is meant, too.
  const base = `${String(url).replace(/(?:\/__mock)?\/*$/, '')}/__mock`
  if (!/^https?:/.test(base) || !URL.canParse(base))
    throw new MockControlError(`Cannot control "${url}": expected a URL, as in http://127.0.0.1:4010`)
  const ofWorld = /^(.*)\/worlds\/([^/]+)\/__mock$/.exec(base)
  if (ofWorld !== null)
    throw new MockControlError(
      `Cannot control "${url}": that is a world; createMockControl("${ofWorld[1]}").createWorld("${ofWorld[2]}") gives its operations`,
    )
  let known = false

  async function send(method: string, { body, path, signal }: ControlRequest): Promise<unknown> {
    const headers = { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) }
    const request = new Request(base + path, { method, headers, body: body ?? null, signal: signal ?? null })
    const response = await fetch(request).catch((cause: unknown) => {
      signal?.throwIfAborted()
      const reason = reasonOf(cause)
      const remedy = /CERT|_ISSUER/.test(reason)
        ? 'name a certificate to trust in NODE_EXTRA_CA_CERTS'
        : 'start the server, or say where it is (ctl: --url or WFHOST_MOCK_URL)'
      throw new MockControlError(`Cannot reach ${base}: ${reason}; ${remedy}`, { cause })
    })
    const answer = readJson((await response.text()) || '{}')
    const message = String(Object(answer).message ?? `Cannot ${method} ${path}: ${response.status}`)
    if (response.status === 404 && /^(Nothing is at |The control surface is closed)/.test(message))
      throw new MockControlError(
        `Cannot use ${base}: there is no control surface; on another host than this machine the server needs a --token`,
      )
    known ||= await isReferenceServer()
    if (!known || answer === undefined)
      throw new MockControlError(
        `Cannot use ${base}: what answers there is no wfhost-mock; ${method} ${path} got ${response.status}`,
      )
    if (!response.ok) throw new MockControlError(message)
    return answer
  }

  /** Any server may answer with JSON that has a message, or with an empty object. */
  async function isReferenceServer(): Promise<boolean> {
    const response = await fetch(new Request(`${base}/health`))
    return Object(readJson(await response.text())).status === 'ok'
  }

  return {
    send,
    callerFor: (world) => {
      const at = world === undefined ? '' : `/worlds/${world}`
      return async (name, input, signal) => {
        const body = JSON.stringify(input)
        const answer = await send('POST', { path: `${at}/operations/${name}`, body, signal })
        return Object(answer).result
      }
    },
  }
}

interface ConnectionOptions {
  readonly token?: string | undefined
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined
}

/** The fetch of Node gives the reason in the cause of its error. */
function reasonOf(error: unknown): string {
  const { cause, message } = Object(error)
  return String(Object(cause).code ?? Object(cause).message ?? message ?? error)
}
