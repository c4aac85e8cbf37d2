import type { ErrorObject } from 'ajv'
import { describePlace, memberPlace } from './describe-place.ts'
import { describeType, describeValue } from './describe-value.ts'
import { createProblem, type Problem } from './problem.ts'

/** Words what a validator found, from the verbose errors that it left. */
export function describeFailure(errors: readonly ErrorObject[]): Problem {
  const last = errors.at(-1)
  if (last === undefined) throw new Error('Cannot describe a failure: the validator left no errors')
  return describe(last, errors)
}

function describe(error: ErrorObject, errors: readonly ErrorObject[]): Problem {
  const place = describePlace(error.instancePath)
  switch (error.keyword) {
    case 'oneOf':
      return describeAlternatives(error, errors)
    case 'required':
      return createProblem(memberPlace(error.instancePath, String(error.params['missingProperty'])), {
        expected: expectedMember(error),
        found: 'nothing',
      })
    case 'type':
      return createProblem(place, { expected: article(String(error.params['type'])), found: describeType(error.data) })
    case 'enum':
      return createProblem(place, { expected: choice(listOf(error.schema).map(String)), found: describeValue(error.data) })
    case 'minLength':
      return createProblem(place, { expected: 'a string that is not empty', found: '""' })
    case 'minProperties':
      return createProblem(place, { expected: 'an object that is not empty', found: 'an empty one' })
    case 'pattern':
      return createProblem(place, { expected: 'the documented form', found: describeValue(error.data) })
    case 'not':
      return createProblem(place, { expected: 'another form', found: describeType(error.data) })
    default:
      return createProblem(place, { expected: `a value that satisfies ${error.keyword}`, found: describeType(error.data) })
  }
}

/** Of several forms, describes what is wrong by the one that the value most likely means to have. */
function describeAlternatives(error: ErrorObject, errors: readonly ErrorObject[]): Problem {
  const place = describePlace(error.instancePath)
  const forms = listOf(error.schema).map((schema, index) => ({
    schema,
    errors: errors.filter((other) => other.schemaPath.startsWith(`${error.schemaPath}/${index}/`)),
  }))
  const failed = forms.filter((form) => form.errors.length > 0)
  if (failed.length < forms.length) return createProblem(place, { expected: 'exactly one of its forms', found: 'several' })
  const types = failed.map((form) => typeFailure(form.errors, error.instancePath))
  const distinct = [...new Set(types.filter((type) => type !== undefined))]
  if (types.every((type) => type !== undefined)) {
    const expected = distinct.length === 1 ? article(distinct.join('')) : choice(distinct)
    return createProblem(place, { expected, found: describeType(error.data) })
  }
  const meant = failed.filter((form) => isMeant(form.schema, error.data))
  const [best] = (meant.length > 0 ? meant : failed).toSorted((a, b) => depth(b.errors) - depth(a.errors))
  return describeFailure(best?.errors ?? errors)
}

function typeFailure(errors: readonly ErrorObject[], instancePath: string): string | undefined {
  const last = errors.at(-1)
  return last?.keyword === 'type' && last.instancePath === instancePath ? String(last.params['type']) : undefined
}

/** Whether a form fixes a property, such as status, to the very value that is there. */
function isMeant(schema: unknown, data: unknown): boolean {
  const properties: [string, unknown][] = Object.entries(Object(Object(schema).properties))
  return properties.some(([name, property]) => {
    const value: unknown = Object(data)[name]
    return typeof value === 'string' && listOf(Object(property).enum).includes(value)
  })
}

function depth(errors: readonly ErrorObject[]): number {
  const last = errors.at(-1)
  return last === undefined || last.keyword === 'not' ? -1 : last.instancePath.split('/').length
}

function expectedMember(error: ErrorObject): string {
  const member: unknown = Object(error.parentSchema?.['properties'])[String(error.params['missingProperty'])]
  const { enum: allowed, oneOf, type } = Object(member)
  if (allowed !== undefined) return choice(listOf(allowed).map(String))
  if (oneOf !== undefined) return choice([...new Set(listOf(oneOf).map((form) => String(Object(form).type)))])
  return type === undefined ? 'any JSON' : article(String(type))
}

function choice(alternatives: readonly string[]): string {
  return alternatives.length === 1 ? JSON.stringify(alternatives[0]) : `one of ${alternatives.join(', ')}`
}

function article(noun: string): string {
  return /^[aeio]/.test(noun) ? `an ${noun}` : `a ${noun}`
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
