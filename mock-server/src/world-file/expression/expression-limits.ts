/** The limits of an expression. */
export const expressionLimits = {
  /** The time, by the clock of the machine. */
  ms: 1000,
  depth: 500,
  /** The items of a list that it creates. */
  items: 100_000,
  /** The characters and items of all values that it creates, and of its result. */
  size: 20_000_000,
} as const

/** An expression exceeded a limit. */
export class ExpressionLimitExceeded extends Error {
  override readonly name = 'ExpressionLimitExceeded'
}

/** Counts what an expression creates, and ends it when it exceeds a limit. */
export interface SizeCount {
  add(size: number): void
  /** Counts a whole value as JSON: what it contains twice counts twice. */
  addAll(value: unknown, depth?: number): void
}

/** Creates a count that starts at zero. */
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

/** The error for creating too much. */
export function tooLarge(): ExpressionLimitExceeded {
  return new ExpressionLimitExceeded(`The expression makes more than ${expressionLimits.size} characters and items`)
}
