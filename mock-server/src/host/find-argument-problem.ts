import { findProblems, formatProblem } from '../schema/check.ts'
import type { ControlArguments } from './control-arguments.ts'

/** What is wrong with the arguments of an operation, and where; undefined if nothing is. */
export function findArgumentProblem(given: readonly unknown[], { needed, optional = [] }: ControlArguments): string | undefined {
  const shapes = [...needed, ...optional]
  if (given.length < needed.length || given.length > shapes.length) {
    const many = needed.length === shapes.length ? needed.length : `${needed.length} to ${shapes.length}`
    return `expected ${many} arguments, found ${given.length}`
  }
  const problems = shapes.flatMap((shape, index) => {
    // JSON has no undefined: null means an argument that is left out.
    if (index >= needed.length && (given[index] ?? undefined) === undefined) return []
    return findProblems(shape, given[index]).map(({ message, path }) =>
      formatProblem({ message, path: ['arguments', index, ...path] }),
    )
  })
  return problems.length === 0 ? undefined : problems.join('; ')
}
