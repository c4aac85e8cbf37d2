import { isObject } from '../rules/expectations.ts'
import { escapePointerToken } from '../target/select.ts'
import type { RequiredField } from './contract-exchange.ts'
import type { Expectation } from './expectation.ts'
import { jsonTypeOf } from './json-type.ts'

export type Json = Readonly<Record<string, unknown>>

/** Lists the status in the body of a run or an execution, which shows a client whether it succeeded. */
export function listOutcome(body: Json): Expectation[] {
  const isOutcome = body['status'] === 'success' || body['status'] === 'failed'
  return isOutcome ? [{ kind: 'value', pointer: '/status', value: body['status'] }] : []
}

/**
 * Lists the fields of a result. With a schema, they are the fields that the schema requires. Without one, the tests received
 * every field, and any of them may have been read.
 */
export function listResult(body: Json, required: readonly RequiredField[] | undefined): Expectation[] {
  if (!('result' in body)) return []
  if (required === undefined) return listFields(body['result'], '/result')
  return required.map(({ place, types }) => ({ kind: 'field', pointer: `/result${place}`, types }))
}

/** The most levels of a value whose fields are compared. The fields of a deeper value would be more than a report shows. */
const DEEPEST = 32

/** Describes one field: its presence and its type. A value that was null in the tests may be of any type. */
function toField(value: unknown, pointer: string): Expectation {
  return value === null ? { kind: 'presence', pointer } : { kind: 'field', pointer, types: [jsonTypeOf(value)] }
}

/** Lists the fields of a value with their types. Elements of a list are compared in the fields that all of them have. */
function listFields(value: unknown, pointer: string, depth = 0): Expectation[] {
  const own = [toField(value, pointer)]
  if (depth === DEEPEST) return own

  if (Array.isArray(value)) return [...own, ...listElementFields(value, `${pointer}/*`, depth + 1)]
  if (!isObject(value)) return own
  const children = Object.entries(value).flatMap(([name, child]) =>
    listFields(child, `${pointer}/${escapePointerToken(name)}`, depth + 1),
  )
  return [...own, ...children]
}

function listElementFields(elements: readonly unknown[], pointer: string, depth: number): Expectation[] {
  return keepSharedExpectations(elements.map((element) => listFields(element, pointer, depth)))
}

/** Returns the expectations that several lists have in common. */
export function keepSharedExpectations([first = [], ...others]: readonly (readonly Expectation[])[]): Expectation[] {
  const otherKeys = others.map((expectations) => new Set(expectations.map((expectation) => JSON.stringify(expectation))))
  return first.filter((expectation) => otherKeys.every((keys) => keys.has(JSON.stringify(expectation))))
}

/** Lists the parts of an error: its name, which code compares, and the presence of its texts. */
export function listError(body: Json, pointer = ''): Expectation[] {
  const error = body['error']
  if (!isObject(error)) return []

  const expectations: Expectation[] = []
  if ('name' in error) expectations.push({ kind: 'value', pointer: `${pointer}/error/name`, value: error['name'] })
  for (const name of ['value', 'traceback']) {
    if (name in error) expectations.push({ kind: 'field', pointer: `${pointer}/error/${name}`, types: [jsonTypeOf(error[name])] })
  }
  return expectations
}

/** Lists the steps of a run: their ids, whether they succeeded, the types of their results, and the names of their errors. */
export function listSteps(body: Json): Expectation[] {
  const steps = body['stepOutputs']
  if (!isObject(steps)) return []

  const expectations = Object.entries(steps).flatMap(([id, step]): Expectation[] => {
    const pointer = `/stepOutputs/${escapePointerToken(id)}`
    if (!isObject(step)) return [toField(step, pointer)]

    const result = 'result' in step ? [toField(step['result'], `${pointer}/result`)] : []
    return [{ kind: 'value', pointer: `${pointer}/status`, value: step['status'] }, ...result, ...listError(step, pointer)]
  })
  return [{ kind: 'field', pointer: '/stepOutputs', types: ['object'] }, ...expectations]
}
