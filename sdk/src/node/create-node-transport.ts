import * as tls from 'node:tls'
import type { AsyncDisposes } from '@wfhost/internal/async-disposable'
import { readProxies } from '@wfhost/internal/proxy-variables'
import { type Check, type Checks, checkOptions } from '../client/check-options.ts'
import { limitProxyConnections } from '../connection/proxy-connections.ts'
import { ConfigurationError } from '../errors/configuration-error.ts'
import type { Sending, Transport, TransportHints } from '../transport/transport.ts'
import { type Connections, connectionsOfCaller, type UndiciDispatcher } from './connections.ts'
import { OwnConnections } from './own-connections.ts'
import { UndiciRequest } from './undici-request.ts'

/** How a Node transport connects. */
export interface NodeTransportOptions {
  /**
   * A dispatcher of undici, such as an `Agent` of your own. The transport does not close it.
   * @default a dispatcher that keeps connections alive, and uses the proxies of HTTP_PROXY, HTTPS_PROXY and NO_PROXY
   */
  readonly dispatcher?: UndiciDispatcher | undefined
  /** Certificates in PEM format to trust in addition to those of Node. Not together with `dispatcher`. @default [] */
  readonly ca?: string | readonly string[] | undefined
}

/** A transport for clients on Node. Several clients can share it. */
export interface NodeTransport extends Transport, AsyncDisposes {
  /** Closes its connections, once the requests in progress have ended, and refuses new requests. A dispatcher of the caller stays open. A second call has no further effect. */
  readonly close: () => Promise<void>
}

const isDispatcher: Check = ['a dispatcher of undici', (value) => typeof Object(value).dispatch === 'function']

const isCertificates: Check = [
  'certificates in PEM format',
  (value) => [value].flat().every((each) => typeof each === 'string' && each.includes('-----BEGIN CERTIFICATE-----')),
]

const optionChecks: Checks<NodeTransportOptions> = { dispatcher: isDispatcher, ca: isCertificates }

/**
 * Creates a transport that sends requests with undici instead of `fetch`. In our benchmark, single calls are 1.7 times as fast
 * as over `fetch`, and batches with 64 runs at a time 2.4 times as fast. A run is sent at most once, as with `fetch`.
 *
 * Requires the package `undici`: version 7 or later on Node 22.19 and later, and version 7 on earlier versions of Node. Tools that
 * replace the global `fetch`, such as MSW, do not see the requests of this transport.
 *
 * @throws ConfigurationError for invalid options, and for a variable such as HTTPS_PROXY that is not an http or https address.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
 * import { listen } from '@wfhost/mock-server/http'
 * import { createWorkflowClient } from '@wfhost/sdk'
 * import { createNodeTransport } from '@wfhost/sdk/node'
 *
 * const server = await listen(createMockService(createSampleWorld()))
 *
 * const transport = createNodeTransport()
 * const client = createWorkflowClient({ baseUrl: server.url, apiKey: sampleKeys.workflows, transport })
 * const { status } = await client.run('support-triage', { subject: 'A refund' })
 * assert.equal(status, 'success')
 *
 * await transport.close()
 * await server.close()
 * ```
 */
export function createNodeTransport(options: NodeTransportOptions = {}): NodeTransport {
  checkOptions(options, optionChecks)
  if (options.dispatcher !== undefined && options.ca !== undefined) {
    throw new ConfigurationError('Cannot use ca together with dispatcher: pass the certificates to the dispatcher')
  }

  const connections = openConnections(options)
  let closing: Promise<void> | undefined
  const close = async (): Promise<void> => {
    closing ??= connections.close?.()
    await closing
  }

  return {
    start: (request, signal, hints) => {
      if (closing !== undefined) throw new ConfigurationError('Cannot send: the transport is closed; create another one')
      return startRequest(connections, request, { signal, ...hints })
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** Uses the dispatcher of the caller, or opens connections of its own. */
function openConnections({ ca, dispatcher }: NodeTransportOptions): Connections {
  if (dispatcher !== undefined) return connectionsOfCaller(dispatcher)

  const trusted = ca === undefined ? undefined : [...trustedByNode(), ...[ca].flat()]
  const proxies = readProxies(process.env, refuseProxy)
  const hasProxy = proxies.http !== '' || proxies.https !== ''
  return new OwnConnections({ trusted, proxies: hasProxy ? proxies : undefined })
}

function refuseProxy(message: string): never {
  throw new ConfigurationError(message)
}

/** Lists the certificates that Node trusts. Before version 22.15, Node does not list those of NODE_EXTRA_CA_CERTS. */
function trustedByNode(): readonly string[] {
  return tls.getCACertificates?.('default') ?? tls.rootCertificates
}

interface StartOptions extends TransportHints {
  readonly signal: AbortSignal
}

/** Starts to send a request. undici may open only a few connections to a proxy for it. */
function startRequest(connections: Connections, request: Request, { body, signal, takesReceivedBody }: StartOptions): Sending {
  const proxyLimit = connections.needsProxyLimit ? limitProxyConnections(new URL(request.url).host) : undefined
  const sent = new UndiciRequest(signal, { connections, takesReceivedBody })

  const response = sent.send(request, body)
  const sending = { evidence: sent, response, receivedBody: () => sent.receivedBody }
  if (proxyLimit === undefined) return sending

  const limitedResponse = response.finally(() => {
    if (signal.aborted && sent.provesNotSent) proxyLimit.endAfterAbort()
    else proxyLimit.end()
  })
  return { ...sending, response: limitedResponse }
}
