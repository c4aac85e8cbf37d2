import { MockStateError } from './mock-state-error.ts'
import { nearestName } from './nearest-name.ts'

/** What an object has: anything, a function that must be there, or members of its own (of each item, for an array). */
export interface Members {
  readonly [name: string]: 'anything' | 'function' | Members
}

/**
 * Refuses members that nobody reads, which were meant to be others, and implementations that are none.
 *
 * @throws {MockStateError} with the place and what was probably meant.
 */
export function checkMembers(
  given: unknown,
  { attempt, members }: { readonly attempt: string; readonly members: Members },
): void {
  const problem = firstProblem(given, { members, place: '' })
  if (problem !== undefined) throw new MockStateError(`Cannot ${attempt}: ${problem}`)
}

interface Place {
  readonly members: Members
  readonly place: string
}

function firstProblem(given: unknown, { members, place }: Place): string | undefined {
  if (Array.isArray(given))
    return first(given.entries(), ([index, item]) => firstProblem(item, { members, place: `${place}[${index}]` }))
  const at = place === '' ? '' : `${place}: `
  if (typeof given !== 'object' || given === null) return `${at}expected an object, found ${shown(given)}`
  const known = Object.keys(members)
  const stranger = Object.keys(given).find((name) => !known.includes(name) && Reflect.get(given, name) !== undefined)
  if (stranger !== undefined) {
    const near = nearestName(stranger, known)
    const remedy = near === undefined ? `there is ${known.join(', ')}` : `did you mean "${near}"?`
    return `${at}nothing is called "${stranger}" here; ${remedy}`
  }
  return first(Object.entries(members), ([name, inner]) => {
    const value: unknown = Reflect.get(given, name)
    const inside = place === '' ? name : `${place}.${name}`
    if (inner === 'function')
      return typeof value === 'function' ? undefined : `${inside}: expected a function, found ${shown(value)}`
    return inner === 'anything' || value === undefined ? undefined : firstProblem(value, { members: inner, place: inside })
  })
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
  return typeof value === 'string' ? JSON.stringify(value) : typeof value
}
