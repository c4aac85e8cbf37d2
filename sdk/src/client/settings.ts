import { type Redact, withoutSecrets } from '@wfhost/internal/redacted-text'
import type { paths } from '@wfhost/openapi'
import createClient, { type Client, type Middleware } from 'openapi-fetch'
import { isPage } from '../connection/is-page.ts'
import { ConfigurationError } from '../errors/configuration-error.ts'
import { type Clock, createTimerClock, type TimerClock } from '../transport/clock.ts'
import { AbortListeners } from '../transport/scope.ts'
import type { Transport } from '../transport/transport.ts'
import {
  type Check,
  type Checks,
  checkOptions,
  checkRequired,
  isBoolean,
  isChecked,
  isClock,
  isCount,
  isDuration,
  isFunction,
  isLimit,
  isObject,
  isSignal,
  isTimeout,
  isTotalTimeout,
  type OptionSource,
  readRequiredOption,
} from './check-options.ts'
import { createOptionsRedactor, listHeaderSecrets, listOptionSecrets, RecentKeys } from './client-secrets.ts'
import { createLog, type Hooks, type Log, type LogOptions, logHooks } from './observe.ts'

export const MAX_RETRY_AFTER = 120_000

/** Results of workflows are far smaller. A larger response would take the memory of a small process. */
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024

/** Headers by name; one that is undefined or empty is left out. */
type HeaderOptions = Headers | Readonly<Record<string, string | undefined>>

/**
 * Sends a request, such as the global `fetch`, or the `fetch` of a service in the same process. The `fetch` of an
 * installed undici does not accept Node's Request; wrap it: `(request) => undici.fetch(request.url, request)`.
 */
export type Fetch = (request: Request) => Promise<Response>

/** The limits of one call. Durations are milliseconds; `Infinity` removes a limit. */
export interface CallOptions {
  /** Aborts the call in any phase; the reason becomes the `cause` of the error. @default none */
  readonly signal?: AbortSignal | undefined
  /** For one attempt, from sending to the end of the body; above 0. @default 600_000 */
  readonly timeout?: number | undefined
  /** For the whole call: attempts, bodies, waiting. Nothing is sent when it is 0 or below. @default Infinity */
  readonly totalTimeout?: number | undefined
  /** Attempts after the first one, if repeating is safe. @default 2 */
  readonly maxRetries?: number | undefined
  /** The longest `Retry-After` to wait for; a longer one ends the call with the error. It is never shortened. @default 120_000 */
  readonly maxRetryAfter?: number | undefined
  /**
   * Says that the run or the execution may happen twice without harm: it is then repeated also when its outcome is unknown.
   * @default false
   */
  readonly idempotent?: boolean | undefined
  /**
   * The reaction to a response that is not as documented: reject with ResponseValidationError, log a warning, or no check.
   * Fields that the document does not name are always allowed, and kept. A value that was not checked, or did not
   * match, is returned as received, even if it does not have the type of the schema. @default 'error'
   */
  readonly validation?: 'error' | 'warn' | 'off' | undefined
  /**
   * The largest response that is read, in bytes after decompression. A larger one is rejected, and the run may have
   * happened. @default 67_108_864 (64 MiB)
   */
  readonly maxResponseBytes?: number | undefined
  /**
   * Sent in addition to the headers of the client, which they override. The key has its own header. `fetch` sets `host` itself; only
   * the Node transport sends the value given here.
   *
   * @default {}
   */
  readonly headers?: HeaderOptions | undefined
}

const isValidation: Check = ['error, warn or off', (value) => ['error', 'warn', 'off'].includes(value as string)]

const isTransport: Check = ['a transport, such as that of createNodeTransport()', (value) => Object(value).start]

const hookChecks: Checks<Hooks> = {
  onRequest: isFunction,
  around: isFunction,
  onResponse: isFunction,
  onError: isFunction,
  onRetry: isFunction,
}

const isHeaderName: Check = ['the name of a header', (value) => typeof value === 'string' && /^[\w-]+$/.test(value)]

export const callChecks: Checks<CallOptions> = {
  signal: isSignal,
  timeout: isTimeout,
  totalTimeout: isTotalTimeout,
  maxRetries: isCount,
  maxRetryAfter: isDuration,
  idempotent: isBoolean,
  maxResponseBytes: isLimit,
  validation: isValidation,
  headers: isObject,
}

/** The options of a client besides its address and key. */
export interface ClientOptions extends CallOptions, LogOptions {
  /** Sends each attempt. @default globalThis.fetch, looked up at each attempt */
  readonly fetch?: Fetch | undefined
  /**
   * Sends each attempt in place of `fetch`. On Node, `createNodeTransport` of `@wfhost/sdk/node` is faster than `fetch`. @default none
   */
  readonly transport?: Transport | undefined
  /**
   * Name of a header with a unique ID for each call, the same in all its attempts. For a service (or a proxy in front of
   * it) that uses it to recognise repeated requests: a call with an unknown outcome is then repeated, as with
   * `idempotent`. A header of that name in `headers` takes precedence, such as the ID of a delivery that may be repeated.
   * The document has no such header. @default none
   */
  readonly idempotencyHeader?: string | undefined
  /** Called for each attempt. @default [] */
  readonly hooks?: Hooks | readonly Hooks[] | undefined
  /** Permits a page that is not on loopback. Anyone who opens the page can then read the key. @default false */
  readonly dangerouslyAllowBrowser?: boolean | undefined
  /** The time, and how to wait. A clock of `@wfhost/mock-server` fits. @default the clock of the machine */
  readonly clock?: Clock | undefined
  /** A number from 0 up to 1, for jitter. @default Math.random */
  readonly random?: (() => number) | undefined
}

/** The checks of the options of a client. With a spread, a bundler would keep the table in every bundle. */
export const clientChecks: Checks<ClientOptions> = /* @__PURE__ */ Object.assign(
  {
    fetch: isFunction,
    transport: isTransport,
    idempotencyHeader: isHeaderName,
    hooks: isObject,
    dangerouslyAllowBrowser: isBoolean,
    clock: isClock,
    random: isFunction,
    logger: isObject,
    logLevel: isChecked,
  },
  callChecks,
)

/** Holds all calls with a key while the service refuses them with 429. */
export interface KeyGate {
  /** The moment at which it opens, by the clock of the client. */
  until: number
  /** How many calls wait for that. */
  waiting: number
}

/** The state that a client shares with the clients of its `withOptions`. */
export interface SharedState {
  readonly api: Client<paths>
  readonly middleware: Middleware[]
  /** By key. */
  readonly gates: Map<string, KeyGate>
  readonly recentKeys: RecentKeys
  readonly abortListeners: AbortListeners
}

const defaults = {
  random: () => Math.random(),
  timeout: 600_000,
  totalTimeout: Infinity,
  maxRetries: 2,
  maxRetryAfter: MAX_RETRY_AFTER,
  idempotent: false as boolean,
  maxResponseBytes: MAX_RESPONSE_BYTES,
  validation: 'error' as 'error' | 'warn' | 'off',
}

/** The options of a client, complete, and what all of its calls share. */
export interface ClientSettings extends Omit<ClientOptions, 'clock' | keyof typeof defaults>, Readonly<typeof defaults> {
  readonly address: string
  readonly clock: TimerClock
  /** The secrets that the options contain. */
  readonly secrets: readonly string[]
  readonly hooks: readonly Hooks[]
  readonly log: Log
  readonly shared: SharedState
}

/** The options of a client and of a call, together and complete. */
export interface Settings extends Omit<ClientSettings, 'headers'> {
  readonly signals: readonly (AbortSignal | undefined)[]
  /** By name in lower case. If a name occurs several times, the last value is sent. */
  readonly headers: readonly (readonly [name: string, value: string])[]
}

/**
 * Validates the options of a client, and completes them with defaults. `withOptions` calls this function, too, so each client has
 * its own settings.
 *
 * @param addressSource - The option for the address, and the environment variable that applies without the option.
 * @param shared - The middleware, and the pauses after a 429, that a client shares with the clients from its `withOptions`.
 * @throws ConfigurationError for an address or a combination of options that cannot work, and in a browser, where everyone
 * could read the key.
 */
export function resolveClientSettings<Options extends ClientOptions>(
  options: Options,
  addressSource: OptionSource<keyof Options & string>,
  shared?: SharedState | undefined,
): ClientSettings {
  if (options.fetch !== undefined && options.transport !== undefined) {
    throw new ConfigurationError('Cannot use transport together with fetch: pass one of them')
  }
  refuseInBrowser(options)

  const redact = createOptionsRedactor(options).text
  const hooks = readHooks(options, redact)
  const log = createLog(options, redact)
  const address = parseAddress(addressSource.option, String(readRequiredOption(options, addressSource)), redact)
  warnIfUnencrypted(address, log)

  // A service that knows the header recognises repeated requests, so they are repeated by default.
  const isIdempotent = Boolean(options.idempotencyHeader)
  const optionsWithDefaults = applyOptions({ ...defaults, idempotent: isIdempotent }, options)

  return {
    ...options,
    ...optionsWithDefaults,
    clock: createTimerClock(options.clock),
    log,
    address,
    secrets: listOptionSecrets(options),
    hooks: [...logHooks(log), ...hooks],
    // The address can differ from that of the first client, so each client has its own `api`.
    shared: { ...(shared ?? createShared()), api: createClient<paths>({ baseUrl: address }) },
  }
}

/** Returns the hooks of a client as a list. The option can be a single object, too. */
function readHooks({ hooks = [] }: ClientOptions, redact: Redact): readonly Hooks[] {
  const listed = [hooks].flat()
  for (const hook of listed) {
    checkRequired('hooks', hook, isObject, redact)
    // An object of a class can have members of its own besides the hooks.
    const isPlainObject = hook.constructor === Object
    if (isPlainObject) checkOptions(hook, hookChecks, redact)
  }
  return listed
}

function createShared(): Omit<SharedState, 'api'> {
  return { middleware: [], gates: new Map(), recentKeys: new RecentKeys(), abortListeners: new AbortListeners() }
}

/** Completes the options of a call with those of the client. Options of the call take precedence. */
export function resolveCallSettings(client: ClientSettings, call: CallOptions = {}): Settings {
  const { idempotencyHeader } = client
  const idempotency = idempotencyHeader === undefined ? {} : { [idempotencyHeader]: crypto.randomUUID() }
  // If a header occurs several times, the last one is sent.
  const headers = [idempotency, client.headers, call.headers].flatMap((options) => listHeaders(options))

  return {
    ...applyOptions(client, call),
    signals: [client.signal, call.signal],
    headers,
    secrets: [...client.secrets, ...listHeaderSecrets(headers)],
  }
}

/** Copies settings, and replaces those for which an option is set, such as `timeout`. `defaults` names the options. */
function applyOptions<Target extends typeof defaults>(settings: Target, options: object): Target {
  const result: Record<string, unknown> = { ...settings }
  for (const name in defaults) result[name] = Reflect.get(options, name) ?? result[name]
  return result as Target
}

/** Characters that HTTP does not allow in the value of a header. */
const FORBIDDEN_IN_HEADER = /[^\t -~\x80-\xff]/u

/** Lists the headers of an option, with names in lower case. Headers without a value are left out. */
function listHeaders(options: HeaderOptions = {}): readonly (readonly [name: string, value: string])[] {
  const entries = Symbol.iterator in options ? [...options] : Object.entries(options)
  return entries.flatMap(([name, value]) => {
    if (/^authorization$/i.test(name)) throw new ConfigurationError(`Cannot use header ${name}: it carries apiKey`)

    // `Headers` would refuse such a value, too, but its message would show the value.
    const forbidden = FORBIDDEN_IN_HEADER.exec(value ?? '')
    if (forbidden) throw new ConfigurationError(`Cannot use header ${name}: ${describeForbidden(forbidden)}`)

    return value ? [[name.toLowerCase(), value] as const] : []
  })
}

/** Names a character that a header cannot carry, without the value around it, which can be a secret. */
function describeForbidden({ 0: character, index }: RegExpExecArray): string {
  const hexCode = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  return `character ${index + 1} is U+${hexCode}, which a header cannot carry. Encode the value`
}

/** Checks the address of a service, which has only an origin and a path. Returns it without slashes at its end. */
function parseAddress(option: string, value: string, redact: Redact): string {
  const isAddress = URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && !/[?#@]/.test(value)
  if (!isAddress) {
    // The value can be a key in the wrong option, so the message shows only what was clearly meant as an address.
    const found = /^([a-z+.-]+:\/\/|localhost\b)[^?#@]{1,99}$/i.test(value) ? `, found ${value}` : ''
    throw new ConfigurationError(redact(`Cannot use ${option}: expected an http or https address of origin and path${found}`))
  }
  return value.trim().replace(/\/+$/, '')
}

/** Hosts that only the same machine reaches, and names that are reserved for tests. The page of a local file has an empty host. */
const LOOPBACK = /^(|localhost|.+\.(localhost|test)|127(\.\d+){3}|\[::1\])$/

/** Refuses a client in a page, because visitors could read the key. Loopback and names reserved for tests are exempt. */
function refuseInBrowser({ dangerouslyAllowBrowser }: ClientOptions): void {
  const { hostname = '' } = globalThis.location ?? {}
  if (!dangerouslyAllowBrowser && isPage() && !LOOPBACK.test(hostname)) {
    throw new ConfigurationError(
      'Cannot create a client in a page: visitors could read the key; call from a server, or pass dangerouslyAllowBrowser',
    )
  }
}

/** Warns of a key that is sent unencrypted. Loopback and names reserved for tests are exempt. */
function warnIfUnencrypted(address: string, log: Log): void {
  const { protocol, hostname } = new URL(address)
  if (protocol === 'http:' && !LOOPBACK.test(hostname))
    log('warn', withoutSecrets(`The key goes to ${hostname} unencrypted: use https`))
}
