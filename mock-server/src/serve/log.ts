import type { OperationId } from '@wfhost/openapi'
import { toPrintableJson, toPrintableLine } from '@wfhost/wire/printable'
import type { Refusal } from '../adapters/http.ts'
import { explainExchange } from '../core/journal/explain-exchange.ts'
import type { ObservedExchange } from '../core/journal/journal.ts'

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
      writeLine({ status, method, path: path.split('?')[0], operation, faults, ...explainExchange(entry) })
    },
    refusal: writeLine,
  }
}

function inWords({ faults = [], hint, method, operation, path, reason, requirements = [], status }: Line): string {
  const words = [status ?? 'no answer', method, path, operation, requirements.join(','), ...faults.map((kind) => `fault ${kind}`)]
  const said = [reason, hint].filter((text) => text !== undefined).join('; ')
  return words.filter((word) => word !== undefined && word !== '').join(' ') + (said === '' ? '' : `: ${said}`)
}
