/** What an expression may take. */
export const expressionLimits = {
  /** By the clock of the machine. */
  ms: 1000,
  depth: 500,
  /** Of a list that it makes. */
  items: 100_000,
  /** Characters and items of all that it makes, and of its result. */
  size: 20_000_000,
} as const

/** An expression ran too long or too deep, or made too much. */
export class ExpressionLimitExceeded extends Error {
  override readonly name = 'ExpressionLimitExceeded'
}

/** Counts what an expression makes, and ends it when that is too much. */
export interface SizeCount {
  add(size: number): void
  /** All that a value has as JSON: what stands in it twice counts twice. */
  addAll(value: unknown, depth?: number): void
}

/** Makes a count of nothing. */
export function createSizeCount(): SizeCount {
  let sum = 0

  function add(size: number): void {
    sum += size
    if (sum > expressionLimits.size) throw tooLarge()
  }

  function addAll(value: unknown, depth = 0): void {
    if (depth > expressionLimits.depth) {
      throw new ExpressionLimitExceeded(`The result of the expression nests deeper than ${expressionLimits.depth}`)
    }
    if (typeof value === 'string') add(value.length)
    if (typeof value !== 'object' || value === null) return
    const members = Object.values(value)
    add(members.length)
    for (const member of members) addAll(member, depth + 1)
  }

  return { add, addAll }
}

/** The error of what makes too much. */
export function tooLarge(): ExpressionLimitExceeded {
  return new ExpressionLimitExceeded(`The expression makes more than ${expressionLimits.size} characters and items`)
}
