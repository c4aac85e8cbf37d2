import type { OperationId } from '@wfhost/openapi'
import { citedRequirements } from '../core/journal/cited-requirements.ts'
import type { JournalEntry } from '../core/journal/journal-entry.ts'
import type { Refusal } from '../doors/http/listen-options.ts'

/** How a log is written. */
export interface LogOptions {
  /** For a person, or a JSON object each line. */
  readonly format: 'text' | 'json'
  readonly write: (line: string) => void
  readonly now: () => Date
}

/** Says which requests failed, and why. */
export interface Log {
  /** An exchange; only one that was refused, or that a fault met, is a line. */
  exchange(entry: JournalEntry): void
  /** A request that was not let in. */
  refusal(refusal: Refusal): void
}

/** Makes a log. No line has a key in it: entries of a journal have keys by their names only. */
export function createLog({ format, now, write }: LogOptions): Log {
  function line(text: string, members: object): void {
    write(format === 'text' ? text : JSON.stringify({ time: now().toISOString(), ...members }))
  }

  return {
    exchange: (entry) => {
      const { faults, operation, request } = entry
      const status = entry.response?.status
      if (status !== undefined && status < 400 && faults.length === 0) return
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

/** Those of the answer; what every answer of the operation carries says nothing of this one. */
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
  // A line is for reading; the journal has the whole.
  return first.length > 300 ? `${first.slice(0, 300)}…` : first
}
