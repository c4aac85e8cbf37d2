import { checkPlace } from '../responses/check-place.ts'
import { type Clock, systemClock } from '../transport/clock.ts'
import { MAX_RETRY_AFTER } from '../transport/retry-after.ts'
import { checkAddress, required, type Source } from './check-options.ts'
import { type HeaderOptions, headersOf } from './header-options.ts'
import type { Hooks } from './hooks.ts'
import { createLog, type Log, type LogOptions, logHooks } from './log.ts'
import { checkOptions } from './option-kinds.ts'

/**
 * Sends a request, such as the global `fetch`, or the `fetch` of a service in the same process. The `fetch` of an
 * installed undici does not accept Node's Request; wrap it: `(request) => undici.fetch(request.url, request)`.
 */
export type Fetch = (request: Request) => Promise<Response>

/** The limits of one call. Durations are milliseconds; `Infinity` removes a limit. */
export interface CallOptions {
  /** Aborts the call in any phase; the reason becomes the `cause` of the error. @default none */
  readonly signal?: AbortSignal | undefined
  /** For one attempt, from sending to the end of the body. @default 600_000 */
  readonly timeout?: number | undefined
  /** For the whole call: attempts, bodies, waiting. Nothing is sent when it is 0 or below. @default Infinity */
  readonly deadline?: number | undefined
  /** Attempts after the first one, if repeating is safe. @default 2 */
  readonly maxRetries?: number | undefined
  /** The longest `Retry-After` to wait for; a longer one is thrown at once, not shortened. @default 120_000 */
  readonly maxRetryAfter?: number | undefined
  /**
   * Also repeats a run or an execution whose outcome is unknown, which may then act twice. @default false
   */
  readonly retryUnknown?: boolean | undefined
  /**
   * What to do with a response that is not as documented: reject with ContractError, log a warning, or not check it.
   * Fields that the document does not name are always allowed, and kept. A value that was not checked, or did not
   * match, is returned as received, whatever the type of its schema says. @default 'strict'
   */
  readonly validation?: 'strict' | 'report' | 'off' | undefined
  /** Sent in addition to the headers of the client, which they override. The key has its own header. @default {} */
  readonly headers?: HeaderOptions | undefined
}

/** The options of a client besides its address and key. */
export interface ClientOptions extends CallOptions, LogOptions {
  /** Sends each attempt, as a Request; the global gets an address instead. @default globalThis.fetch, looked up at each attempt */
  readonly fetch?: Fetch | undefined
  /**
   * Name of a header with a unique ID for each call, the same in all its attempts. For a service (or a proxy in front of
   * it) that uses it to recognise repeated requests: a call with an unknown outcome is then repeated, as with
   * `retryUnknown`. A header of that name in `headers` takes precedence, such as the ID of a delivery that may be repeated.
   * The document has no such header. @default none
   */
  readonly idempotencyHeader?: string | undefined
  /** Called for each attempt. @default [] */
  readonly hooks?: Hooks | readonly Hooks[] | undefined
  /** Permits a page that is not on loopback. Anyone who opens the page can then read the key. @default false */
  readonly allowBrowser?: boolean | undefined
  /** The time, and timers. @default the clock of the machine */
  readonly clock?: Clock | undefined
  /** A number from 0 up to 1, for jitter. @default Math.random */
  readonly random?: (() => number) | undefined
}

/** The options of a client and of a call, together and complete. */
export interface Settings {
  readonly address: string
  /** Undefined for the global, which is looked up late: a client may be made before a test replaces it. */
  readonly fetch?: Fetch | undefined
  readonly clock: Clock
  readonly random: () => number
  readonly signals: readonly (AbortSignal | undefined)[]
  readonly timeout: number
  readonly deadline: number
  readonly maxRetries: number
  readonly maxRetryAfter: number
  readonly retryUnknown: boolean
  readonly validation: 'strict' | 'report' | 'off'
  readonly hooks: readonly Hooks[]
  readonly log: Log
  /** The last one of a name goes, in whatever case. */
  readonly headers: ReturnType<typeof headersOf>
}

/** The options of a client, and what all of its calls share. */
export interface ClientSettings extends ClientOptions {
  readonly address: string
  readonly hooks: readonly Hooks[]
  readonly log: Log
}

/** Makes what all calls of a client share, once its address and its place are found to be sound. */
export function resolveClient<Options extends ClientOptions>(
  options: Options,
  source: Source<keyof Options & string>,
): ClientSettings {
  checkOptions(options)
  const log = createLog(options)
  const address = checkAddress(source.option, String(required(options, source)))
  checkPlace(address, { ...options, log })
  return { ...options, log, address, hooks: [logHooks(log), options.hooks ?? []].flat() }
}

/** Puts the options of a call over those of the client. */
export function resolveCall(client: ClientSettings, call: CallOptions = {}): Settings {
  checkOptions(call)
  const { idempotencyHeader } = client
  const fallback = {
    clock: systemClock,
    random: Math.random,
    timeout: 600_000,
    deadline: Infinity,
    maxRetries: 2,
    maxRetryAfter: MAX_RETRY_AFTER,
    retryUnknown: idempotencyHeader !== undefined,
    validation: 'strict' as const,
  }
  const chosen = Object.entries(fallback).map(([name, value]) => [
    name,
    Reflect.get(call, name) ?? Reflect.get(client, name) ?? value,
  ])
  return {
    ...client,
    ...(Object.fromEntries(chosen) as typeof fallback),
    signals: [client.signal, call.signal],
    headers: [
      ...(idempotencyHeader ? [[idempotencyHeader, crypto.randomUUID()] as const] : []),
      ...headersOf(client.headers),
      ...headersOf(call.headers),
    ],
  }
}
