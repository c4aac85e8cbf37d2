import type { Redact, RedactedText } from '@wfhost/internal/redacted-text'
import { createRedactor, redactQuery } from '@wfhost/internal/redaction'
import { type OperationId, operationTable, type Requirement } from '@wfhost/openapi'
import type { JournalEntry } from '../../schema/journal.ts'
import { type KeptText, readText, whyNotKept } from '../memory/kept-text.ts'
import type { World } from '../world/world.ts'
import type { RecordedExchange, RecordedResponse } from './journal.ts'

export function showExchange(exchange: RecordedExchange, redact: Redact): JournalEntry {
  const { endedAt, faults, forwarded, method, number, operation, path, response, startedAt } = exchange
  const headers = Object.entries(exchange.requestHeaders).map(([name, value]) => {
    return [
      name,
      name === 'authorization' ? redactKey(value, redact) : name === 'cookie' ? redactCookies(value, redact) : redact(value),
    ]
  })
  return {
    number,
    at: new Date(startedAt).toISOString(),
    durationMs: endedAt === undefined ? undefined : endedAt - startedAt,
    operation,
    request: {
      method,
      path: redact(redactQuery(path)),
      headers: Object.fromEntries(headers),
      ...shownBody(exchange.requestBody, redact),
    },
    response: response === undefined ? undefined : shownResponse(response, { method, redact }),
    ...citedFor(operation, response?.status),
    ...(forwarded === undefined ? {} : { forwarded, assumptions: [] }),
    faults,
  }
}

function shownResponse(
  { body, headers, status }: RecordedResponse,
  { method, redact }: { readonly method: string; readonly redact: Redact },
): JournalEntry['response'] {
  // RFC 9110, section 9.3.2: the response to HEAD has no content.
  const content = method === 'HEAD' ? undefined : body
  return { status, headers: meaningful(headers), ...shownBody(content, redact) }
}

interface ShownBody {
  readonly body?: string | undefined
  readonly notKept?: string | undefined
}

function shownBody(kept: KeptText | undefined, redact: Redact): ShownBody {
  if (kept === undefined) return { body: undefined }
  const text = readText(kept)
  return text === undefined ? { body: undefined, notKept: whyNotKept(kept) } : { body: redact(text) }
}

// Others depend on the adapter.
const shownHeaders = ['allow', 'content-type', 'date', 'retry-after', 'www-authenticate']

function meaningful(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(shownHeaders.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])))
}

/** Returns the function that replaces every key and session of a world in a text by its name. */
export function redactionOf(world: World): Redact {
  const { consoleSessions, replacedKeys, toolHostingKeys, workflowKeys } = world
  const changes = replacedKeys.changes + workflowKeys.changes + toolHostingKeys.changes + consoleSessions.changes
  if (world.redaction?.changes !== changes) world.redaction = { changes, redact: createRedaction(world) }
  return world.redaction.redact
}

/** Looking for a key in every form takes longer than a refusal, and most texts come again: paths, messages, headers. */
function createRedaction(world: World): Redact {
  const redactor = createRedactor(keyNames(world))
  const known = new Map<string, RedactedText>()
  return (text) => {
    const redacted = known.get(text) ?? redactor.text(text)
    if (known.size === 100) known.clear()
    if (text.length <= 200) known.set(text, redacted)
    return redacted
  }
}

/** What the journal has for each key and session of a world. */
export function keyNames({ consoleSessions, replacedKeys, toolHostingKeys, workflowKeys }: World): Map<string, string> {
  const names = new Map<string, string>()
  for (const [key, { flowId }] of replacedKeys) names.set(key, `[old key of workflow ${flowId}]`)
  for (const [key, { flowId }] of workflowKeys) names.set(key, `[key of workflow ${flowId}]`)
  for (const [key, { name, organization }] of toolHostingKeys) names.set(key, `[key ${name} of ${organization.id}]`)
  for (const [token, { id }] of consoleSessions) names.set(token, `[session of ${id}]`)
  return names
}

/** Redacts the header Cookie: what is not a known session is removed. */
function redactCookies(value: string, redact: Redact): string {
  const cookies = value.split(';').map((cookie) => {
    const [, name = '', token = ''] = /^([^=]*=)?(.*)$/s.exec(cookie.trim()) ?? []
    const redacted = redact(token)
    return name + (redacted === token ? '[unknown]' : redacted)
  })
  return cookies.join('; ')
}

/** Redacts the header Authorization: what is not a known key is removed. */
function redactKey(value: string, redact: Redact): string {
  const redacted = redact(value)
  // What a program writes for a variable that is not set is no secret, and says what went wrong.
  if (redacted !== value || /^(?:bearer *)?(?:undefined|null|\[object \w+\])?$/i.test(value)) return redacted
  const scheme = /^(?:basic|bearer)(?= )/i.exec(value)?.[0]
  return scheme === undefined ? '[unknown]' : `${scheme} [unknown]`
}

/** The requirement ids that the document gives for an element. */
interface Cited {
  readonly requirements: readonly Requirement['id'][]
  readonly assumptions: readonly Requirement['id'][]
}

const nothing: Cited = { requirements: [], assumptions: [] }

function citedFor(operationId: OperationId | undefined, status: number | undefined): Cited {
  if (operationId === undefined || status === undefined) return nothing
  const all: Cited = operationTable[operationId]
  const own = citedForResponse(operationId, status)
  return {
    requirements: [...all.requirements, ...own.requirements],
    assumptions: [...all.assumptions, ...own.assumptions],
  }
}

/** Without what the document gives for every response of the operation. */
export function citedForResponse(operationId: OperationId, status: number): Cited {
  const responses: Readonly<Record<number, Cited>> = operationTable[operationId].responses
  return responses[status] ?? nothing
}
