import { didYouMean, formatPath } from '@wfhost/wire/messages'
import type { z } from 'zod'
import { configSchema } from './config-schema.ts'

type Issue = z.core.$ZodIssue

/** What is wrong with a configuration, in a line each, as `show` has it. */
export function describeIssues(issues: readonly Issue[], show: (issue: string, path: Issue['path']) => string): string {
  const each = issues.flatMap(branch).flatMap(eachName)
  return each
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

/** Of several names that nobody knows, each by itself, in its own line of the file. */
function eachName(issue: Issue): readonly Issue[] {
  if (issue.code !== 'unrecognized_keys') return [issue]
  const known = namesAt(issue.path)
  return issue.keys.map((name) => ({
    ...{ code: 'custom', input: undefined, params: {} },
    path: [...issue.path, name],
    message: `there is no such member${didYouMean(name, known)}`,
  }))
}

/** The names that the schema has at a path. */
function namesAt(path: Issue['path']): string[] {
  const schema = path.reduce<unknown>((around, step) => Reflect.get(Object(shapeOf(around)), step), configSchema)
  return Object.keys(Object(shapeOf(schema)))
}

/** The members of a schema, which may be optional or have a default. */
function shapeOf(schema: unknown): unknown {
  const { shape, unwrap } = Object(schema)
  return shape ?? (typeof unwrap === 'function' ? shapeOf(Reflect.apply(unwrap, schema, [])) : undefined)
}
