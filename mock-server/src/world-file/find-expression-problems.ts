import { type Problem, suggest } from '../schema/check.ts'
import { namesInExpression, unknownVariables } from './expression/names-in-expression.ts'
import { readExpression } from './expression/read-expression.ts'
import { type Place, select, selectText, undefinedNames } from './select.ts'

/** The names that an expression sees, with their members; undefined if those are not known. */
type Seen = Readonly<Record<string, { readonly what: string; readonly known: readonly string[] } | undefined>>

/**
 * The expressions that cannot be read, and the names and functions in the others that stand for nothing: they would be
 * null in each run. A member named `expression` elsewhere, as in the body of a fault, is data.
 */
export function findExpressionProblems(world: unknown): Problem[] {
  const root: Place = { value: world, path: [] }
  const tools = select(root, 'organizations.*.toolSets.*.versions.*.tools.*').flatMap((tool) =>
    problemsIn(tool, 'expression', { ...argumentsOf(tool), variables: undefined }),
  )
  const workflows = select(root, 'workspaces.*.workflows.*').flatMap((workflow) => {
    const steps = select(workflow, 'steps.*')
    const ids = steps.map((step) => selectText(step, 'id')[0]?.value ?? '')
    const seenAfter = (count: number): Seen => ({
      ...argumentsOf(workflow),
      steps: { what: 'earlier step', known: ids.slice(0, count) },
      now: undefined,
    })
    return [
      ...steps.flatMap((step, index) => [
        ...problemsIn(step, 'expression', seenAfter(index)),
        ...problemsIn(step, 'useTool.arguments', seenAfter(index)),
      ]),
      ...problemsIn(workflow, 'expression', seenAfter(steps.length)),
    ]
  })
  return [...tools, ...workflows]
}

function argumentsOf(holder: Place): Seen {
  const seen = { what: 'parameter', known: selectText(holder, 'parameters.*.name').map(({ value }) => value) }
  return { args: seen, arguments: seen }
}

function problemsIn(holder: Place, pattern: string, seen: Seen): Problem[] {
  return selectText(holder, pattern).flatMap(({ path, value: source }) => {
    if (source === '') return []
    try {
      readExpression(source)
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      return [{ path, message: `expected a JSONata expression: ${why}` }]
    }
    const variables = unknownVariables(source).map(({ known, name }) => {
      const remedy = suggest(name, known)
      return { path, message: `nothing is called "${name}" here${remedy}` }
    })
    const names = namesInExpression(source).flatMap(({ member, root }) => {
      if (!Object.hasOwn(seen, root))
        return [{ path, message: `nothing is called "${root}" here${suggest(root, Object.keys(seen))}` }]
      const members = seen[root]
      return member === undefined || members === undefined ? [] : undefinedNames([{ value: member, path }], members)
    })
    const problems = [...variables, ...names]
    return problems.filter(({ message }, index) => problems.findIndex((other) => other.message === message) === index)
  })
}
