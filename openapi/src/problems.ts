import { formatPath } from '@wfhost/internal/messages'
import { describeType, describeValue, type Redact } from '@wfhost/internal/redacted-text'
import type { Finding } from '../generated/validators.js'

// An alias, since no entry exports it: the declarations of users have its members instead of its name.
/** One mismatch between a value and the API document. */
export type ValidationProblem = {
  /** The path to the value, such as `args[2].value`; `body` for the whole body, `header Retry-After` for a header. */
  readonly path: string
  /** The expectation of the API document at the path, such as `a string`. */
  readonly expected: string
  /** The value at the path, or its type; `nothing` if there is none. */
  readonly found: string
  /** The path, the expected and the found value, in one sentence. */
  readonly message: string
}

export function createProblem(
  path: string,
  { expected, found }: Pick<ValidationProblem, 'expected' | 'found'>,
): ValidationProblem {
  return { path, expected, found, message: `${path}: expected ${expected}, found ${found}` }
}

/** A value, and its name as a whole in a message. */
export interface Subject {
  readonly value: unknown
  readonly whole: string
  /** Removes secrets from text before it is quoted. */
  readonly redact: Redact
}

export function describeFinding(finding: Finding, subject: Subject): ValidationProblem {
  const member = memberAtFault(finding)
  const pointer = finding.instancePath + (member === undefined ? '' : `/${member.replaceAll('~', '~0').replaceAll('/', '~1')}`)
  return createProblem(subject.redact(describePath(pointer, subject)), describeFault(finding, subject.redact))
}

/** The name of the member with the problem, if there is one. */
function memberAtFault({ keyword, params, schema }: Finding): string | undefined {
  if (keyword === 'required' || keyword === 'dependentRequired') return String(params['missingProperty'])
  if (keyword === 'additionalProperties') return String(params['additionalProperty'])
  return keyword === 'selectBy' ? String(schema) : undefined
}

function describeFault(finding: Finding, redact: Redact): Pick<ValidationProblem, 'expected' | 'found'> {
  const { data, keyword, params, parentSchema, schema } = finding
  const found = describeValue(data, redact)
  switch (keyword) {
    case 'type':
      return { expected: describeSchema(parentSchema), found: describeType(data) }
    case 'enum':
      return { expected: describeSchema(parentSchema), found }
    case 'required':
      return { expected: describeSchema(Object(parentSchema['properties'])[String(params['missingProperty'])]), found: 'nothing' }
    case 'dependentRequired':
      return { expected: `a value beside ${params['property']}`, found: 'nothing' }
    case 'selectBy':
      return {
        expected: describeChoice(Object.keys(Object(parentSchema['cases']))),
        found: describeValue(Object(data)[String(schema)], redact),
      }
    case 'excludes':
      return { expected: `a value other than ${[schema].flat().join(', ')}`, found }
    case 'additionalProperties':
      return { expected: 'no such member', found: 'one' }
    case 'minLength':
      return { expected: schema === 1 ? 'a string that is not empty' : `a string of at least ${schema} characters`, found }
    case 'minProperties':
      return { expected: schema === 1 ? 'an object that is not empty' : `an object of at least ${schema} members`, found }
    case 'pattern':
      return { expected: 'title' in parentSchema ? describeSchema(parentSchema) : `a string that matches ${schema}`, found }
    default:
      return { expected: `a value that satisfies ${keyword} ${JSON.stringify(schema)}`, found }
  }
}

/** Describes the expectation of a schema in a message: its title, its values, or its type. */
export function describeSchema(schema: unknown): string {
  const { title, enum: values, type }: Readonly<Record<string, unknown>> = Object(schema)
  if (typeof title === 'string') return title
  if (Array.isArray(values)) return describeChoice(values)
  if (Array.isArray(type)) return describeChoice(type)
  return typeof type === 'string' ? withArticle(type) : 'any JSON'
}

/** Formats a choice of values. A single string is quoted, so that it does not look like a description. */
function describeChoice(values: readonly unknown[]): string {
  return values.length === 1 ? JSON.stringify(values[0]) : `one of ${values.join(', ')}`
}

function withArticle(type: string): string {
  return type === 'null' ? type : `${/^[aio]/.test(type) ? 'an' : 'a'} ${type}`
}

/** Formats a pointer for people: `/args/2/value` is `args[2].value`, and the whole is `body`. */
export function describePath(pointer: string, { value, whole }: Pick<Subject, 'value' | 'whole'>): string {
  let parent = value
  const path = pointer
    .split('/')
    .slice(1)
    .map((token) => {
      const name = token.replaceAll('~1', '/').replaceAll('~0', '~')
      // An object may have a member with the name 0.
      const step = Array.isArray(parent) ? Number(name) : name
      // Only own members, because a missing member may be called constructor.
      parent = typeof parent === 'object' && parent !== null ? Object.getOwnPropertyDescriptor(parent, name)?.value : undefined
      return step
    })
  return path.length === 0 ? whole : formatPath(path)
}
