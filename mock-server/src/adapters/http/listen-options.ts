import type { AsyncDisposes } from '@wfhost/internal/async-disposable'

/** Where to listen. */
export interface ListenOptions {
  /** @default 0, a free port */
  readonly port?: number
  /** @default 127.0.0.1 */
  readonly host?: string
  /** Certificate and key in PEM, to serve https. @default none */
  readonly tls?: { readonly cert: string; readonly key: string }
  /** @default those of HttpLimits */
  readonly limits?: HttpLimits
  /** Whether pages of other origins may call it, except for `/__mock/`. @default false */
  readonly cors?: boolean
  /** Called for every request that was refused before it was handled. @default none */
  readonly onRefusal?: (refusal: Refusal) => void
}

/** A request that a server refused. */
export interface Refusal {
  /** The response to the client; undefined for a connection that was closed at once. */
  readonly status: number | undefined
  readonly reason: string
  /** The method. @default not known: the head was not read */
  readonly method?: string
  /** How long the request had taken by then, in milliseconds. @default not known: the head was not read */
  readonly durationMs?: number
  /** The target, cut off at 200 characters. @default not known: the head was not read */
  readonly path?: string
}

/** The limits for requests, and the status if one is exceeded. */
export interface HttpLimits {
  /** Bytes of a body: 413. @default 20000000 */
  readonly bodyBytes?: number
  /** Bytes of all headers together: 431. @default 16384 */
  readonly headerBytes?: number
  /**
   * Characters of the target: 414. A target that also exceeds `headerBytes` gets 431 if it arrives in several packets.
   * @default 8192
   */
  readonly urlCharacters?: number
  /** Milliseconds until the request is complete: 408. @default 30000 */
  readonly requestMs?: number
  /** Milliseconds in which a client reads nothing of its response: the connection is closed. @default 30000 */
  readonly unreadMs?: number
  /** Connections at the same time; further ones are closed. @default 10000 */
  readonly connections?: number
}

/** How a server closes. */
export interface DrainOptions {
  /** How many milliseconds the requests in progress have; a client that has not sent its whole request, at most 2000. @default 2000 */
  readonly graceMs?: number
  /** Called if some of them took longer and were cut off. @default none */
  readonly onCutOff?: () => void
}

/** A server that listens. `await using server = await listen(…)` closes it at the end of its block. */
export interface Listening extends AsyncDisposes {
  /** Its origin, at which clients of this machine reach it: of a server on all interfaces, the one with the loopback address. */
  readonly url: string
  /** The port on which it listens. */
  readonly port: number
  /** Stops listening, and resolves when the requests in progress have been answered or their time is over. */
  readonly close: (options?: DrainOptions) => Promise<void>
}

export const defaultLimits: Required<HttpLimits> = {
  bodyBytes: 20_000_000,
  headerBytes: 16_384,
  urlCharacters: 8192,
  requestMs: 30_000,
  unreadMs: 30_000,
  connections: 10_000,
}
