import type { Redact, RedactedText } from '@wfhost/internal/redacted-text'
import { createRedactor, redactQuery } from '@wfhost/internal/redaction'
import { type OperationId, operationTable, type Requirement } from '@wfhost/openapi'
import type { JournalEntry } from '../../schema/journal.ts'
import { explainMissingText, type KeptText, readText } from '../memory/kept-text.ts'
import type { World } from '../world/world.ts'
import type { RecordedExchange, RecordedResponse } from './journal.ts'

/**
 * Creates the journal entry of an exchange. Keys and sessions are replaced by their names. The entry has the requirements and
 * the assumptions that explain the response.
 */
export function toJournalEntry(exchange: RecordedExchange, redact: Redact): JournalEntry {
  const { endedAt, faults, forwarded, method, number, operation, path, response, startedAt } = exchange
  const { assumptions, requirements } = collectRequirementsAndAssumptions(operation, response?.status)

  const entry: JournalEntry = {
    number,
    at: new Date(startedAt).toISOString(),
    durationMs: endedAt === undefined ? undefined : endedAt - startedAt,
    operation,
    request: {
      method,
      // `redact` replaces the keys of this world. `redactQuery` also hides other values of parameters such as `api_key`.
      path: redact(redactQuery(path)),
      headers: redactHeaders(exchange.requestHeaders, redact),
      ...readEntryBody(exchange.requestBody, redact),
    },
    response: response === undefined ? undefined : toEntryResponse(response, { method, redact }),
    requirements,
    assumptions,
    faults,
  }

  if (forwarded === undefined) return entry
  // The assumptions of this server say nothing about a response of another server.
  return { ...entry, assumptions: [], forwarded }
}

function redactHeaders(headers: Readonly<Record<string, string>>, redact: Redact): Record<string, string> {
  const redacted: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) redacted[name] = redactHeader(name, value, redact)
  return redacted
}

function redactHeader(name: string, value: string, redact: Redact): string {
  if (name === 'authorization') return redactAuthorization(value, redact)
  if (name === 'cookie') return redactCookies(value, redact)
  return redact(value)
}

interface ResponseContext {
  /** The method of the request. */
  readonly method: string
  readonly redact: Redact
}

function toEntryResponse(
  { body, headers, status }: RecordedResponse,
  { method, redact }: ResponseContext,
): JournalEntry['response'] {
  // RFC 9110, section 9.3.2: the response to HEAD has no content.
  const content = method === 'HEAD' ? undefined : body
  return { status, headers: selectHeaders(headers), ...readEntryBody(content, redact) }
}

interface EntryBody {
  readonly body?: string | undefined
  /** Explains why the body was not stored. */
  readonly notKept?: string | undefined
}

function readEntryBody(kept: KeptText | undefined, redact: Redact): EntryBody {
  if (kept === undefined) return { body: undefined }
  const text = readText(kept)
  return text === undefined ? { body: undefined, notKept: explainMissingText(kept) } : { body: redact(text) }
}

// Other headers depend on the adapter.
const journaledHeaders = ['allow', 'content-type', 'date', 'retry-after', 'www-authenticate']

function selectHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const selected: Record<string, string> = {}
  for (const name of journaledHeaders) {
    const value = headers[name]
    if (value !== undefined) selected[name] = value
  }
  return selected
}

/** Returns the function that replaces every key and session of a world in a text by its name. */
export function getRedact(world: World): Redact {
  const { consoleSessions, replacedKeys, toolHostingKeys, workflowKeys } = world
  const changes = replacedKeys.changes + workflowKeys.changes + toolHostingKeys.changes + consoleSessions.changes
  if (world.redaction?.changes !== changes) world.redaction = { changes, redact: createRedaction(world) }
  return world.redaction.redact
}

const maxCachedTexts = 100
const maxCachedCharacters = 200

/**
 * Creates a redaction with a cache of short texts. The search for each key in each encoding takes longer than a refusal, and
 * most texts occur again: paths, messages and headers.
 */
function createRedaction(world: World): Redact {
  const redactor = createRedactor(keyNames(world))
  const cache = new Map<string, RedactedText>()

  return (text) => {
    const redacted = cache.get(text) ?? redactor.text(text)
    if (cache.size === maxCachedTexts) cache.clear()
    if (text.length <= maxCachedCharacters) cache.set(text, redacted)
    return redacted
  }
}

/** Returns the name that replaces each key and session of a world in the journal. */
export function keyNames({ consoleSessions, replacedKeys, toolHostingKeys, workflowKeys }: World): Map<string, string> {
  const names = new Map<string, string>()
  for (const [key, { flowId }] of replacedKeys) names.set(key, `[old key of workflow ${flowId}]`)
  for (const [key, { flowId }] of workflowKeys) names.set(key, `[key of workflow ${flowId}]`)
  for (const [key, { name, organization }] of toolHostingKeys) names.set(key, `[key ${name} of ${organization.id}]`)
  for (const [token, { id }] of consoleSessions) names.set(token, `[session of ${id}]`)
  return names
}

/** Redacts the header Cookie. A value that is not a session of this world is removed. */
function redactCookies(value: string, redact: Redact): string {
  const cookies = value.split(';').map((cookie) => {
    const [, name = '', token = ''] = /^([^=]*=)?(.*)$/s.exec(cookie.trim()) ?? []
    const redacted = redact(token)
    return name + (redacted === token ? '[unknown]' : redacted)
  })
  return cookies.join('; ')
}

/** Redacts the header Authorization. A value that is not a key of this world is removed, but its scheme stays. */
function redactAuthorization(value: string, redact: Redact): string {
  const redacted = redact(value)
  // The text of a variable that is not set is not secret, and it explains the mistake.
  if (redacted !== value || /^(?:bearer *)?(?:undefined|null|\[object \w+\])?$/i.test(value)) return redacted
  const scheme = /^(?:basic|bearer)(?= )/i.exec(value)?.[0]
  return scheme === undefined ? '[unknown]' : `${scheme} [unknown]`
}

/** The requirement ids that the API document cites for an operation or a response. */
interface Citations {
  readonly requirements: readonly Requirement['id'][]
  readonly assumptions: readonly Requirement['id'][]
}

const noCitations: Citations = { requirements: [], assumptions: [] }

/** Returns the ids for an operation, and for its response with a status. */
function collectRequirementsAndAssumptions(operationId: OperationId | undefined, status: number | undefined): Citations {
  if (operationId === undefined || status === undefined) return noCitations
  const operation: Citations = operationTable[operationId]
  const response = findResponseCitations(operationId, status)
  return {
    requirements: [...operation.requirements, ...response.requirements],
    assumptions: [...operation.assumptions, ...response.assumptions],
  }
}

/** Returns the ids for one response, without the ids for every response of the operation. */
export function findResponseCitations(operationId: OperationId, status: number): Citations {
  const responses: Readonly<Record<number, Citations>> = operationTable[operationId].responses
  return responses[status] ?? noCitations
}
