import type { Expression, Focus } from 'jsonata'
import { expressionLimits, tooLarge } from './expression-limits.ts'

/** The time and the randomness for expressions: those of the service. */
export interface ClockAndRandom {
  /** In milliseconds since the epoch. */
  readonly now: () => number
  /** From 0 up to, and without, 1. */
  readonly random: () => number
}

/**
 * Replaces the functions of JSONata that depend on the machine, that create values of any size, or that take quadratic
 * time.
 */
export function replaceFunctions(expression: Expression, { now, random }: ClockAndRandom): void {
  expression.registerFunction('millis', now, '<:n>')
  expression.registerFunction(
    'now',
    function (this: Focus, ...format: readonly unknown[]): unknown {
      return this.environment.lookup('fromMillis').implementation.call(this, now(), ...format)
    },
    '<s?s?:s>',
  )
  expression.registerFunction('random', random, '<:n>')
  expression.registerFunction('shuffle', (items?: readonly unknown[]) => items && shuffled(items, random), '<a:a>')
  expression.registerFunction('pad', pad, '<s-ns?:s>')
  expression.registerFunction('distinct', distinct, '<x:x>')
}

function shuffled(items: readonly unknown[], random: () => number): unknown[] {
  const drawn = items.map((item) => ({ item, at: random() }))
  return drawn.toSorted((one, other) => one.at - other.at).map(({ item }) => item)
}

function pad(...[text, width, filling]: readonly [string | undefined, number, string?]): string | undefined {
  if (text === undefined) return undefined
  if (Math.abs(width) > expressionLimits.size) throw tooLarge()
  // JSONata counts code points.
  const missing = Math.abs(width) - Array.from(text).length
  if (missing <= 0) return text
  const signs = Array.from(filling || ' ')
  const whole = signs.join('').repeat(Math.floor(missing / signs.length))
  const added = whole + signs.slice(0, missing % signs.length).join('')
  return width < 0 ? added + text : text + added
}

function distinct(value: unknown): unknown {
  if (!Array.isArray(value) || value.length < 2) return value
  const byText = new Map<string, unknown>()
  for (const item of value) {
    const text = JSON.stringify(item, sortedMembers)
    if (!byText.has(text)) byText.set(text, item)
  }
  // JSONata unwraps a sequence with a single item.
  return Object.assign([...byText.values()], 'sequence' in value ? { sequence: true } : {})
}

/** Serializes a value independently of the order of its members. */
function sortedMembers(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
