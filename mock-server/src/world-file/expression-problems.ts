import { workflowBehaviour } from './behaviour.ts'
import type { DescribedWorld } from './described-world.ts'
import type { Path } from './named-places.ts'
import type { ShapeProblem } from './shape.ts'

/** The invalid expressions. A member named `expression` elsewhere, as in the body of a fault, is data. */
export function expressionProblems({ organizations = [], workspaces = [] }: DescribedWorld): ShapeProblem[] {
  const tools = placed(organizations, ['organizations'])
    .flatMap(({ item: { toolSets = [] }, path }) => placed(toolSets, [...path, 'toolSets']))
    .flatMap(({ item: { versions }, path }) => placed(versions, [...path, 'versions']))
    .flatMap(({ item, path }) => placed(item.tools, [...path, 'tools']))
  const workflows = placed(workspaces, ['workspaces']).flatMap(({ item, path }) =>
    placed(item.workflows ?? [], [...path, 'workflows']),
  )
  const steps = workflows.flatMap(({ item, path }) => placed(item.steps ?? [], [...path, 'steps']))
  return [
    ...[...tools, ...workflows, ...steps].flatMap(({ item, path }) => problemsOf(item.expression, [...path, 'expression'])),
    ...steps.flatMap(({ item, path }) => problemsOf(item.useTool?.arguments, [...path, 'useTool', 'arguments'])),
  ]
}

/** The items of a list with their paths. */
function placed<Item>(items: readonly Item[], path: Path): { readonly item: Item; readonly path: Path }[] {
  return items.map((item, index) => ({ item, path: [...path, index] }))
}

function problemsOf(expression: string | undefined, path: Path): ShapeProblem[] {
  if (expression === undefined) return []
  try {
    workflowBehaviour({ expression })
    return []
  } catch (error) {
    return [{ path, message: `expected a JSONata expression: ${error instanceof Error ? error.message : String(error)}` }]
  }
}
