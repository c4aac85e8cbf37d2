import { describeType } from '@wfhost/internal/redacted-text'
import { type OperationId, operationTable } from '@wfhost/openapi'
import { type Json, type JsonObject, readJson } from '../core/json.ts'
import { findOperation } from '../core/requests/paths.ts'
import type { Failure } from '../schema/state.ts'
import type { RecordedExchange } from './read-archive.ts'

/** What a run, a step or an execution ended with, as a world file has it. */
export type Outcome = { readonly result: Json } | { readonly failure: Failure }

/** A recorded exchange in the words of the document. */
export interface ToldExchange {
  readonly what: string
  /** Why nothing is made of it; undefined for a result, for a run that was started, and for a refusal. */
  readonly why: string | undefined
  readonly operation: OperationId | undefined
  readonly path: ReadonlyMap<string, string>
  readonly status: number
  readonly headers: Headers
  readonly at: string | undefined
  /** Undefined where the request names none as the document has them. */
  readonly args: JsonObject | undefined
  readonly asked: JsonObject
  readonly answered: JsonObject
  readonly outcome: Outcome | undefined
}

export function readExchange({ at, lacking, name, request, response }: RecordedExchange): ToldExchange {
  const { operationId: operation, parameters: path = new Map() } = findOperation(request.url.pathname) ?? {}
  const [asked, answered] = [objectOf(readJson(request.body)), objectOf(readJson(response.body))]
  const { headers, status } = response
  const args = argumentsIn(asked)
  const told = { operation, path, status, headers, at, args, asked, answered, outcome: outcomeIn(answered) }
  if (operation === undefined) return { ...told, what: request.url.origin, why: 'the document does not have the path' }
  const { method } = operationTable[operation]
  if (request.method !== method)
    return { ...told, operation: undefined, what: name, why: `the document has ${method} alone there` }
  return { ...told, what: name, why: lacking ?? whyNothing(operation, told) }
}

/** Why a world refuses what the service refused, without an entry that says so. */
export const refusedAnyway = 'a world refuses it by itself'

function whyNothing(
  operation: OperationId,
  { answered, args, headers, outcome, status }: Omit<ToldExchange, 'what' | 'why'>,
): string | undefined {
  if (status === 401) return refusedAnyway
  if (status >= 300 && outcome === undefined) return undefined
  const isManifest = operation === 'getPublicManifest' || operation === 'getOrganizationManifest'
  if (!isManifest && args === undefined) return 'the request has no arguments as the document has them'
  const isStart = operation === 'runPublishedWorkflow' && Object.keys(answered).length > 0
  if (isManifest ? Array.isArray(answered['toolsets']) : isStart || outcome !== undefined) return undefined
  return `the answer is no result: ${status} ${headers.get('content-type') ?? 'without a content type'}`
}

/** Of a run a list of names and values, of an execution an object. */
function argumentsIn({ args, arguments: given = {}, tool, toolset }: JsonObject): JsonObject | undefined {
  if (Array.isArray(args)) return named(Object.fromEntries(args.map(objectOf).map(({ name, value }) => [name, value])))
  return [tool, toolset].every((name) => typeof name === 'string' && name !== '') ? named(objectOf(given)) : undefined
}

export function outcomeIn(answered: unknown): Outcome | undefined {
  const { error, result = null, status } = Object(answered)
  if (status === 'success') return { result }
  const { name, value = '' } = Object(error)
  return status === 'failed' ? { failure: { name: String(name || 'Error'), value: String(value) } } : undefined
}

export function objectOf(value: unknown): JsonObject {
  return describeType(value) === 'object' ? Object(value) : {}
}

/** A world file has no names without a letter. */
export function named(members: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([name]) => name !== ''))
}
