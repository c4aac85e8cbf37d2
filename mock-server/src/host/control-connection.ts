import { findTlsRemedy } from '@wfhost/internal/system-error'
import { readJson } from '../core/json.ts'
import { BASE_URL, isBaseUrl } from '../schema/values.ts'
import type { ControlCaller } from './remote-service.ts'

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
  /**
   * Where the request failed:
   *
   * - `not_reached`: no reference server responds at the URL
   * - `refused`: the server rejected the request
   * - `closed`: the server closed a connection that shows new requests
   * - `invalid`: the URL or the id of a world is invalid, and nothing was sent
   */
  readonly code: 'not_reached' | 'refused' | 'closed' | 'invalid'

  constructor(message: string, { code, cause }: { readonly code: MockControlError['code']; readonly cause?: unknown }) {
    super(message, { cause })
    this.code = code
  }
}

interface ControlRequest {
  readonly path: string
  readonly body?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** A connection to the control API of a host. */
export interface ControlConnection {
  send(method: string, request: ControlRequest): Promise<unknown>
  /** Returns a function that calls operations of a world. Without an id, it is the world at `/`. */
  createCaller(worldId?: string): ControlCaller
}

interface ConnectionOptions {
  readonly token?: string | undefined
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined
}

/**
 * Creates a connection to the control API. Sends no request yet.
 *
 * @throws {MockControlError} for an invalid URL.
 */
export function connectControl(url: string, options: ConnectionOptions): ControlConnection {
  return new HttpControlConnection(readControlUrl(url), options)
}

/** Returns the URL of the control API at the URL of a server or of its inspector. */
function readControlUrl(url: string): string {
  const controlUrl = `${String(url).replace(/(?:\/__mock)?\/*$/, '')}/__mock`
  if (!isBaseUrl(controlUrl)) {
    // A user and a password in a URL are for a proxy or for a person, and a message must not show them.
    const found = controlUrl.includes('@') ? 'a URL' : `"${url}"`
    throw new MockControlError(`Cannot control ${found}: expected ${BASE_URL}, as in http://127.0.0.1:4010`, { code: 'invalid' })
  }

  const [, serverUrl, worldId] = /^(.*)\/worlds\/([^/]+)\/__mock$/.exec(controlUrl) ?? []
  if (worldId !== undefined) {
    const remedy = `createMockControl("${serverUrl}").createWorld("${worldId}") gives its operations`
    throw new MockControlError(`Cannot control "${url}": that is a world; ${remedy}`, { code: 'invalid' })
  }
  return controlUrl
}

class HttpControlConnection implements ControlConnection {
  readonly #url: string
  readonly #fetch: (request: Request) => Promise<Response>
  readonly #token: string | undefined
  #isKnownServer = false

  constructor(url: string, { fetch = (request) => globalThis.fetch(request), token }: ConnectionOptions) {
    this.#url = url
    this.#fetch = fetch
    this.#token = token
  }

  /**
   * Sends a request to the control API, with which tests change a reference server. It is below `/__mock/`. Returns the body of the
   * response.
   *
   * @throws {MockControlError} if no server is reached, if the server there is not a reference server or has disabled its control
   *   API, and if it refuses the request
   */
  async send(method: string, controlRequest: ControlRequest): Promise<unknown> {
    const { path, signal } = controlRequest
    const response = await this.#sendRequest(this.#createRequest(method, controlRequest), signal)
    const responseBody = await readResponseBody(response)
    const message = readMessage(responseBody)

    // This comes first, because a server with a disabled control API would refuse the request of `#isMockServer`, too.
    if (isControlApiDisabled(response, message)) {
      throw new MockControlError(describeDisabledControlApi(this.#url), { code: 'refused' })
    }

    // A response that any server could send is not enough. A second request then reads the health of the server.
    const isMockServer = await this.#isMockServer(responseBody)
    if (!isMockServer) {
      const problem = `the server there is not wfhost-mock; ${method} ${path} got ${response.status}`
      throw new MockControlError(`Cannot use ${this.#url}: ${problem}`, { code: 'not_reached' })
    }

    if (!response.ok) {
      throw new MockControlError(message ?? `Cannot ${method} ${path}: ${response.status}`, { code: 'refused' })
    }
    return responseBody
  }

  createCaller(worldId?: string): ControlCaller {
    const basePath = worldId === undefined ? '' : `/worlds/${worldId}`
    return async (name, input, signal) => {
      const request = { path: `${basePath}/operations/${name}`, body: JSON.stringify(input), signal }
      const responseBody = await this.send('POST', request)
      return Object(responseBody).result
    }
  }

  #createRequest(method: string, { body, path, signal }: ControlRequest): Request {
    const headers = new Headers({ 'content-type': 'application/json' })
    if (this.#token !== undefined) headers.set('authorization', `Bearer ${this.#token}`)
    return new Request(this.#url + path, { method, headers, body: body ?? null, signal: signal ?? null })
  }

  /** Sends a request. If the server cannot be reached, the error explains why, and names a remedy. */
  async #sendRequest(request: Request, signal: AbortSignal | undefined): Promise<Response> {
    try {
      return await this.#fetch(request)
    } catch (cause) {
      signal?.throwIfAborted()
      throw new MockControlError(describeUnreachable(this.#url, cause), { code: 'not_reached', cause })
    }
  }

  /**
   * Returns whether the server is a reference server. Another server may respond with a page, which is not JSON, but also with
   * JSON. So the first call reads the health endpoint of the server, and later calls know the result.
   */
  async #isMockServer(responseBody: unknown): Promise<boolean> {
    if (responseBody === undefined) return false
    if (this.#isKnownServer) return true

    const response = await this.#fetch(new Request(`${this.#url}/health`))
    this.#isKnownServer = Object(readJson(await response.text())).status === 'ok'
    return this.#isKnownServer
  }
}

/** Reads the body of a response as JSON; undefined if it is not JSON. */
async function readResponseBody(response: Response): Promise<unknown> {
  const text = await response.text()
  return text === '' ? {} : readJson(text)
}

/** Reads the message of a refusal, if the body has one. */
function readMessage(responseBody: unknown): string | undefined {
  const { message } = Object(responseBody)
  return message === undefined || message === null ? undefined : String(message)
}

/**
 * Returns whether a reference server says that it has no control surface, or that its surface is closed for this client. No other
 * server sends these messages.
 */
function isControlApiDisabled({ status }: Response, message = ''): boolean {
  return status === 404 && /^(No operation is at |The control surface is closed)/.test(message)
}

function describeDisabledControlApi(url: string): string {
  return `Cannot use ${url}: there is no control surface; on another host than this machine the server needs a --token`
}

function describeUnreachable(url: string, error: unknown): string {
  const reason = describeFetchError(error)
  const remedy = findTlsRemedy(reason) ?? 'start the server, or say where it is (ctl: --url or WFHOST_MOCK_URL)'
  return `Cannot reach ${url}: ${reason}; ${remedy}`
}

/** Returns the reason why fetch failed. Node's fetch gives it in the cause of its error. */
function describeFetchError(error: unknown): string {
  const { cause, message } = Object(error)
  return String(Object(cause).code ?? Object(cause).message ?? message ?? error)
}
