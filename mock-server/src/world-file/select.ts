import { formatPath } from '@wfhost/internal/messages'
import { type SchemaProblem, suggestName } from '@wfhost/internal/schema-problems'

/** A value in a world that may be wrong anywhere, and its path. */
export interface Place<Value = unknown> {
  readonly value: Value
  readonly path: SchemaProblem['path']
}

/**
 * Returns the values below a place, as in `organizations.*.id`, where `*` means each item of a list. Leaves out missing values,
 * so that a mistake in one place does not hide mistakes in another.
 */
export function select(from: Place, pattern: string): Place[] {
  return pattern
    .split('.')
    .reduce<readonly Place[]>((places, name) => places.flatMap((place) => below(place, name)), [from]) as Place[]
}

export function selectText(from: Place, pattern: string): Place<string>[] {
  return select(from, pattern).flatMap(({ path, value }) => (typeof value === 'string' ? [{ path, value }] : []))
}

function below({ path, value }: Place, name: string): Place[] {
  if (name === '*')
    return Array.isArray(value) ? value.map((item: unknown, index) => ({ value: item, path: [...path, index] })) : []
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return []
  return [{ value: Reflect.get(value, name), path: [...path, name] }]
}

/** Finds names that occur twice. A message never contains a key. */
export function repetitions(names: readonly Place<string>[]): SchemaProblem[] {
  const first = new Map<string, SchemaProblem['path']>()
  return names.flatMap(({ path, value }) => {
    const taken = first.get(value)
    if (taken === undefined) first.set(value, path)
    if (taken === undefined) return []

    const name = path.at(-1) === 'key' ? 'this key' : `"${value}"`
    return [{ path, message: `${name} is taken by ${formatPath(taken)}; choose another` }]
  })
}

export function findUndefinedNames(
  names: readonly Place<string>[],
  { known, what }: { readonly what: string; readonly known: readonly string[] },
): SchemaProblem[] {
  return names.flatMap(({ path, value }) => {
    if (known.includes(value)) return []
    const remedy = suggestName(value, [...new Set(known)]) || (known.length === 0 ? '; add it' : '')
    return [{ path, message: `there is no ${what} "${value}"${remedy}` }]
  })
}
