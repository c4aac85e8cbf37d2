import { readVariable } from './environment.ts'
import type { Hooks } from './hooks.ts'

/** Receives lines of text, such as `console` or most loggers. */
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

/** Writes a line if its level is enabled. */
export type Log = (level: Exclude<LogLevel, 'off'>, line: string) => void

/** Creates the log of a client. */
export function createLog({ logger, logLevel }: LogOptions): Log {
  const levels = ['off', 'warn', 'info', 'debug']
  const named = logLevel ?? readVariable('WFHOST_LOG') ?? 'warn'
  const wanted = levels.indexOf(levels.includes(named) ? named : 'warn')
  const log: Log = (level, line) => {
    if (levels.indexOf(level) <= wanted) (logger ?? console)[level]?.(`[wfhost] ${line}`)
  }
  if (!levels.includes(named)) log('warn', `Cannot use log level ${named}: expected ${levels.join(', ')}`)
  return log
}

/** Creates the hooks that log attempts and retries. */
export function logHooks(log: Log): Hooks {
  return {
    onRequest: ({ method, url, number }) => log('debug', `${method} ${url}, attempt ${number}`),
    onResponse: ({ method, url }, { status, durationMs }) => log('debug', `${method} ${url}: ${status} in ${durationMs} ms`),
    onRetry: (_, { error, delayMs }) => log('info', `${error.message}; once more in ${delayMs} ms`),
  }
}
