import { readJsonOrText } from '../core/json.ts'

const unitMs: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
])

/** Reads a duration such as `30s` or `500ms`, in milliseconds. A number is milliseconds; the server refuses other text. */
export function readDuration(text: string): unknown {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)([a-z]+)$/.exec(text) ?? []
  const ms = unitMs.get(unit)
  return ms === undefined ? readJsonOrText(text) : Number(amount) * ms
}

/** Whether a member of an operation is a duration: `ms`, or a name that ends so. */
export function isDuration(member: string): boolean {
  return member === 'ms' || member.endsWith('Ms')
}

/** Returns the word of the command line for a member. A duration contains its unit, so its name has no unit. */
export function toCommandLineName(member: string): string {
  if (member === 'ms') return 'duration'
  return isDuration(member) ? member.slice(0, -2) : member
}
