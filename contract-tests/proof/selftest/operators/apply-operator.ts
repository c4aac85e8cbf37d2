import { isObject } from '../../mutants/json.ts'

/** What can become of a part of a recorded answer without a thought about what it means. */
export const operators = ['drop', 'rename', 'retype', 'empty', 'reorder', 'duplicate'] as const

export type Operator = (typeof operators)[number]

/** An operator and the part that it is applied to: the names and positions that lead there. */
export interface Operation {
  readonly operator: Operator
  readonly path: readonly string[]
}

type Entry = readonly [name: string, value: unknown]

/** The body with an operator applied to one part of it; as it was where it has no such part. */
export function applyOperator(body: unknown, { operator, path }: Operation): unknown {
  const [head, ...rest] = path
  if (head === undefined) return operator === 'reorder' ? fromEntries(body, Object.entries(Object(body)).toReversed()) : body
  if (typeof body !== 'object' || body === null) return body
  const entries = Object.entries(body).flatMap(([name, value]): readonly Entry[] => {
    if (name !== head) return [[name, value]]
    if (rest.length > 0 || operator === 'reorder') return [[name, applyOperator(value, { operator, path: rest })]]
    return changed([name, value], operator)
  })
  return fromEntries(body, entries)
}

/** Every part of a body, the whole first. */
export function pathsOf(body: unknown): (readonly string[])[] {
  if (typeof body !== 'object' || body === null) return [[]]
  return [[], ...Object.entries(body).flatMap(([name, value]) => pathsOf(value).map((path) => [name, ...path]))]
}

function changed([name, value]: Entry, operator: Exclude<Operator, 'reorder'>): readonly Entry[] {
  if (operator === 'drop') return []
  if (operator === 'rename') return [[`${name}_`, value]]
  if (operator === 'retype') return [[name, typeof value === 'string' ? { text: value } : 'text']]
  if (operator === 'empty') return [[name, typeof value === 'string' ? '' : {}]]
  return [
    [name, value],
    [`${name}_`, value],
  ]
}

function fromEntries(body: unknown, entries: readonly Entry[]): unknown {
  // The elements of a list have no names that could be changed.
  if (Array.isArray(body)) return entries.map(([, value]) => value)
  return isObject(body) ? Object.fromEntries(entries) : body
}
