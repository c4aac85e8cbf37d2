import { excerpt, type Redact } from '@wfhost/internal/redacted-text'
import { redactQuery } from '@wfhost/internal/redaction'
import type { ExchangeSummary } from '../../schema/journal.ts'
import { memberOf, readJson } from '../json.ts'
import { readText } from '../memory/kept-text.ts'
import type { RecordedExchange } from './journal.ts'

const shownPath = 500

// A larger body takes too long to parse for the name of a tool.
const parsedBytes = 10_000

/** Describes an exchange without its headers and bodies, so that the size of an exchange does not matter to those who follow. */
export function summarizeExchange(exchange: RecordedExchange, redact: Redact): ExchangeSummary {
  const { endedAt, failed, faults, forwarded, method, number, operation, path, response, startedAt } = exchange
  return {
    number,
    at: new Date(startedAt).toISOString(),
    durationMs: endedAt === undefined ? undefined : endedAt - startedAt,
    operation,
    tool: operation === 'executeTool' ? toolOf(exchange, redact) : undefined,
    forwarded,
    request: { method, path: excerpt(redact(redactQuery(path)), shownPath) },
    response: response === undefined ? undefined : { status: response.status },
    failed,
    faults,
  }
}

function toolOf({ requestBody }: RecordedExchange, redact: Redact): string | undefined {
  const text = requestBody === undefined ? undefined : readText(requestBody)
  if (text === undefined || text.length > parsedBytes) return undefined
  const body = readJson(text)
  const toolset = memberOf(body, 'toolset')
  const tool = memberOf(body, 'tool')
  // A body may have anything there, also what no text can be made of.
  if (typeof toolset !== 'string' || typeof tool !== 'string') return undefined
  return redact(`${toolset}/${tool}`)
}
