import { excerpt, type Redact } from '@wfhost/internal/redacted-text'
import { redactQuery } from '@wfhost/internal/redaction'
import type { ExchangeSummary } from '../../schema/journal.ts'
import { memberOf, readJson } from '../json.ts'
import { readText } from '../memory/kept-text.ts'
import { findMessage } from '../requests/find-message.ts'
import { describeFailure } from './describe-failure.ts'
import type { RecordedExchange } from './journal.ts'

const maxPathCharacters = 500

// Parsing a larger body takes too long for the name of a tool, or for a reason.
const maxParsedCharacters = 10_000

/** Describes an exchange without its headers and bodies, so that large bodies do not slow down the events of the journal. */
export function summarizeExchange(exchange: RecordedExchange, redact: Redact): ExchangeSummary {
  const { endedAt, failed, faults, forwarded, method, number, operation, path, response, startedAt } = exchange
  return {
    number,
    at: new Date(startedAt).toISOString(),
    durationMs: endedAt === undefined ? undefined : endedAt - startedAt,
    operation,
    tool: operation === 'executeTool' ? readToolName(exchange, redact) : undefined,
    forwarded,
    request: { method, path: excerpt(redact(redactQuery(path)), maxPathCharacters) },
    response: response === undefined ? undefined : { status: response.status },
    failed,
    reason: readReason(exchange, redact),
    faults,
  }
}

/** Reads why a request was refused, or how its run failed. Undefined for a success, and for a large body. */
function readReason({ failed, response }: RecordedExchange, redact: Redact): string | undefined {
  if (response === undefined || (response.status < 400 && !failed)) return undefined
  const text = readText(response.body ?? '')
  if (text === undefined || text === '' || text.length > maxParsedCharacters) return undefined

  // Redacted first, because an excerpt could contain a part of a key.
  const redacted = redact(text)
  return describeFailure(readJson(redacted)) ?? findMessage(redacted)
}

/** Reads the tool of an execution for a summary, such as `weather/forecast`. */
function readToolName({ requestBody }: RecordedExchange, redact: Redact): string | undefined {
  const text = requestBody === undefined ? undefined : readText(requestBody)
  if (text === undefined || text.length > maxParsedCharacters) return undefined
  const body = readJson(text)
  const toolset = memberOf(body, 'toolset')
  const tool = memberOf(body, 'tool')
  // An invalid body can have any value there.
  if (typeof toolset !== 'string' || typeof tool !== 'string') return undefined
  return redact(`${toolset}/${tool}`)
}
