import { isObject } from '../rules/expectations.ts'
import { escapePointerToken } from '../target/select.ts'
import type { RequiredField } from './contract-exchange.ts'
import { jsonTypeOf } from './json-type.ts'
import type { Reliance } from './reliance.ts'

export type Json = Readonly<Record<string, unknown>>

/** Lists the status in the body of a run or an execution, which shows a client whether it succeeded. */
export function listOutcome(body: Json): Reliance[] {
  const isOutcome = body['status'] === 'success' || body['status'] === 'failed'
  return isOutcome ? [{ kind: 'value', place: '/status', value: body['status'] }] : []
}

/**
 * Lists the fields of a result. With a schema, they are the fields that the schema requires. Without one, the tests received
 * every field, and any of them may have been read.
 */
export function listResult(body: Json, required: readonly RequiredField[] | undefined): Reliance[] {
  if (!('result' in body)) return []
  if (required === undefined) return listFields(body['result'], '/result')
  return required.map(({ place, types }) => ({ kind: 'field', place: `/result${place}`, types }))
}

/** The most levels of a value whose fields are compared. The fields of a deeper value would be more than a report shows. */
const DEEPEST = 32

/** Describes one field: its presence and its type. A value that was null in the tests may be of any type. */
function toField(value: unknown, place: string): Reliance {
  return value === null ? { kind: 'presence', place } : { kind: 'field', place, types: [jsonTypeOf(value)] }
}

/** Lists the fields of a value with their types. Elements of a list are compared in the fields that all of them have. */
function listFields(value: unknown, place: string, depth = 0): Reliance[] {
  const own = [toField(value, place)]
  if (depth === DEEPEST) return own

  if (Array.isArray(value)) return [...own, ...listElementFields(value, `${place}/*`, depth + 1)]
  if (!isObject(value)) return own
  const children = Object.entries(value).flatMap(([name, child]) =>
    listFields(child, `${place}/${escapePointerToken(name)}`, depth + 1),
  )
  return [...own, ...children]
}

function listElementFields(elements: readonly unknown[], place: string, depth: number): Reliance[] {
  return keepSharedReliances(elements.map((element) => listFields(element, place, depth)))
}

/** Returns the reliances that several lists have in common. */
export function keepSharedReliances([first = [], ...others]: readonly (readonly Reliance[])[]): Reliance[] {
  const otherKeys = others.map((reliances) => new Set(reliances.map((reliance) => JSON.stringify(reliance))))
  return first.filter((reliance) => otherKeys.every((keys) => keys.has(JSON.stringify(reliance))))
}

/** Lists the parts of an error: its name, which code compares, and the presence of its texts. */
export function listError(body: Json, place = ''): Reliance[] {
  const error = body['error']
  if (!isObject(error)) return []

  const reliances: Reliance[] = []
  if ('name' in error) reliances.push({ kind: 'value', place: `${place}/error/name`, value: error['name'] })
  for (const name of ['value', 'traceback']) {
    if (name in error) reliances.push({ kind: 'field', place: `${place}/error/${name}`, types: [jsonTypeOf(error[name])] })
  }
  return reliances
}

/** Lists the steps of a run: their ids, whether they succeeded, the types of their results, and the names of their errors. */
export function listSteps(body: Json): Reliance[] {
  const steps = body['stepOutputs']
  if (!isObject(steps)) return []

  const reliances = Object.entries(steps).flatMap(([id, step]): Reliance[] => {
    const place = `/stepOutputs/${escapePointerToken(id)}`
    if (!isObject(step)) return [toField(step, place)]

    const result = 'result' in step ? [toField(step['result'], `${place}/result`)] : []
    return [{ kind: 'value', place: `${place}/status`, value: step['status'] }, ...result, ...listError(step, place)]
  })
  return [{ kind: 'field', place: '/stepOutputs', types: ['object'] }, ...reliances]
}
