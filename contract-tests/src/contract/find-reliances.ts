import { isObject } from '../rules/expectations.ts'
import { escapePointerToken } from '../target/select.ts'
import type { ContractMapping } from './contract-schema.ts'
import { jsonTypeOf } from './json-type.ts'
import type { ContractExchange, ContractResponse, RequiredField } from './read-contract.ts'
import { hasRunId, type Reliance } from './reliance.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * Lists what the tests may have relied on in a response. These are the parts that a client reads: the status, the documented
 * fields, step ids, names of errors, Retry-After, and the result of the workflow. Messages and other values may differ.
 */
export function findReliances(exchange: ContractExchange, mapping: ContractMapping): readonly Reliance[] {
  const { operationId, response } = exchange
  const isSuccess = response.status >= 200 && response.status <= 299
  const body = isObject(response.body) ? response.body : undefined

  // A failed run or execution has the same body with any status, because the document does not state the status.
  if (body?.['status'] === 'failed') return [...listOutcome(body), ...listError(body), ...listSteps(body)]
  if (!isSuccess) return listRefusal(response)

  switch (operationId) {
    case 'runPublishedWorkflow':
      return body?.['status'] === 'success' ? listRun(exchange, body) : listStart(response)
    case 'getPublicManifest':
    case 'getOrganizationManifest':
      return [{ kind: 'success' }, ...listManifest(response.body, mapping)]
    case 'executeTool':
      return [{ kind: 'success' }, ...listExecution(body)]
    default:
      return [{ kind: 'status', status: response.status }]
  }
}

/** The message of a refusal that the document states (MAN-EMPTY). */
const DOCUMENTED_MESSAGE = 'No published toolsets'

/** Lists the parts of a refusal. The document does not show the other members of its body. */
function listRefusal({ headers, status, text }: ContractResponse): Reliance[] {
  const reliances: Reliance[] = [{ kind: 'status', status }]
  if (headers.has('retry-after')) reliances.push({ kind: 'header', name: 'Retry-After' })
  if (text.includes(DOCUMENTED_MESSAGE)) reliances.push({ kind: 'message', text: DOCUMENTED_MESSAGE })
  return reliances
}

function listRun({ resultFields, response }: ContractExchange, body: Json): Reliance[] {
  return [
    { kind: 'status', status: response.status },
    ...listOutcome(body),
    ...listResult(body, resultFields),
    ...listSteps(body),
  ]
}

/** Lists the status in the body of a run or an execution, which tells a client whether it succeeded. */
function listOutcome(body: Json): Reliance[] {
  const isOutcome = body['status'] === 'success' || body['status'] === 'failed'
  return isOutcome ? [{ kind: 'value', place: '/status', value: body['status'] }] : []
}

/** Lists the parts of the response to an async start. The document states only that it has a run ID. */
function listStart({ body }: ContractResponse): Reliance[] {
  return hasRunId(body) ? [{ kind: 'success' }, { kind: 'run-id' }] : [{ kind: 'success' }]
}

/**
 * Lists the fields of a result. With a schema, they are the fields that the schema requires. Without one, the tests received
 * every field, and any of them may have been read.
 */
function listResult(body: Json, required: readonly RequiredField[] | undefined): Reliance[] {
  if (!('result' in body)) return []
  if (required === undefined) return listFields(body['result'], '/result')
  return required.map(({ place, types }) => ({ kind: 'field', place: `/result${place}`, types }))
}

/** The most levels of a value whose fields are compared. */
const DEEPEST = 8

/** Lists the fields of a value with their types. Elements of a list are compared in the fields that all of them have. */
function listFields(value: unknown, place: string, depth = 0): Reliance[] {
  // A value that was null in the tests may be of any type.
  const own: Reliance[] = value === null ? [] : [{ kind: 'field', place, types: [jsonTypeOf(value)] }]
  if (depth === DEEPEST) return own

  if (Array.isArray(value)) return [...own, ...listElementFields(value, `${place}/*`, depth + 1)]
  if (!isObject(value)) return own
  const children = Object.entries(value).flatMap(([name, child]) =>
    listFields(child, `${place}/${escapePointerToken(name)}`, depth + 1),
  )
  return [...own, ...children]
}

function listElementFields(elements: readonly unknown[], place: string, depth: number): Reliance[] {
  const [first = [], ...others] = elements.map((element) => listFields(element, place, depth))
  return keepCommon(first, others)
}

/** Returns the reliances that several lists have in common. */
export function keepCommon(first: readonly Reliance[], others: readonly (readonly Reliance[])[]): Reliance[] {
  const keys = others.map((reliances) => new Set(reliances.map((reliance) => JSON.stringify(reliance))))
  return first.filter((reliance) => keys.every((known) => known.has(JSON.stringify(reliance))))
}

/** Lists the parts of an error: its name, which code compares, and the presence of its texts. */
function listError(body: Json, place = ''): Reliance[] {
  const error = body['error']
  if (!isObject(error)) return []

  const reliances: Reliance[] = []
  if ('name' in error) reliances.push({ kind: 'value', place: `${place}/error/name`, value: error['name'] })
  for (const name of ['value', 'traceback']) {
    if (name in error) reliances.push({ kind: 'field', place: `${place}/error/${name}`, types: [jsonTypeOf(error[name])] })
  }
  return reliances
}

/** Lists the steps of a run: their ids, whether they succeeded, and the names of their errors. */
function listSteps(body: Json): Reliance[] {
  const steps = body['stepOutputs']
  if (!isObject(steps)) return []

  const reliances = Object.entries(steps).flatMap(([id, step]): Reliance[] => {
    const place = `/stepOutputs/${escapePointerToken(id)}`
    if (!isObject(step)) return [{ kind: 'field', place, types: [jsonTypeOf(step)] }]
    return [{ kind: 'value', place: `${place}/status`, value: step['status'] }, ...listError(step, place)]
  })
  return [{ kind: 'field', place: '/stepOutputs', types: ['object'] }, ...reliances]
}

function listExecution(body: Json | undefined): Reliance[] {
  if (body === undefined) return []
  return [...listOutcome(body), ...listResult(body, undefined)]
}

/** The members of a manifest that a client reads. No document shows them (MAN-BODY). */
const manifestMembers = ['executeUrl', 'toolsets']

/** Lists the members of a manifest that a client reads, and the tool sets that the configuration maps. */
function listManifest(manifest: unknown, { toolsets }: ContractMapping): Reliance[] {
  if (!isObject(manifest)) return []

  const members = manifestMembers.filter((name) => name in manifest)
  const fields = members.map((name): Reliance => ({ kind: 'field', place: `/${name}`, types: [jsonTypeOf(manifest[name])] }))
  return [...fields, ...listToolsets(manifest['toolsets'], toolsets)]
}

function listToolsets(listed: unknown, names: ContractMapping['toolsets']): Reliance[] {
  if (!Array.isArray(listed)) return []

  return listed.filter(isObject).flatMap(({ id, name, tools }): Reliance[] => {
    const mapped = names[String(id)] ?? names[String(name)]
    if (mapped === undefined) return []

    const toolNames = Array.isArray(tools) ? tools.filter(isObject).map((tool) => String(tool['name'])) : []
    return [{ kind: 'toolset', name: mapped, tools: toolNames }]
  })
}
