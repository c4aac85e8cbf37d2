import { toPrintableJson, toPrintableLine } from '@wfhost/internal/printable'
import { MockControlError } from '../host/create-mock-control.ts'
import { readEvents } from '../host/read-events.ts'
import type { ExchangeSummary, JournalEntry } from '../schema/journal.ts'
import type { RunRecord } from '../schema/state.ts'
import { createLog } from '../serve/log.ts'

/** A server that runs, and one of its worlds. */
export interface Target {
  readonly url: string
  readonly token: string | undefined
  /** The id of a world; undefined for the one at `/`. */
  readonly world: string | undefined
  readonly json: boolean
}

/** What an operation returned, as lines: for a person, a line for each item of a list. */
export function linesOf(result: unknown, { json, name }: { readonly json: boolean; readonly name?: string }): string[] {
  if (json) return [toPrintableJson(JSON.stringify(result ?? null))]
  if (result === undefined) return []
  const items: readonly unknown[] = Array.isArray(result) ? result : [result]
  return items.map((item) => {
    // The server has them from its journal and from its runs.
    if (name === 'journal') return lineOfRequest(item as JournalEntry)
    return toPrintableLine(
      name === 'runs' ? lineOfRun(item as RunRecord) : typeof item === 'string' ? item : JSON.stringify(item),
    )
  })
}

function lineOfRun({ flowId, mode, result, runId, status }: RunRecord): string {
  const why = result?.status === 'failed' ? `: ${result.error.name}: ${result.error.value}` : ''
  return `${runId} ${flowId} ${mode} ${status}${why}`
}

/** A request as the server logs it, at the time of its world. */
function lineOfRequest(entry: JournalEntry): string {
  const lines: string[] = []
  const log = createLog({ format: 'text', verbose: true, write: (line) => lines.push(line), now: () => new Date(entry.at) })
  const { faults, operation, response } = entry
  log.exchange({ operation, status: response?.status, failed: false, faults, show: () => entry })
  return `${entry.number}. ${lines.join('')}`
}

/** Prints the requests of a world when they have ended, until the server ends. */
export async function followRequests({ json, token, url, world }: Target): Promise<void> {
  const base = `${url.replace(/\/+$/, '')}/__mock${world === undefined ? '' : `/worlds/${world}`}`
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const response = await fetch(`${base}/events`, { headers })
  if (!response.ok || response.body === null)
    throw new MockControlError(`Cannot follow ${url}: ${response.status} ${await response.text()}`)
  // The reader has gone, as `head` does: the command ends like one that SIGPIPE ended.
  process.stdout.on('error', () => process.exit(141))
  const events = readEvents(response.body)
  for (;;) {
    const { done, value } = await events.next().catch((cause: unknown) => {
      throw new MockControlError(`Cannot follow ${url} any longer: it has closed the connection`, { cause })
    })
    if (done) return
    if (value.event !== 'exchange') continue
    const summary: ExchangeSummary = JSON.parse(value.data)
    if (summary.durationMs === undefined) continue
    const needsAll = json || summary.failed || (summary.response?.status ?? 500) >= 400
    const entry = needsAll ? await readExchange(base, { headers, summary }) : entryOf(summary)
    console.log(json ? toPrintableJson(JSON.stringify(entry)) : lineOfRequest(entry))
  }
}

/** Reads an exchange in full; if the server has forgotten it meanwhile, the summary is what is left. */
async function readExchange(
  base: string,
  { headers, summary }: { readonly headers: Readonly<Record<string, string>>; readonly summary: ExchangeSummary },
): Promise<JournalEntry> {
  const response = await fetch(`${base}/inspect/exchange`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ number: summary.number }),
  }).catch(() => undefined)
  if (response?.ok !== true) return entryOf(summary)
  const { result }: { readonly result: JournalEntry } = await response.json()
  return result
}

function entryOf({ failed: _failed, request, response, tool: _tool, ...summary }: ExchangeSummary): JournalEntry {
  return {
    ...summary,
    request: { ...request, headers: {} },
    response: response === undefined ? undefined : { ...response, headers: {} },
    requirements: [],
    assumptions: [],
  }
}
