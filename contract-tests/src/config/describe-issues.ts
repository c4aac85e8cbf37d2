import { didYouMean, formatPath } from '@wfhost/internal/messages'
import type { z } from 'zod'

type Issue = z.core.$ZodIssue

interface IssueDescription {
  readonly schema: z.ZodType
  /** The message for a name that the schema does not have. */
  readonly unknownName: string
  /** Adds the place of an issue to its description. */
  readonly show: (issue: string, path: Issue['path']) => string
}

/** Describes the problems of a configuration or of options, one on each line. */
export function describeIssues(issues: readonly Issue[], { schema, show, unknownName }: IssueDescription): string {
  return issues
    .flatMap(chooseAlternative)
    .flatMap((issue) => splitUnknownNames(issue, { schema, unknownName }))
    .map((issue) => show(describeIssue(issue), issue.path))
    .join('\n')
}

function describeIssue({ message, path }: Issue): string {
  const problem = message.replace(/^Invalid input: expected (.*), received undefined$/, 'it is missing; expected $1')
  return path.length === 0 ? problem : `${formatPath(path)}: ${problem}`
}

/** Replaces an issue about alternatives by the issues of the alternative with the fewest, if there is only one such. */
function chooseAlternative(issue: Issue): readonly Issue[] {
  if (issue.code !== 'invalid_union') return [issue]

  const [nearest, next] = issue.errors.toSorted((a, b) => a.length - b.length)
  if (nearest === undefined || nearest.length === next?.length) return [issue]
  return nearest.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }))
}

/** Splits an issue about several unknown names, since each name has its own line in a file. */
function splitUnknownNames(
  issue: Issue,
  { schema, unknownName }: Pick<IssueDescription, 'schema' | 'unknownName'>,
): readonly Issue[] {
  if (issue.code !== 'unrecognized_keys') return [issue]

  const knownNames = listNamesAt(schema, issue.path)
  return issue.keys.map((name) => ({
    code: 'custom',
    input: undefined,
    params: {},
    path: [...issue.path, name],
    message: `${unknownName}${didYouMean(name, knownNames)}`,
  }))
}

function listNamesAt(schema: z.ZodType, path: Issue['path']): string[] {
  let schemaAtPath: unknown = schema
  for (const step of path) schemaAtPath = Reflect.get(Object(readShape(schemaAtPath)), step)
  return Object.keys(Object(readShape(schemaAtPath)))
}

/** Returns the members of an object schema, which may be optional or have a default. */
function readShape(schema: unknown): unknown {
  const { shape, unwrap } = Object(schema)
  if (shape !== undefined) return shape
  return typeof unwrap === 'function' ? readShape(Reflect.apply(unwrap, schema, [])) : undefined
}
