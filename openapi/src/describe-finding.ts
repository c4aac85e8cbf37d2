import { describePlace } from './describe-place.ts'
import { describeChoice, describeSchema } from './describe-schema.ts'
import { describeType, describeValue } from './describe-value.ts'
import type { Finding } from './finding.ts'
import { createProblem, type Problem } from './problem.ts'

/** Words what a validator found in a value. */
export function describeFinding(
  finding: Finding,
  { value, whole }: { readonly value: unknown; readonly whole: string },
): Problem {
  const member = memberAtFault(finding)
  const pointer = finding.instancePath + (member === undefined ? '' : `/${member.replaceAll('~', '~0').replaceAll('/', '~1')}`)
  return createProblem(describePlace({ whole, value, pointer }), describeFault(finding))
}

/** The member of the faulty object that the fault is about, if it is about one. */
function memberAtFault({ keyword, params, schema }: Finding): string | undefined {
  if (keyword === 'required' || keyword === 'dependentRequired') return String(params['missingProperty'])
  if (keyword === 'additionalProperties') return String(params['additionalProperty'])
  return keyword === 'selectBy' ? String(schema) : undefined
}

function describeFault(finding: Finding): Pick<Problem, 'expected' | 'found'> {
  const { data, keyword, params, parentSchema, schema } = finding
  const found = describeValue(data)
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
        found: describeValue(Object(data)[String(schema)]),
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
