import { toPrintableJson, toPrintableLine } from '@wfhost/internal/printable'
import type { OperationId } from '@wfhost/openapi'
import type { Refusal } from '../adapters/http.ts'
import { createTrail } from '../core/journal/create-trail.ts'
import { describeFailure } from '../core/journal/describe-failure.ts'
import { explainExchange } from '../core/journal/explain-exchange.ts'
import type { ExchangeReport } from '../core/journal/journal.ts'
import type { TrailStep } from '../core/journal/trail-step.ts'
import { findOperation } from '../core/requests/paths.ts'
import type { StoredRun } from '../schema/state.ts'
import { type Paint, plainPaint } from './terminal-look.ts'

/** Writes a line. The content is the line without its time and duration: it is the same for repeated requests. */
export type WriteLine = (line: string, content: string) => void

export interface LogOptions {
  /** Text for people, or one JSON object per line. */
  readonly format: 'text' | 'json'
  /** Whether requests that succeeded are logged, too. */
  readonly verbose: boolean
  readonly write: WriteLine
  readonly now: () => Date
  /** Colours the lines of text. @default no colours */
  readonly paint?: Paint
}

/** The parts of an exchange that the log shows. The assumptions are unknown for the exchange of another process. */
export type LoggedExchange = Omit<ExchangeReport, 'findContractFacts' | 'assumptions'> &
  Partial<Pick<ExchangeReport, 'assumptions'>>

export interface Logger {
  /** Logs an exchange if it was refused, if its run or execution failed, or if a fault applied to it. */
  logExchange(exchange: LoggedExchange): void
  /** Logs a request that the server refused before it was handled. */
  logRefusal(refusal: Refusal): void
  /** Logs an async run that failed, because no response contains its result. With `verbose`, logs every async run. */
  logRun(run: StoredRun): void
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
  /** A change that the sender of the request can make. */
  readonly hint?: string | undefined
  /** The checks of a request that was refused or failed. */
  readonly trail?: readonly TrailStep[] | undefined
}

/**
 * Creates a log. It contains no keys, because journal entries have the names of keys only. It contains no control characters,
 * so it cannot change the state of a terminal or of a CI system.
 */
export function createLogger(options: LogOptions): Logger {
  const { verbose } = options

  return {
    logExchange: (exchange) => {
      const { failed, faults, status } = exchange
      const isSuccess = !failed && status !== undefined && status < 400 && faults.length === 0
      if (isSuccess && !verbose) return

      // Describing an exchange takes time, and most exchanges are not logged. So the description comes after the condition.
      writeLine(describeExchange(exchange, { verbose }), options)
    },
    logRefusal: (refusal) => writeLine(describeRefusal(refusal), options),
    logRun: (run) => {
      // The result of a synchronous run is in its response, so it is logged as an exchange.
      if (run.mode !== 'async') return

      const failure = describeFailure(run.result)
      if (failure === undefined && !verbose) return

      writeLine(describeRun(run, failure ?? 'success'), options)
    },
  }
}

function describeExchange(
  { assumptions, createEntry, faults, operation, status }: LoggedExchange,
  { verbose }: Pick<LogOptions, 'verbose'>,
): Line {
  const entry = createEntry()
  const { durationMs, forwarded, request } = entry
  const [path] = request.path.split('?')
  const trail = verbose && assumptions !== undefined ? createTrail(entry, assumptions) : undefined
  return { status, method: request.method, path, operation, faults, forwarded, ...explainExchange(entry), trail, durationMs }
}

function describeRefusal({ durationMs, method, path: target, reason, status }: Refusal): Line {
  const path = target?.split('?')[0]
  const operation = path === undefined ? undefined : findOperation(path)?.operationId
  return { status, method, path, operation, reason, durationMs }
}

function describeRun({ endedAt, flowId, runId, startedAt }: StoredRun, reason: string): Line {
  const durationMs = endedAt === undefined ? undefined : endedAt - startedAt
  return { runId, flowId, reason, durationMs }
}

/** Writes a line as text or JSON. Durations are only shown in a verbose log. */
function writeLine({ durationMs, ...brief }: Line, { format, now, paint = plainPaint, verbose, write }: LogOptions): void {
  const line = verbose ? { ...brief, durationMs } : brief

  if (format === 'json') {
    const level = line.status === 500 ? 'error' : 'info'
    write(toPrintableJson(JSON.stringify({ time: now().toISOString(), level, ...line })), JSON.stringify(brief))
  } else {
    const time = paint('faint', now().toTimeString().slice(0, 8))
    write(`${time} ${formatLine(line, paint)}`, formatLine(brief, plainPaint))
  }
}

/** Formats a line for people, such as `404 GET /v1/orgs getManifest: the reason; the hint`. */
function formatLine(line: Line, paint: Paint): string {
  const { durationMs, faults = [], flowId, forwarded, method, operation, path, requirements = [], runId, status } = line
  const subject = runId === undefined ? (status ?? 'no response') : `run ${runId} of workflow ${flowId}`
  const words: unknown[] = [method, path, operation, requirements.join(',')]
  words.push(...faults.map((kind) => `fault ${kind}`))
  if (forwarded !== undefined) words.push(`forwarded to ${forwarded}`)
  if (durationMs !== undefined) words.push(`in ${durationMs} ms`)

  const text = words.filter((word) => word !== undefined && word !== '').join(' ')
  const trail = line.trail === undefined ? undefined : formatTrail(line.trail)
  const explanation = [line.reason, line.hint, trail].filter((part) => part !== undefined).join('; ')
  const rest = explanation === '' ? text : `${text}: ${explanation}`
  const space = text === '' ? '' : ' '
  return `${paint(styleOf(line), toPrintableLine(String(subject)))}${space}${toPrintableLine(rest)}`
}

/** Formats the checks up to the one that refused the request, such as `✓ Key known ✓ Within limit ✕ Published`. */
function formatTrail(trail: readonly TrailStep[]): string {
  const reached = trail.filter(({ state }) => state !== 'notReached')
  return reached.map(({ label, state }) => `${state === 'passed' ? '✓' : '✕'} ${label}`).join(' ')
}

/** Returns the style of the first word. A refused request is as it should be, and a failed one is not. */
function styleOf({ runId, status = 500 }: Line): 'bold' | 'passed' | 'refused' | 'failed' {
  // The reason says how an async run ended.
  if (runId !== undefined) return 'bold'
  if (status < 400) return 'passed'
  return status < 500 ? 'refused' : 'failed'
}

/**
 * Collects the lines of one turn of the event loop and writes them together, because each write is slow. Lines that are not
 * written yet when the process ends are written then.
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
