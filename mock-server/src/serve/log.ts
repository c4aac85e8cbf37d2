import type { OperationId } from '@wfhost/openapi'
import type { Refusal } from '../adapters/http/listen-options.ts'
import type { JournalEntry, ObservedExchange } from '../core/journal/journal-entry.ts'
import { citedRequirements } from '../core/journal/show-exchange.ts'

/** How a log is written. */
export interface LogOptions {
  /** Text for people, or one JSON object per line. */
  readonly format: 'text' | 'json'
  readonly write: (line: string) => void
  readonly now: () => Date
}

/** Logs which requests failed, and why. */
export interface Log {
  /** Logs an exchange if it was refused, or a fault applied to it. */
  exchange(exchange: ObservedExchange): void
  /** Logs a request that the server refused before it was handled. */
  refusal(refusal: Refusal): void
}

/** Creates a log. It contains no keys: journal entries have keys by name only. */
export function createLog({ format, now, write }: LogOptions): Log {
  function line(text: string, members: object): void {
    write(format === 'text' ? text : JSON.stringify({ time: now().toISOString(), ...members }))
  }

  return {
    exchange: ({ faults, operation, show, status }) => {
      // The journal entry is only created for requests that are logged.
      if (status !== undefined && status < 400 && faults.length === 0) return
      const entry = show()
      const { request } = entry
      const path = request.path.split('?')[0]
      const requirements = requirementsOf(operation, status)
      const reason = reasonOf(entry)
      const words = [
        status ?? 'no answer',
        request.method,
        path,
        operation,
        requirements.join(','),
        ...faults.map((kind) => `fault ${kind}`),
      ]
      line(`${words.filter((word) => word !== undefined && word !== '').join(' ')}${reason === undefined ? '' : `: ${reason}`}`, {
        level: status === 500 ? 'error' : 'info',
        status,
        method: request.method,
        path,
        operation,
        requirements,
        faults,
        reason,
      })
    },
    refusal: ({ reason, status }) => line(`${status ?? 'no answer'} ${reason}`, { level: 'info', status, reason }),
  }
}

/** The requirements specific to this response: those of every response of the operation say nothing about it. */
function requirementsOf(operation: OperationId | undefined, status: number | undefined): readonly string[] {
  if (operation === undefined || status === undefined) return []
  const always = new Set<string>(citedRequirements(operation, 0).requirements)
  return citedRequirements(operation, status).requirements.filter((id) => !always.has(id))
}

function reasonOf({ response }: JournalEntry): string | undefined {
  if (response === undefined || response.status < 400) return undefined
  try {
    const body: unknown = JSON.parse(response.body ?? '')
    const { detail, error, message } = Object(body)
    const said = [message, detail, error, Object(error).message].find((text) => typeof text === 'string')
    return said === undefined ? undefined : oneLine(said)
  } catch {
    return response.body === undefined ? undefined : oneLine(response.body)
  }
}

function oneLine(text: string): string {
  const [first = ''] = text.trim().split('\n')
  // The journal has the full text.
  return first.length > 300 ? `${first.slice(0, 300)}…` : first
}
