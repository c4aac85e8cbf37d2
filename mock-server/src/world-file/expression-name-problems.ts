import type { DescribedWorld } from './described-world.ts'
import { namesInExpression } from './expression/names-in-expression.ts'
import { type Path, unknownName } from './named-places.ts'
import { type ShapeProblem, suggestion } from './shape.ts'

/** The names that an expression sees, with their members; undefined if those are not known. */
type Seen = Readonly<Record<string, { readonly what: string; readonly known: readonly string[] } | undefined>>

/** The undefined names in expressions, which would be null in each run. */
export function expressionNameProblems({ organizations = [], workspaces = [] }: DescribedWorld): ShapeProblem[] {
  const tools = organizations.flatMap(({ toolSets = [] }, organization) =>
    toolSets.flatMap(({ versions }, toolSet) =>
      versions.flatMap((version, index) =>
        version.tools.flatMap(({ expression, parameters }, tool) =>
          problemsOf(expression, {
            seen: { ...argumentsOf(parameters), variables: undefined },
            path: ['organizations', organization, 'toolSets', toolSet, 'versions', index, 'tools', tool, 'expression'],
          }),
        ),
      ),
    ),
  )
  const workflows = workspaces.flatMap((workspace, index) =>
    (workspace.workflows ?? []).flatMap(({ expression, parameters, steps = [] }, at) => {
      const path = ['workspaces', index, 'workflows', at]
      const before = (count: number): Seen => ({
        ...argumentsOf(parameters),
        steps: { what: 'earlier step', known: steps.slice(0, count).map(({ id }) => id) },
        now: undefined,
      })
      return [
        ...steps.flatMap((step, number) => [
          ...problemsOf(step.expression, { seen: before(number), path: [...path, 'steps', number, 'expression'] }),
          ...problemsOf(step.useTool?.arguments, {
            seen: before(number),
            path: [...path, 'steps', number, 'useTool', 'arguments'],
          }),
        ]),
        ...problemsOf(expression, { seen: before(steps.length), path: [...path, 'expression'] }),
      ]
    }),
  )
  return [...tools, ...workflows]
}

function argumentsOf(parameters: readonly { readonly name: string }[] = []): Seen {
  const seen = { what: 'parameter', known: parameters.map(({ name }) => name) }
  return { args: seen, arguments: seen }
}

function problemsOf(
  expression: string | undefined,
  { path, seen }: { readonly path: Path; readonly seen: Seen },
): ShapeProblem[] {
  if (expression === undefined) return []
  const problems = namesInExpression(expression).flatMap(({ member, root }) => {
    if (!Object.hasOwn(seen, root))
      return [{ path, message: `nothing is called "${root}" here${suggestion(root, Object.keys(seen))}` }]
    const members = seen[root]
    return member === undefined || members === undefined ? [] : unknownName({ name: member, path }, members)
  })
  return problems.filter(({ message }, index) => problems.findIndex((other) => other.message === message) === index)
}
