import { ExpressionSyntaxError, type FreeName, listFreeNames } from '../expressions/parse-expression.ts'
import { type Problem, suggest } from '../schema/check.ts'
import { type Place, select, selectText, undefinedNames } from './select.ts'

/** The names that an expression sees, with their members; undefined if those are not known. */
type Seen = Readonly<Record<string, { readonly what: string; readonly known: readonly string[] } | undefined>>

const outcomes = ['expression', 'cases.*.expression', 'sequence.*.expression']

/**
 * The expressions that cannot be read, and the names and functions in the others that stand for nothing: they would be
 * null in each run. A member named `expression` elsewhere, as in the body of a fault, is data.
 */
export function findExpressionProblems(world: unknown): Problem[] {
  const root: Place = { value: world, path: [] }
  const tools = select(root, 'organizations.*.toolSets.*.versions.*.tools.*').flatMap((tool) =>
    outcomes.flatMap((pattern) => problemsIn(tool, pattern, { ...argumentsOf(tool), variables: undefined })),
  )
  const workflows = select(root, 'workspaces.*.workflows.*').flatMap((workflow) => {
    const steps = select(workflow, 'steps.*')
    const ids = steps.map((step) => selectText(step, 'id')[0]?.value ?? '')
    const seenAfter = (count: number): Seen => ({
      ...argumentsOf(workflow),
      steps: { what: 'earlier step', known: ids.slice(0, count) },
      now: undefined,
      nth: undefined,
    })
    return [
      ...steps.flatMap((step, index) => [
        ...outcomes.flatMap((pattern) => problemsIn(step, pattern, seenAfter(index))),
        ...problemsIn(step, 'useTool.arguments', seenAfter(index)),
      ]),
      ...outcomes.flatMap((pattern) => problemsIn(workflow, pattern, seenAfter(steps.length))),
    ]
  })
  return [...tools, ...workflows]
}

function argumentsOf(holder: Place): Seen {
  return { args: { what: 'parameter', known: selectText(holder, 'parameters.*.name').map(({ value }) => value) } }
}

function problemsIn(holder: Place, pattern: string, seen: Seen): Problem[] {
  return selectText(holder, pattern).flatMap(({ path, value: source }) => {
    // That it is missing is said elsewhere.
    if (source === '') return []
    try {
      return listFreeNames(source).flatMap((free) => problemsOf(free, { path, seen }))
    } catch (error) {
      if (!(error instanceof ExpressionSyntaxError)) throw error
      return [{ path, message: `expected an expression of JavaScript: ${error.message}` }]
    }
  })
}

function problemsOf(
  { member, name }: FreeName,
  { path, seen }: { readonly path: Place['path']; readonly seen: Seen },
): Problem[] {
  if (Object.hasOwn(seen, name)) {
    const members = seen[name]
    return member === undefined || members === undefined ? [] : undefinedNames([{ value: member, path }], members)
  }
  const known = [...Object.keys(seen), ...globalNames]
  if (!known.includes(name)) return [{ path, message: `nothing is called "${name}" here${suggest(name, known)}` }]
  const built: unknown = Reflect.get(globalThis, name)
  const isNamespace = typeof built === 'object' && built !== null && built !== globalThis
  if (member === undefined || !isNamespace || member in built) return []
  return [{ path, message: `${name} has no member "${member}"${suggest(member, Object.getOwnPropertyNames(built))}` }]
}

// What the language has without the machine, and `fail`, which ends the run with an error of one's own.
const globalNames =
  'Array ArrayBuffer BigInt Boolean DataView Date Error Infinity Int8Array Int16Array Int32Array JSON Map Math NaN Number Object Promise Proxy RangeError Reflect RegExp Set String Symbol SyntaxError TypeError URIError Uint8Array Uint16Array Uint32Array WeakMap WeakSet decodeURI decodeURIComponent encodeURI encodeURIComponent escape fail globalThis isFinite isNaN parseFloat parseInt undefined unescape'.split(
    ' ',
  )
