import type { AsyncDisposes } from '@wfhost/internal/async-disposable'
import * as z from 'zod'
import { callable, expected } from '../../schema/check.ts'
import { countSchema, textSchema } from '../../schema/values.ts'

/** Where to listen. */
export interface ListenOptions {
  /** @default 0, a free port */
  readonly port?: number | undefined
  /** @default 127.0.0.1 */
  readonly host?: string | undefined
  /** Certificate and key in PEM, to serve https. @default none */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined
  /** @default those of HttpLimits */
  readonly limits?: HttpLimits | undefined
  /** Whether pages of other origins may call it, except for `/__mock/`. @default false */
  readonly cors?: boolean | undefined
  /** Called for every request that was refused before it was handled. @default none */
  readonly onRefusal?: ((refusal: Refusal) => void) | undefined
}

/** The options of `listen`. `tls` and `limits` have schemas of their own. */
export const listenOptionsSchema = z.strictObject({
  port: z.int().min(0).max(65_535).optional(),
  host: textSchema.optional(),
  tls: z.unknown().optional(),
  limits: z.unknown().optional(),
  cors: z.boolean().optional(),
  onRefusal: callable().optional(),
} satisfies Readonly<Record<keyof ListenOptions, z.ZodType>>)

/** A certificate or a key. Node also accepts the bytes of a file. */
const pemSchema = z.custom<string | Uint8Array>((value) => typeof value === 'string' || value instanceof Uint8Array, {
  error: expected('the text of a file in PEM'),
})

/** The options of TLS. Node would also accept other ones, which `listen` does not document. */
export const tlsOptionsSchema = z.strictObject({ cert: pemSchema, key: pemSchema } satisfies Readonly<
  Record<keyof NonNullable<ListenOptions['tls']>, z.ZodType>
>)

/** A request that a server refused. */
export interface Refusal {
  /** The status of the response; undefined for a connection that was closed without one. */
  readonly status: number | undefined
  readonly reason: string
  /** The method. @default not known: the head was not read */
  readonly method?: string | undefined
  /** How long the request had taken by then, in milliseconds. @default not known: the head was not read */
  readonly durationMs?: number
  /** The target, cut off at 200 characters. @default not known: the head was not read */
  readonly path?: string
}

/** The limits for requests, and the status if one is exceeded. */
export interface HttpLimits {
  /** Bytes of a body: 413. Infinity lifts the limit. @default 20000000 */
  readonly bodyBytes?: number | undefined
  /** Bytes of all headers together: 431. @default 16384 */
  readonly headerBytes?: number | undefined
  /**
   * Characters of the target: 414. Infinity lifts the limit. A target that also exceeds `headerBytes` gets 431 if it arrives in several packets.
   * @default 8192
   */
  readonly urlCharacters?: number | undefined
  /** Milliseconds until the request is complete: 408. @default 30000 */
  readonly requestTimeout?: number | undefined
  /** Milliseconds in which a client reads nothing of its response: the connection is closed. @default 30000 */
  readonly unreadTimeout?: number | undefined
  /** Connections at the same time; further ones are closed. Infinity lifts the limit. @default 10000 */
  readonly connections?: number | undefined
}

const millisecondsSchema = z.number().min(0)

/** A limit, or Infinity for none. */
const limitSchema = z.custom<number>((value) => value === Number.POSITIVE_INFINITY || countSchema.safeParse(value).success, {
  error: expected('a whole number from 0, or Infinity'),
})

/** The limits. A misspelt limit, or a text, would silently not apply. */
export const limitsSchema = z.strictObject({
  bodyBytes: limitSchema.optional(),
  headerBytes: countSchema.optional(),
  urlCharacters: limitSchema.optional(),
  requestTimeout: millisecondsSchema.optional(),
  unreadTimeout: millisecondsSchema.optional(),
  connections: limitSchema.optional(),
} satisfies Readonly<Record<keyof HttpLimits, z.ZodType>>)

/** How a server closes. */
export interface DrainOptions {
  /** The milliseconds for requests in progress, and at most 2000 for a client that has not sent its whole request. @default 2000 */
  readonly gracePeriod?: number | undefined
  /** Called if some of them took longer and were cut off. @default none */
  readonly onCutOff?: (() => void) | undefined
}

/** A server that listens. `await using server = await listen(…)` closes it at the end of its block. */
export interface Listening extends AsyncDisposes {
  /** Its origin, at which clients of this machine reach it: of a server on all interfaces, the one with the loopback address. */
  readonly url: string
  /** The port on which it listens. */
  readonly port: number
  /** Stops listening, and resolves when the requests in progress have ended or their time is over. */
  readonly close: (options?: DrainOptions) => Promise<void>
}

/** The limits of a server, with the defaults. */
export type ResolvedLimits = { readonly [Name in keyof HttpLimits]-?: number }

export const defaultLimits: ResolvedLimits = {
  bodyBytes: 20_000_000,
  headerBytes: 16_384,
  urlCharacters: 8192,
  requestTimeout: 30_000,
  unreadTimeout: 30_000,
  connections: 10_000,
}

/** Adds the defaults to the limits of the options. A limit that is undefined gets its default. */
export function resolveLimits(limits: HttpLimits = {}): ResolvedLimits {
  return {
    bodyBytes: limits.bodyBytes ?? defaultLimits.bodyBytes,
    headerBytes: limits.headerBytes ?? defaultLimits.headerBytes,
    urlCharacters: limits.urlCharacters ?? defaultLimits.urlCharacters,
    requestTimeout: limits.requestTimeout ?? defaultLimits.requestTimeout,
    unreadTimeout: limits.unreadTimeout ?? defaultLimits.unreadTimeout,
    connections: limits.connections ?? defaultLimits.connections,
  }
}
