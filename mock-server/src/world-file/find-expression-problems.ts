import { type SchemaProblem, suggestName } from '@wfhost/internal/schema-problems'
import { ExpressionSyntaxError, type FreeName, listFreeNames } from '../expressions/parse-expression.ts'
import { findUndefinedNames, type Place, select, selectText } from './select.ts'

/** The names that an expression can use, with their members; undefined if any member is possible. */
type VisibleNames = Readonly<Record<string, { readonly what: string; readonly known: readonly string[] } | undefined>>

const expressionPatterns = ['expression', 'cases.*.expression', 'sequence.*.expression']

/**
 * Finds expressions with a syntax error, and expressions with an unknown name or function, which would be null in each run. A
 * member named `expression` in another place, such as the body of a fault, is data.
 */
export function findExpressionProblems(world: unknown): SchemaProblem[] {
  const root: Place = { value: world, path: [] }
  const tools = select(root, 'organizations.*.toolsets.*.versions.*.tools.*')
  const workflows = select(root, 'workspaces.*.workflows.*')
  return [...tools.flatMap(findInTool), ...workflows.flatMap(findInWorkflow)]
}

function findInTool(tool: Place): SchemaProblem[] {
  const visible = { ...getArgumentNames(tool), variables: undefined }
  return findInPatterns(tool, expressionPatterns, visible)
}

/** Checks the steps of a workflow, and then the workflow itself. A step can use the results of earlier steps only. */
function findInWorkflow(workflow: Place): SchemaProblem[] {
  const steps = select(workflow, 'steps.*')
  const stepIds = steps.map((step) => selectText(step, 'id')[0]?.value ?? '')

  function getVisibleNames(stepCount: number): VisibleNames {
    const earlierSteps = { what: 'earlier step', known: stepIds.slice(0, stepCount) }
    return { ...getArgumentNames(workflow), steps: earlierSteps, now: undefined, nth: undefined }
  }

  const stepPatterns = [...expressionPatterns, 'useTool.arguments']
  return [
    ...steps.flatMap((step, index) => findInPatterns(step, stepPatterns, getVisibleNames(index))),
    ...findInPatterns(workflow, expressionPatterns, getVisibleNames(steps.length)),
  ]
}

function getArgumentNames(place: Place): VisibleNames {
  const parameters = selectText(place, 'parameters.*.name').map(({ value }) => value)
  return { args: { what: 'parameter', known: parameters } }
}

function findInPatterns(place: Place, patterns: readonly string[], visible: VisibleNames): SchemaProblem[] {
  const expressions = patterns.flatMap((pattern) => selectText(place, pattern))
  return expressions.flatMap((expression) => findInExpression(expression, visible))
}

function findInExpression({ path, value: source }: Place<string>, visible: VisibleNames): SchemaProblem[] {
  // The schema reports an empty expression.
  if (source === '') return []
  try {
    return listFreeNames(source).flatMap((free) => findInName(free, { path, visible }))
  } catch (error) {
    if (!(error instanceof ExpressionSyntaxError)) throw error
    return [{ path, message: `expected an expression of JavaScript: ${error.message}` }]
  }
}

interface ExpressionContext {
  readonly path: Place['path']
  readonly visible: VisibleNames
}

/** Checks one name that an expression uses, and the member of it that the expression reads. */
function findInName({ member, name }: FreeName, { path, visible }: ExpressionContext): SchemaProblem[] {
  if (Object.hasOwn(visible, name)) {
    const members = visible[name]
    if (member === undefined || members === undefined) return []
    return findUndefinedNames([{ value: member, path }], members)
  }

  const known = [...Object.keys(visible), ...globalNames]
  if (!known.includes(name)) return [{ path, message: `unknown name "${name}"${suggestName(name, known)}` }]

  // Only objects such as Math have a fixed list of members.
  const builtIn: unknown = Reflect.get(globalThis, name)
  const isNamespace = typeof builtIn === 'object' && builtIn !== null && builtIn !== globalThis
  if (member === undefined || !isNamespace || member in builtIn) return []
  return [{ path, message: `${name} has no member "${member}"${suggestName(member, Object.getOwnPropertyNames(builtIn))}` }]
}

// The globals of the language that do not depend on the machine, and `fail`, which ends the run with an error.
const globalNames = `
  Array ArrayBuffer BigInt Boolean DataView Date Error Infinity Int8Array Int16Array Int32Array JSON Map Math
  NaN Number Object Promise Proxy RangeError Reflect RegExp Set String Symbol SyntaxError TypeError URIError
  Uint8Array Uint16Array Uint32Array WeakMap WeakSet decodeURI decodeURIComponent encodeURI encodeURIComponent
  escape fail globalThis isFinite isNaN parseFloat parseInt undefined unescape
`
  .trim()
  .split(/\s+/)
