import { MockStateError } from './mock-state-error.ts'
import { nearestName } from './nearest-name.ts'

/** The members that an object may have. */
export interface Members {
  readonly [name: string]: Member
}

/** The type of a member. Functions and strings are required; brackets contain the members of the items of a list. */
type Member = 'anything' | 'function' | 'string' | 'list' | Members | readonly [Members]

/**
 * Refuses unknown members, which are mostly misspelled, and members of a wrong type.
 *
 * @throws {MockStateError} with the path, and the nearest known name.
 */
export function checkMembers(
  given: unknown,
  { attempt, members }: { readonly attempt: string; readonly members: Members },
): void {
  const problem = objectProblem(given, { members, place: '' })
  if (problem !== undefined) throw new MockStateError(`Cannot ${attempt}: ${problem}`)
}

function objectProblem(
  given: unknown,
  { members, place }: { readonly members: Members; readonly place: string },
): string | undefined {
  const at = place === '' ? '' : `${place}: `
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return `${at}expected an object, found ${shown(given)}`
  const known = Object.keys(members)
  const stranger = Object.keys(given).find((name) => !known.includes(name) && Reflect.get(given, name) !== undefined)
  if (stranger !== undefined) {
    const near = nearestName(stranger, known)
    const remedy = near === undefined ? `there is ${known.join(', ')}` : `did you mean "${near}"?`
    return `${at}nothing is called "${stranger}" here; ${remedy}`
  }
  return first(Object.entries(members), ([name, member]) =>
    memberProblem(Reflect.get(given, name), { member, place: place === '' ? name : `${place}.${name}` }),
  )
}

function memberProblem(
  value: unknown,
  { member, place }: { readonly member: Member; readonly place: string },
): string | undefined {
  if (member === 'function' || member === 'string')
    return typeof value === member ? undefined : `${place}: expected a ${member}, found ${shown(value)}`
  if (member === 'anything' || value === undefined) return undefined
  if (member === 'list' || isList(member)) {
    if (!Array.isArray(value)) return `${place}: expected a list, found ${shown(value)}`
    if (member === 'list') return undefined
    return first(value.entries(), ([index, item]) => objectProblem(item, { members: member[0], place: `${place}[${index}]` }))
  }
  return objectProblem(value, { members: member, place })
}

function isList(member: Members | readonly [Members]): member is readonly [Members] {
  return Array.isArray(member)
}

function first<Item>(items: Iterable<Item>, problemOf: (item: Item) => string | undefined): string | undefined {
  for (const item of items) {
    const problem = problemOf(item)
    if (problem !== undefined) return problem
  }
  return undefined
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'string' ? JSON.stringify(value) : typeof value
}
