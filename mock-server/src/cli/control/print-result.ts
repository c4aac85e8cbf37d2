import { toPrintableJson, toPrintableLine } from '@wfhost/internal/printable'
import { MockControlError } from '../../host/create-mock-control.ts'
import { readEvents } from '../../host/read-events.ts'
import type { ExchangeSummary, JournalEntry } from '../../schema/journal.ts'
import type { RunRecord } from '../../schema/state.ts'
import { createLogger } from '../../serve/log.ts'
import type { Print } from '../print.ts'

/** A running server, and one of its worlds. */
export interface Target {
  readonly url: string
  readonly token: string | undefined
  /** The id of a world; undefined for the world at `/`. */
  readonly world: string | undefined
  readonly json: boolean
  readonly print: Print
}

interface ResultFormat {
  readonly json: boolean
  /** The operation that returned the result. */
  readonly name?: string
}

/** Formats the result of an operation as lines: one line of JSON, or one line for each item of a list. */
export function formatResult(result: unknown, { json, name }: ResultFormat): string[] {
  if (json) return [toPrintableJson(JSON.stringify(result ?? null))]
  if (result === undefined) return []

  const items: readonly unknown[] = Array.isArray(result) ? result : [result]
  return items.map((item) => formatItem(item, name))
}

function formatItem(item: unknown, name: string | undefined): string {
  // The server has created the item from its journal or its runs.
  if (name === 'journal') return formatRequest(item as JournalEntry)
  if (name === 'runs') return toPrintableLine(formatRun(item as RunRecord))
  return toPrintableLine(typeof item === 'string' ? item : JSON.stringify(item))
}

function formatRun({ flowId, mode, result, runId, status }: RunRecord): string {
  const error = result?.status === 'failed' ? `: ${result.error.name}: ${result.error.value}` : ''
  return `${runId} ${flowId} ${mode} ${status}${error}`
}

/** Formats a request as the server logs it, at the time of its world. */
function formatRequest(entry: JournalEntry): string {
  const lines: string[] = []
  const log = createLogger({ format: 'text', verbose: true, write: (line) => lines.push(line), now: () => new Date(entry.at) })
  const { faults, operation, response } = entry
  log.logExchange({ operation, status: response?.status, failed: false, faults, createEntry: () => entry })
  return `${entry.number}. ${lines.join('')}`
}

/** Prints the requests of a world when they have ended, until the server stops. */
export async function followRequests({ json, print, token, url, world }: Target): Promise<void> {
  const baseUrl = `${url.replace(/\/+$/, '')}/__mock${world === undefined ? '' : `/worlds/${world}`}`
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const response = await fetch(`${baseUrl}/events`, { headers })
  if (!response.ok || response.body === null) {
    const message = `Cannot follow ${url}: ${response.status} ${await response.text()}`
    throw new MockControlError(message, { code: 'refused' })
  }

  for await (const summary of readEndedExchanges(response.body, url)) {
    const needsDetails = json || summary.failed || (summary.response?.status ?? 500) >= 400
    const entry = needsDetails ? await readExchange(baseUrl, { headers, summary }) : toEntry(summary)
    print(json ? toPrintableJson(JSON.stringify(entry)) : formatRequest(entry))
  }
}

/**
 * Reads the events of a journal, and yields the exchanges that have ended.
 *
 * @throws MockControlError when the events end.
 */
async function* readEndedExchanges(body: ReadableStream<Uint8Array>, url: string): AsyncGenerator<ExchangeSummary> {
  const events = readEvents(body)
  while (true) {
    const { done, value } = await events.next().catch((cause: unknown) => {
      throw new MockControlError(`Cannot follow ${url} any longer: it has closed the connection`, { code: 'closed', cause })
    })
    if (done) {
      const reason = 'the server has ended the events, for example because the world was removed'
      throw new MockControlError(`Cannot follow ${url} any longer: ${reason}`, { code: 'closed' })
    }

    if (value.event !== 'exchange') continue
    const summary: ExchangeSummary = JSON.parse(value.data)
    const hasEnded = summary.durationMs !== undefined
    if (hasEnded) yield summary
  }
}

interface SummarizedExchange {
  readonly headers: Readonly<Record<string, string>>
  readonly summary: ExchangeSummary
}

/** Reads an exchange in full. If the server has forgotten it meanwhile, the summary replaces it. */
async function readExchange(baseUrl: string, { headers, summary }: SummarizedExchange): Promise<JournalEntry> {
  const response = await fetch(`${baseUrl}/inspect/exchange`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ number: summary.number }),
  }).catch(() => undefined)
  if (response?.ok !== true) return toEntry(summary)

  const { result }: { readonly result: JournalEntry } = await response.json()
  return result
}

function toEntry({ failed: _failed, request, response, tool: _tool, ...summary }: ExchangeSummary): JournalEntry {
  return {
    ...summary,
    request: { ...request, headers: {} },
    response: response === undefined ? undefined : { ...response, headers: {} },
    requirements: [],
    assumptions: [],
  }
}
