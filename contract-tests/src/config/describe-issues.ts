import { didYouMean, formatPath } from '@wfhost/internal/messages'
import type { z } from 'zod'

type Issue = z.core.$ZodIssue

interface Description {
  readonly schema: z.ZodType
  /** The message for a name that the schema does not have. */
  readonly unknownName: string
  readonly show: (issue: string, path: Issue['path']) => string
}

/** Describes the problems of a configuration or of options, each in a line of its own. */
export function describeIssues(issues: readonly Issue[], { schema, show, unknownName }: Description): string {
  return issues
    .flatMap(branch)
    .flatMap((issue) => eachName(issue, { schema, unknownName }))
    .map(({ message, path }) => {
      const what = message.replace(/^Invalid input: expected (.*), received undefined$/, 'it is missing; expected $1')
      const where = path.length === 0 ? '' : `${formatPath(path)}: `
      return show(`${where}${what}`, path)
    })
    .join('\n')
}

/** Of alternatives, what is wrong with the one that nearly fits. */
function branch(issue: Issue): readonly Issue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const [nearest, next] = issue.errors.toSorted((a, b) => a.length - b.length)
  if (nearest === undefined || nearest.length === next?.length) return [issue]
  return nearest.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }))
}

/** Splits an issue about several unknown names, since each name has its own line in a file. */
function eachName(issue: Issue, { schema, unknownName }: Pick<Description, 'schema' | 'unknownName'>): readonly Issue[] {
  if (issue.code !== 'unrecognized_keys') return [issue]
  const known = namesAt(schema, issue.path)
  return issue.keys.map((name) => ({
    ...{ code: 'custom', input: undefined, params: {} },
    path: [...issue.path, name],
    message: `${unknownName}${didYouMean(name, known)}`,
  }))
}

/** The names that the schema has at a path. */
function namesAt(schema: z.ZodType, path: Issue['path']): string[] {
  const found = path.reduce<unknown>((around, step) => Reflect.get(Object(shapeOf(around)), step), schema)
  return Object.keys(Object(shapeOf(found)))
}

/** The members of a schema, which may be optional or have a default. */
function shapeOf(schema: unknown): unknown {
  const { shape, unwrap } = Object(schema)
  return shape ?? (typeof unwrap === 'function' ? shapeOf(Reflect.apply(unwrap, schema, [])) : undefined)
}
