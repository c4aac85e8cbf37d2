import { toPrintableJson, toPrintableLine } from '@wfhost/internal/printable'
import type { OperationId } from '@wfhost/openapi'
import type { Refusal } from '../adapters/http.ts'
import { explainExchange, failureOf } from '../core/journal/explain-exchange.ts'
import type { ObservedExchange } from '../core/journal/journal.ts'
import { findOperation } from '../core/requests/paths.ts'
import type { StoredRun } from '../schema/state.ts'

export interface LogOptions {
  /** Text for people, or one JSON object per line. */
  readonly format: 'text' | 'json'
  /** Whether requests that succeeded are logged, too. */
  readonly verbose: boolean
  readonly write: (line: string) => void
  readonly now: () => Date
}

export interface Log {
  /** Logs an exchange if it was refused, if its run or execution failed, or if a fault applied to it. */
  exchange(exchange: ObservedExchange): void
  /** Logs a request that the server refused before it was handled. */
  refusal(refusal: Refusal): void
  /** Logs an async run that failed: nobody gets its result. With `verbose`, every async run. */
  run(run: StoredRun): void
}

interface Line {
  readonly status?: number | undefined
  readonly method?: string | undefined
  readonly path?: string | undefined
  readonly operation?: OperationId | undefined
  readonly requirements?: readonly string[]
  readonly faults?: readonly string[]
  readonly forwarded?: string | undefined
  readonly runId?: string
  readonly flowId?: string
  readonly durationMs?: number | undefined
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
      const { durationMs, forwarded } = entry
      const line = { status, method, path: path.split('?')[0], operation, faults, forwarded, ...explainExchange(entry) }
      writeLine(verbose ? { ...line, durationMs } : line)
    },
    refusal: ({ durationMs, method, path: target, reason, status }) => {
      const path = target?.split('?')[0]
      const operation = path === undefined ? undefined : findOperation(path)?.operationId
      const line = { status, method, path, operation, reason }
      writeLine(verbose ? { ...line, durationMs } : line)
    },
    run: ({ endedAt, flowId, mode, result, runId, startedAt }) => {
      const reason = failureOf(result)
      if (mode !== 'async' || (!verbose && reason === undefined)) return
      const durationMs = endedAt === undefined ? undefined : endedAt - startedAt
      writeLine({ runId, flowId, ...(verbose ? { durationMs } : {}), reason: reason ?? 'success' })
    },
  }
}

/**
 * Writes the lines of one turn of the event loop together, as a write takes longer than the line that it writes. The end of
 * the process loses none.
 */
export function writeByTurn(write: (text: string) => void): (line: string) => void {
  let lines: string[] = []
  function flush(): void {
    if (lines.length > 0) write(lines.join('\n'))
    lines = []
  }
  process.once('exit', flush)
  return (line) => {
    if (lines.push(line) === 1) setImmediate(flush)
  }
}

function inWords(line: Line): string {
  const {
    durationMs,
    faults = [],
    flowId,
    forwarded,
    hint,
    method,
    operation,
    path,
    reason,
    requirements = [],
    runId,
    status,
  } = line
  const words = [
    runId === undefined ? (status ?? 'no answer') : `run ${runId} of workflow ${flowId}`,
    method,
    path,
    operation,
    requirements.join(','),
    ...faults.map((kind) => `fault ${kind}`),
    forwarded === undefined ? '' : `forwarded to ${forwarded}`,
    durationMs === undefined ? '' : `in ${durationMs} ms`,
  ]
  const said = [reason, hint].filter((text) => text !== undefined).join('; ')
  return words.filter((word) => word !== undefined && word !== '').join(' ') + (said === '' ? '' : `: ${said}`)
}
