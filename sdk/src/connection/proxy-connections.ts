/** The channel on which undici reports each connection that failed, before it decides what follows. */
const CONNECT_ERROR_CHANNEL = 'undici:client:connectError'

/** The code of an error after which undici opens the next connection. */
export const RECOVERABLE_CODE = 'UND_ERR_SOCKET'

/** The code that replaces it. Users see it in the message, as the reason. */
export const CLOSED_BY_PROXY_CODE = 'the proxy closed the connection'

/** After how many closed connections to a proxy a request fails. */
const MAX_CLOSED_CONNECTIONS = 3

interface ConnectError {
  readonly connectParams: { readonly host: string }
  readonly error: Error & { code?: string }
}

/** How long the limit lasts for a request that was aborted, in milliseconds. */
const ABORT_GRACE_PERIOD_MS = 60_000

/** A limit of the connections to a proxy for one request. */
export interface ProxyLimit {
  /** Ends the limit, because the request was sent, or has failed. */
  readonly end: () => void
  /** Ends the limit of an aborted request, at the next connection that fails: undici opens one more connection for it. */
  readonly endAfterAbort: () => void
}

/**
 * Prevents endless connection attempts of undici to a proxy. If a proxy closes the connection of a CONNECT, undici 7 treats the
 * error as recoverable: it opens the next connection immediately, even after the request was aborted.
 *
 * undici has no option to prevent this. But it publishes the error of each failed connection on a diagnostics channel, before it
 * reads the code of the error. After a few failures, this function replaces that code. undici does not know the new code, so it
 * connects no more, and the request fails.
 *
 * @param host - The host of the proxy.
 * @returns undefined if the runtime has no `node:diagnostics_channel`. Failed connections are then unknown.
 */
export function limitProxyConnections(host: string): ProxyLimit | undefined {
  const diagnosticsChannel = findDiagnosticsChannel()
  if (diagnosticsChannel === undefined) return undefined

  let remainingFailures = MAX_CLOSED_CONNECTIONS

  function onConnectError(message: unknown): void {
    const { connectParams, error } = message as ConnectError
    const isClosedByProxy = connectParams.host === host && error.code === RECOVERABLE_CODE
    if (!isClosedByProxy) return

    remainingFailures -= 1
    if (remainingFailures > 0) return

    error.code = CLOSED_BY_PROXY_CODE
    stopListening()
  }

  function stopListening(): void {
    diagnosticsChannel?.unsubscribe(CONNECT_ERROR_CHANNEL, onConnectError)
  }

  diagnosticsChannel.subscribe(CONNECT_ERROR_CHANNEL, onConnectError)

  return {
    end: stopListening,
    endAfterAbort: () => {
      // undici opens one more connection after the abort. If that fails, the code is replaced immediately.
      remainingFailures = 1
      // If that connection succeeds, no error arrives, so a timer ends the limit.
      setTimeout(stopListening, ABORT_GRACE_PERIOD_MS).unref()
    },
  }
}

/** The part of `node:diagnostics_channel` that is used here. An import would keep the client out of browsers. */
interface DiagnosticsChannel {
  readonly subscribe: (name: string, onMessage: (message: unknown) => void) => void
  readonly unsubscribe: (name: string, onMessage: (message: unknown) => void) => boolean
}

function findDiagnosticsChannel(): DiagnosticsChannel | undefined {
  return globalThis.process?.getBuiltinModule?.('diagnostics_channel')
}
