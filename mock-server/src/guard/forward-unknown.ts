import type { RecordedExchange } from '../core/journal/journal.ts'
import { createRecordedExchange, describeExchange, endExchange } from '../core/requests/handle-request.ts'
import { matchPath, matchRunPath } from '../core/requests/paths.ts'
import type { PlainResponse } from '../core/requests/plain-exchange.ts'
import { toPlainRequest, type WebHandler } from '../core/requests/web-fetch.ts'
import type { World } from '../core/world/world.ts'
import type { MockHost } from '../host/create-mock-host.ts'
import { worldIdOf } from '../host/worlds.ts'
import type { GuardedExchange } from '../schema/guarded-exchange.ts'
import { type ForwardedResponse, forward } from './forward.ts'
import { GuardCredentials } from './guard-journal.ts'

type HostWithWorld = Pick<MockHost, 'fetch'> & { readonly world: World }

/**
 * Creates a `fetch` that handles requests for the world at `/`, and forwards all others to another server. Those are other
 * workflows, the tool registry if the world has no organization, and paths that the API document does not describe. The
 * journal of the world contains both kinds, but no credentials of a forwarded request.
 */
export function forwardUnknown({ fetch, world }: HostWithWorld, upstream: string): WebHandler {
  const forwarder = new Forwarder(world, upstream)
  return (request) => {
    const { pathname } = new URL(request.url)
    const isLocal = pathname.startsWith('/__mock/') || worldIdOf(pathname) !== undefined || hasResource(world, pathname)
    return isLocal ? fetch(request) : forwarder.forward(request)
  }
}

/** Returns whether the world has the workflow, or the tool registry, at a path. */
function hasResource({ organizations, workflows }: World, path: string): boolean {
  const match = matchPath(path)
  const flowId = match?.parameters.get('flowId') ?? matchRunPath(path)?.get('flowId')
  if (flowId !== undefined) return workflows.has(flowId)
  return match !== undefined && organizations.size > 0
}

/** Forwards requests to another server, and records them in the journal of a world. */
class Forwarder {
  readonly #world: World
  readonly #upstream: string
  // RFC 9110, section 7.6.3: each proxy adds its name to Via, so a request that returns to this server is recognized.
  readonly #proxyName = `1.1 wfhost-mock-${crypto.randomUUID()}`
  readonly #credentials = new GuardCredentials()

  constructor(world: World, upstream: string) {
    this.#world = world
    this.#upstream = upstream
  }

  /**
   * Forwards a request to the other server, and returns the response. The journal also stores both. Several people can read the
   * journal, so it gets them without credentials.
   */
  async forward(request: Request): Promise<Response> {
    const world = this.#world
    const body = await request.clone().arrayBuffer()
    // The request as it arrived, with its credentials. The response may repeat them.
    const unredactedExchange = toExchangeWithoutResponse(request, body)

    // Reports that a request has begun. Returns a function that reports its end.
    const onExchangeEnd = world.onExchange?.()
    const recordedExchange = await this.#addToJournal(request, unredactedExchange)
    // The response that the journal stores. It stays undefined if an error prevents a response.
    let redactedResponse: PlainResponse | undefined

    try {
      const response = await this.#send(request, body)
      redactedResponse = this.#redactResponse(unredactedExchange, response)
      return toWebResponse(response)
    } finally {
      endExchange(world, recordedExchange, redactedResponse)
      onExchangeEnd?.(describeExchange(world, recordedExchange))
    }
  }

  /** Removes the credentials from a response: those in its own headers, and those that it repeats from the request. */
  #redactResponse(exchange: GuardedExchange, { body, headers, status }: ReceivedResponse): PlainResponse | undefined {
    const response = { status, headers: Object.fromEntries(headers), body: decodeUtf8(body) }
    return this.#credentials.redactExchange({ ...exchange, response }).response
  }

  /** Stores a request without credentials in the journal of the world. Its response is added when it has arrived. */
  async #addToJournal(request: Request, exchange: GuardedExchange): Promise<RecordedExchange> {
    const { body, headers, path } = this.#credentials.redactExchange(exchange).request
    const { pathname } = new URL(request.url)
    const recorded: RecordedExchange = {
      ...createRecordedExchange(this.#world, await toPlainRequest(request)),
      operation: matchPath(pathname)?.operationId,
      path,
      requestHeaders: headers,
      requestBody: body === '' ? undefined : body,
      forwarded: this.#upstream,
    }
    this.#world.journal.recordArrival(recorded)
    return recorded
  }

  async #send({ headers, method, signal, url }: Request, body: ArrayBuffer): Promise<ReceivedResponse> {
    const hasReturned = headers.get('via')?.includes(this.#proxyName) === true
    if (hasReturned) {
      const message = `Cannot forward to ${this.#upstream}: it leads back to this server`
      return readResponse(Response.json({ message }, { status: 508 }))
    }

    const headersWithVia = new Headers(headers)
    headersWithVia.append('via', this.#proxyName)
    const outcome = await forward(new Request(url, { method, headers: headersWithVia, signal }), body, {
      upstream: this.#upstream,
    })
    return outcome.kind === 'failed' ? readResponse(outcome.response) : outcome
  }
}

type ReceivedResponse = Omit<ForwardedResponse, 'kind'>

function toWebResponse({ body, headers, status }: ReceivedResponse): Response {
  // A Response with a status such as 204 must not have a body, not even an empty one.
  return new Response(body.byteLength === 0 ? null : body, { status, headers })
}

/** Converts a request to an exchange without a response, which is the form that the redaction reads. */
function toExchangeWithoutResponse(request: Request, body: ArrayBuffer): GuardedExchange {
  const { pathname, search } = new URL(request.url)
  const headers = Object.fromEntries(request.headers)
  return {
    number: 0,
    at: '',
    durationMs: 0,
    request: { method: request.method, path: pathname + search, headers, body: decodeUtf8(body) },
    violations: [],
  }
}

async function readResponse(response: Response): Promise<ReceivedResponse> {
  return { status: response.status, headers: response.headers, body: new Uint8Array(await response.arrayBuffer()) }
}

function decodeUtf8(bytes: ArrayBuffer | Uint8Array): string {
  return new TextDecoder().decode(bytes)
}
