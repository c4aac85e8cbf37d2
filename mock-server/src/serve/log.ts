import type { OperationId } from '@wfhost/openapi'
import { excerpt } from '@wfhost/wire/messages'
import { toPrintableJson, toPrintableLine } from '@wfhost/wire/printable'
import type { Refusal } from '../adapters/http.ts'
import type { ObservedExchange } from '../core/journal/journal.ts'
import { citedRequirements } from '../core/journal/show-exchange.ts'
import type { JournalEntry } from '../schema/journal.ts'

export interface LogOptions {
  /** Text for people, or one JSON object per line. */
  readonly format: 'text' | 'json'
  /** Whether requests that succeeded are logged, too. */
  readonly verbose: boolean
  readonly write: (line: string) => void
  readonly now: () => Date
}

/** Logs which requests failed, why, and what to change. */
export interface Log {
  /** Logs an exchange if it was refused, if its run or execution failed, or if a fault applied to it. */
  exchange(exchange: ObservedExchange): void
  /** Logs a request that the server refused before it was handled. */
  refusal(refusal: Refusal): void
}

interface Line {
  readonly status: number | undefined
  readonly method?: string | undefined
  readonly path?: string | undefined
  readonly operation?: OperationId | undefined
  readonly requirements?: readonly string[]
  readonly faults?: readonly string[]
  readonly reason?: string | undefined
  /** What whoever sent the request could change. */
  readonly hint?: string | undefined
}

/** Creates a log. It contains no keys, since journal entries have keys by name only, and steers neither terminal nor CI. */
export function createLog({ format, now, verbose, write }: LogOptions): Log {
  function writeLine(line: Line): void {
    const level = line.status === 500 ? 'error' : 'info'
    if (format === 'json') write(toPrintableJson(JSON.stringify({ time: now().toISOString(), level, ...line })))
    else write(toPrintableLine(`${now().toTimeString().slice(0, 8)} ${inWords(line)}`))
  }

  return {
    exchange: ({ failed, faults, operation, show, status }) => {
      // The journal entry is only created for requests that are logged.
      if (!verbose && !failed && status !== undefined && status < 400 && faults.length === 0) return
      const entry = show()
      const { method, path } = entry.request
      writeLine({
        status,
        method,
        path: path.split('?')[0],
        operation,
        requirements: requirementsOf(operation, status),
        faults,
        reason: failed ? failureOf(entry) : reasonOf(entry),
        hint: hintOf(entry),
      })
    },
    refusal: writeLine,
  }
}

function inWords({ faults = [], hint, method, operation, path, reason, requirements = [], status }: Line): string {
  const words = [status ?? 'no answer', method, path, operation, requirements.join(','), ...faults.map((kind) => `fault ${kind}`)]
  const said = [reason, hint].filter((text) => text !== undefined).join('; ')
  return words.filter((word) => word !== undefined && word !== '').join(' ') + (said === '' ? '' : `: ${said}`)
}

/** The requirements specific to this response: those of every response of the operation say nothing about it. */
function requirementsOf(operation: OperationId | undefined, status: number | undefined): readonly string[] {
  if (operation === undefined || status === undefined || status < 400) return []
  const always = new Set<string>(citedRequirements(operation, 0).requirements)
  return citedRequirements(operation, status).requirements.filter((id) => !always.has(id))
}

/** The body as JSON; undefined if it is none. */
function bodyOf({ response }: JournalEntry): unknown {
  try {
    return JSON.parse(response?.body ?? '')
  } catch {
    return undefined
  }
}

function failureOf(entry: JournalEntry): string {
  const { name, value } = Object(Object(bodyOf(entry)).error)
  return excerpt(`failed with ${name}: ${value}`, 300)
}

function reasonOf(entry: JournalEntry): string | undefined {
  const { response } = entry
  if (response === undefined || response.status < 400 || response.body === undefined) return undefined
  const { detail, error, message } = Object(bodyOf(entry))
  const said: unknown = [message, detail, error, Object(error).message, response.body].find((text) => typeof text === 'string')
  // The journal has the full text.
  return excerpt(String(said).trim().split('\n')[0] ?? '', 300)
}

function hintOf({ request: { headers, method }, response, faults }: JournalEntry): string | undefined {
  if (faults.length > 0) return undefined
  switch (response?.status) {
    case 401:
      return keyHint(headers['authorization'], headers['cookie'])
    case 403:
      return nameOfKey(headers['authorization'])
    case 405:
      return method === 'OPTIONS' ? 'a page of another origin asks for permission: start the server with --cors' : undefined
    case 429:
      return `try again in ${response.headers['retry-after']} s`
    default:
      return undefined
  }
}

function keyHint(authorization: string | undefined, cookie: string | undefined): string | undefined {
  if (authorization === undefined) {
    if (cookie !== undefined) return 'nothing here has that session'
    return 'there is no header Authorization: send "Authorization: Bearer <key>"'
  }
  const [, key = ''] = /^bearer *(.*)$/i.exec(authorization) ?? []
  if (!/^bearer /i.test(authorization)) return 'the header Authorization has to begin with "Bearer "'
  if (/^(?:undefined|null|\[object \w+\]|)$/.test(key)) return `the key is "${key}", as from a variable that is not set`
  return nameOfKey(authorization) ?? 'nothing here has that key; the server prints its keys when it starts'
}

/** A key of this world stands in the journal by its name: `[key of workflow echo]`. */
function nameOfKey(authorization: string | undefined): string | undefined {
  const name = /\[((?:old )?key [^\]]+)\]/.exec(authorization ?? '')?.[1]
  return name === undefined ? undefined : `that is the ${name}`
}
