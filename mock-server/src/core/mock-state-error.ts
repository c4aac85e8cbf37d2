/**
 * A call names something that does not exist, is not possible in this state, or has a wrong value.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService, MockStateError } from '@wfhost/mock-server'
 *
 * assert.throws(() => createMockService().publishWorkflow('nowhere'), MockStateError)
 * ```
 */
export class MockStateError extends Error {
  override readonly name = 'MockStateError'
}

/** The known name that was probably meant: at most two letters and half of them differ, ignoring case. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const nearest = known.toSorted((a, b) => distance(name, a) - distance(name, b))[0]
  return nearest !== undefined && distance(name, nearest) <= Math.min(2, nearest.length / 2) ? nearest : undefined
}

/** The end of a message that suggests the nearest name; empty if there is none. */
export function didYouMean(name: unknown, known: readonly string[]): string {
  const nearest = typeof name === 'string' ? nearestName(name, known) : undefined
  return nearest === undefined ? '' : `; did you mean "${nearest}"?`
}

/** The Levenshtein distance, ignoring case. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...from.toLowerCase()].entries()) {
    const next = [index + 1]
    for (const [column, other] of [...to.toLowerCase()].entries()) {
      next.push(Math.min((next[column] ?? 0) + 1, (row[column + 1] ?? 0) + 1, (row[column] ?? 0) + (letter === other ? 0 : 1)))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
