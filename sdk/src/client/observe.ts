import { type Redact, type RedactedText, withoutSecrets } from '@wfhost/internal/redacted-text'
import type { OperationId } from '@wfhost/openapi'
import type { APIError } from '../errors/api-error.ts'
import { readVariable } from './check-options.ts'

/** One attempt at a call. All hooks of an attempt get the same object. */
export interface AttemptInfo {
  /** Such as `run workflow support-triage`. */
  readonly action: string
  /** The name of the operation in the document, or undefined for a path of your own. */
  readonly operation: OperationId | undefined
  /** Counts from 1. */
  readonly number: number
  /** Such as `POST`. */
  readonly method: string
  /** The path as the document has it, such as `/v1/public/{product}/manifest`. */
  readonly path: string
  /** The path parameters by name. */
  readonly params: Readonly<Record<string, unknown>>
  /** The full URL. It contains no key. */
  readonly url: string
  /** The headers to be sent, without the key. `onRequest` may add to them. */
  readonly headers: Headers
}

/** A response with any status. */
export interface ResponseInfo {
  /** The HTTP status. */
  readonly status: number
  /** Without cookies, and with keys redacted. */
  readonly headers: Headers
  /** Milliseconds from sending to the end of the body. */
  readonly durationMs: number
}

/** Why another attempt follows, and when. */
export interface RetryInfo {
  /** The error that ended the attempt. */
  readonly error: APIError
  /** Milliseconds until the next attempt. */
  readonly delayMs: number
}

/** Functions that are called during a call. Errors of a hook after sending are ignored, because they must not cost the result of a run. */
export interface Hooks {
  /** An attempt is about to be sent, once this has settled. If it throws, nothing is sent: the error is the `cause` of a ConfigurationError. */
  readonly onRequest?: ((attempt: AttemptInfo) => unknown) | undefined
  /**
   * Must call `send` once, synchronously: everything from sending to the end of the body then runs in the
   * `AsyncLocalStorage` context in which `send` was called. The attempt is sent even if the hook does not call it.
   */
  readonly around?: ((attempt: AttemptInfo, send: () => void) => void) | undefined
  /** Exactly one of `onResponse` and `onError` ends an attempt. */
  readonly onResponse?: ((attempt: AttemptInfo, response: ResponseInfo) => void) | undefined
  /** The attempt ended without a response that could be read. */
  readonly onError?: ((attempt: AttemptInfo, error: APIError) => void) | undefined
  /** Another attempt follows the one that has ended. */
  readonly onRetry?: ((attempt: AttemptInfo, retry: RetryInfo) => void) | undefined
}

/** Calls each listener. Their errors and rejections are ignored, because they must not cost the result of a run. */
export function notify<Listener>(listeners: readonly Listener[], callListener: (listener: Listener) => unknown): void {
  for (const listener of listeners) {
    try {
      // A listener can be an async function. Without a handler, its rejection would end the process.
      Object(callListener(listener)).catch?.(() => {})
    } catch {
      // Ignored, as stated above.
    }
  }
}

/**
 * Starts an attempt inside the `around` hooks. The last hook is the outermost one: its `send` calls the hook before it, and the
 * `send` of the innermost hook starts the attempt. It starts exactly once, even if a hook never calls `send`, or calls it twice.
 */
export function startWithin<Result>(hooks: readonly Hooks[], getInfo: () => AttemptInfo, start: () => Result): Result {
  let result: Result | undefined
  const startOnce = () => (result ??= start())

  let send: () => void = startOnce
  for (const { around } of hooks) {
    const sendInside = send
    if (around) send = () => notify([around], (hook) => hook(getInfo(), sendInside))
  }

  send()
  return startOnce()
}

/** Receives lines of text, such as `console` or most loggers. Its errors are ignored. */
export interface Logger {
  /** Receives every attempt and its response. */
  readonly debug: (line: string) => void
  /** Receives retries and failures. */
  readonly info: (line: string) => void
  /** Receives responses that are not as documented, and keys sent unencrypted. */
  readonly warn: (line: string) => void
}

/** Which lines are written: `info` adds retries and failures to the warnings, `debug` adds every attempt. */
export type LogLevel = 'off' | 'warn' | 'info' | 'debug'

/** Where to write, and what. */
export interface LogOptions {
  /** Takes the lines. @default console */
  readonly logger?: Logger | undefined
  /** The least important lines that are written; an unknown level is warned of. @default WFHOST_LOG, else 'warn' */
  readonly logLevel?: LogLevel | undefined
}

/** Writes lines to a log. */
export interface Log {
  /** Writes a line if its level is enabled. */
  (level: Exclude<LogLevel, 'off'>, line: RedactedText): void
  /** The least important level that is written. */
  readonly level: LogLevel
}

/** From the fewest lines to the most. */
const LEVELS: readonly LogLevel[] = ['off', 'warn', 'info', 'debug']

/** Creates the log of a client. A level that does not exist is reported in the log itself, and `warn` applies instead. */
export function createLog({ logger, logLevel }: LogOptions, redact: Redact): Log {
  const requestedLevel = logLevel ?? readVariable('WFHOST_LOG') ?? 'warn'
  const knownLevel = LEVELS.find((level) => level === requestedLevel)
  const enabledLevel = knownLevel ?? 'warn'

  const write = (level: Exclude<LogLevel, 'off'>, line: RedactedText) => {
    const isEnabled = LEVELS.indexOf(level) <= LEVELS.indexOf(enabledLevel)
    if (isEnabled) notify([logger ?? console], (receiver) => receiver[level]?.(`[wfhost] ${line}`))
  }
  const log: Log = Object.assign(write, { level: enabledLevel })

  if (knownLevel === undefined) log('warn', redact(`Cannot use log level ${requestedLevel}: expected ${LEVELS.join(', ')}`))
  return log
}

/** Returns the hooks that log attempts and retries, as far as their levels are enabled. Hooks get only redacted values. */
export function logHooks(log: Log): readonly Hooks[] {
  const attempts: Hooks = {
    onRequest: (info) => log('debug', withoutSecrets(`${info.method} ${info.url}, attempt ${info.number}`)),
    onResponse: (info, { status, durationMs }) =>
      log('debug', withoutSecrets(`${info.method} ${info.url}: ${status} in ${durationMs} ms`)),
  }
  const retries: Hooks = {
    onRetry: (_, { error, delayMs }) => log('info', withoutSecrets(`${error.message}; once more in ${delayMs} ms`)),
  }

  if (log.level === 'debug') return [attempts, retries]
  return log.level === 'info' ? [retries] : []
}
