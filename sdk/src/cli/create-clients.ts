import { toPrintable } from '@wfhost/internal/printable'
import { namesSecret, SHORTEST_SECRET } from '@wfhost/internal/redaction'
import { keyVariableOf } from '../client/check-options.ts'
import type { ConsoleSession } from '../client/registry-service.ts'
import type { ClientOptions } from '../client/settings.ts'
import type { CallOptions } from '../index.ts'
import { UsageError } from './explain-error.ts'
import type { Io } from './io.ts'

export interface CallFlags extends Pick<CallOptions, 'timeout' | 'totalTimeout' | 'maxRetries' | 'maxRetryAfter'> {
  readonly header?: readonly (readonly [name: string, value: string])[] | undefined
  readonly dryRun?: boolean | undefined
  readonly json?: boolean | undefined
  readonly logFormat?: 'text' | 'json' | undefined
}

export function toCallOptions({ totalTimeout, dryRun, maxRetries, maxRetryAfter, timeout }: CallFlags, io: Io): CallOptions {
  return { timeout, totalTimeout, maxRetryAfter, maxRetries: dryRun ? 0 : maxRetries, signal: io.stop }
}

/** The words of responses and records. If a key were a part of them, redaction would remove it from every output. */
const WORDS =
  'true false null status success succeeded failed refused unknown started result error stepOutputs index outcome input'

/** Refuses a key that is a part of these words, such as a variable with the value true. */
function checkKeys({ environment }: Io): void {
  for (const [name, value = ''] of Object.entries(environment)) {
    const isKey = /^WFHOST_(API|REGISTRY)_KEY/.test(name)
    const isRedacted = value.length >= SHORTEST_SECRET
    if (isKey && isRedacted && WORDS.includes(value)) {
      throw new UsageError(`${name} cannot be a key: most responses contain its value, and redaction would hide it there`)
    }
  }
}

/**
 * Converts the flags of a command to the options of its client. The log goes to the error stream, because standard output is for
 * the result.
 *
 * @param clearBar - Removes a bar of progress before a line of the log.
 */
export async function toClientOptions(flags: CallFlags, io: Io, clearBar: () => void = () => {}): Promise<ClientOptions> {
  checkKeys(io)
  const writeAs = (level: string) => (line: string) => {
    clearBar()
    io.err(flags.logFormat === 'json' ? formatLogLine(level, line) : `${line}\n`)
  }

  const fetch = flags.dryRun ? createDryRun(io, flags) : io.fetch
  return {
    fetch,
    transport: fetch === undefined ? await io.openTransport?.() : undefined,
    headers: Object.fromEntries(flags.header ?? []),
    logger: { debug: writeAs('debug'), info: writeAs('info'), warn: writeAs('warn') },
  }
}

/** Formats a line of the log of the client as JSON. The prefix of the client names the program in a log of many programs. */
function formatLogLine(level: string, line: string): string {
  const message = line.replace(/^\[wfhost\] /, '')
  return `${JSON.stringify({ time: new Date().toISOString(), level, message })}\n`
}

/** Returns the key of one workflow. Undefined if only WFHOST_API_KEY is set, which is for all workflows. */
export function keyOf(flowId: string, { environment }: Io): string | undefined {
  return environment[keyVariableOf(flowId)] || undefined
}

/**
 * Returns the console session of the environment, if there is one. The client sends it instead of the key of the organization
 * (ORG-AUTH).
 *
 * @param cookie - The name of its cookie, from `--session-cookie`.
 */
export function sessionOf(cookie: string | undefined, { environment }: Io): ConsoleSession | undefined {
  const value = environment['WFHOST_CONSOLE_SESSION']
  if (value) return cookie === undefined ? { value } : { value, cookie }
  if (cookie === undefined) return undefined

  throw new UsageError('--session-cookie names the cookie of WFHOST_CONSOLE_SESSION, which is not set')
}

/** Thrown instead of sending a request, after the request was printed. */
class DryRun extends Error {}

/** Whether an error only ends a dry run. The client makes it the cause of an error of its own. */
export function isDryRun(error: unknown): boolean {
  return error instanceof DryRun || (error instanceof Error && error.cause instanceof DryRun)
}

/** Creates the fetch of `--dry-run`. It prints the request, with the key hidden, and sends nothing. */
function createDryRun(io: Io, { json = false }: CallFlags): NonNullable<ClientOptions['fetch']> {
  return async (request) => {
    const { method, url } = request
    const headers = [...request.headers].map(([name, value]) => [name, hideSecret(name, value)] as const)
    const text = await request.text()
    const body: unknown = text === '' ? undefined : JSON.parse(text)

    const printed = { method, url, headers: Object.fromEntries(headers), body }
    io.out(json ? `${toPrintable(JSON.stringify(printed))}\n` : formatRequest(printed))
    throw new DryRun()
  }
}

interface PrintedRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Undefined for a request without a body. */
  readonly body: unknown
}

/** Formats a request as in HTTP: a first line, the headers, an empty line, and the body. */
function formatRequest({ body, headers, method, url }: PrintedRequest): string {
  const headerLines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\n`)
  const head = `${method} ${url}\n${headerLines.join('')}`
  return body === undefined ? head : `${head}\n${toPrintable(JSON.stringify(body, null, 2))}\n`
}

/** Hides the value of a header that carries a secret, except the scheme of a key and the name of a cookie. */
function hideSecret(header: string, value: string): string {
  if (header === 'authorization') return `${value.slice(0, value.indexOf(' ') + 1)}[hidden]`
  if (header === 'cookie') return `${value.slice(0, value.indexOf('=') + 1)}[hidden]`
  return namesSecret(header) ? '[hidden]' : value
}
