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
}

export function toCallOptions({ totalTimeout, dryRun, maxRetries, maxRetryAfter, timeout }: CallFlags, io: Io): CallOptions {
  return { timeout, totalTimeout, maxRetryAfter, maxRetries: dryRun ? 0 : maxRetries, signal: io.stop }
}

/** The words of responses and records. If a key were one of them, redaction would remove it from every output. */
const WORDS =
  'true false null status success succeeded failed refused unknown started result error stepOutputs index outcome input'

/** Refuses a key that is one of these words, such as a variable with the value true. */
function checkKeys({ environment }: Io): void {
  for (const [name, value = ''] of Object.entries(environment)) {
    if (/^WFHOST_(API|REGISTRY)_KEY/.test(name) && value.length >= SHORTEST_SECRET && WORDS.includes(value)) {
      throw new UsageError(`${name} cannot be a key: most responses contain its value, and redaction would hide it there`)
    }
  }
}

/** The options of a client. Logs go to the error stream: standard output is for the result. */
export async function toClientOptions(flags: CallFlags, io: Io, clearBar: () => void = () => {}): Promise<ClientOptions> {
  checkKeys(io)
  const write = (line: string) => {
    clearBar()
    io.err(`${line}\n`)
  }
  const fetch = flags.dryRun ? createDryRun(io, flags) : io.fetch
  return {
    fetch,
    transport: fetch === undefined ? await io.openTransport?.() : undefined,
    headers: Object.fromEntries(flags.header ?? []),
    logger: { debug: write, info: write, warn: write },
  }
}

/** Returns the key of one workflow. Undefined if only WFHOST_API_KEY is set, which is for all workflows. */
export function keyOf(flowId: string, { environment }: Io): string | undefined {
  return environment[keyVariableOf(flowId)] || undefined
}

/** The console session, if there is one. It replaces the key of the organization (ORG-AUTH). */
export function sessionOf(cookie: string | undefined, { environment }: Io): ConsoleSession | undefined {
  const value = environment['WFHOST_CONSOLE_SESSION']
  if (value) return { value, ...(cookie === undefined ? {} : { cookie }) }
  if (cookie === undefined) return undefined
  throw new UsageError('--session-cookie names the cookie of WFHOST_CONSOLE_SESSION, which is not set')
}

/** Thrown in place of sending. */
class DryRun extends Error {}

export function isDryRun(error: unknown): boolean {
  return error instanceof DryRun || (error instanceof Error && error.cause instanceof DryRun)
}

/** A fetch that only shows the request, with the key hidden. */
function createDryRun(io: Io, { json = false }: CallFlags): NonNullable<ClientOptions['fetch']> {
  return async (request) => {
    const { method, url } = request
    const headers = [...request.headers].map(([name, value]) => [name, hideSecret(name, value)] as const)
    const text = await request.text()
    const body: unknown = text === '' ? undefined : JSON.parse(text)
    const lines = headers.map(([name, value]) => `${name}: ${value}\n`).join('')
    const printableBody = text && `\n${toPrintable(JSON.stringify(body, null, 2))}\n`
    const asJson = () => `${toPrintable(JSON.stringify({ method, url, headers: Object.fromEntries(headers), body }))}\n`
    io.out(json ? asJson() : `${method} ${url}\n${lines}${printableBody}`)
    throw new DryRun()
  }
}

/** Hides the value of a header that carries a secret, except the scheme of a key and the name of a cookie. */
function hideSecret(header: string, value: string): string {
  if (header === 'authorization') return `${value.slice(0, value.indexOf(' ') + 1)}[hidden]`
  if (header === 'cookie') return `${value.slice(0, value.indexOf('=') + 1)}[hidden]`
  return namesSecret(header) ? '[hidden]' : value
}
