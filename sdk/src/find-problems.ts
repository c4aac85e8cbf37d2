import type { $ZodIssue, $ZodType } from 'zod/v4/core'
import type { Problem } from './problem.ts'

/** Lists the places where a value does not fit a schema; none when it does. */
export function findProblems(schema: $ZodType, value: unknown): readonly Problem[] {
  const result = schema['~standard'].validate(value)
  // The schemas of this package are synchronous, and their issues are zod's.
  const issues = 'issues' in result ? (result.issues as readonly $ZodIssue[] | undefined) : undefined
  return (issues ?? [])
    .flatMap((issue) => describe(issue, []))
    .map(({ path, expected }) => ({
      place: toPlace(path),
      message: expected.startsWith('expected') ? expected : `expected ${expected}, found ${kindAt(value, path)}`,
    }))
}

interface Description {
  readonly path: readonly PropertyKey[]
  readonly expected: string
}

function describe(issue: $ZodIssue, parents: readonly PropertyKey[]): readonly Description[] {
  const path = [...parents, ...issue.path]
  if (issue.code === 'invalid_union') return describeUnion(issue.errors, path)
  if (issue.code === 'invalid_value') return [{ path, expected: issue.values.join(' or ') }]
  if (issue.code !== 'invalid_type') return [{ path, expected: issue.message }]
  return [{ path, expected: issue.expected === 'nonoptional' ? 'a value' : issue.expected }]
}

/** Shows the one alternative that was meant, as its literal tells, and otherwise what all of them want there. */
function describeUnion(options: readonly (readonly $ZodIssue[])[], path: readonly PropertyKey[]): readonly Description[] {
  const isOther = ({ code, path }: $ZodIssue) => code === 'invalid_value' || path.length === 0
  const meant = options.find((issues) => issues.length > 0 && !issues.some(isOther))
  if (meant !== undefined) return meant.flatMap((issue) => describe(issue, path))
  const wanted = options.flatMap((issues) => issues.slice(0, 1)).flatMap((issue) => describe(issue, path))
  const [first] = wanted
  return first === undefined ? [] : [{ ...first, expected: [...new Set(wanted.map((one) => one.expected))].join(' or ') }]
}

function toPlace(path: readonly PropertyKey[]): string {
  return path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '')
}

function kindAt(value: unknown, path: readonly PropertyKey[]): string {
  const found = path.reduce<unknown>((parent, key) => Object(parent)[key], value)
  if (found === undefined) return 'nothing'
  if (found === null) return 'null'
  if (Array.isArray(found)) return 'array'
  return typeof found === 'string' && found.length < 40 ? JSON.stringify(found) : typeof found
}
