import { expect, test } from 'vitest'
import { succeededRun } from '../../scripts/run-bodies.ts'
import { type SchemaName, validateSchema } from './validators.ts'

test('calls a value as a whole by the name of its schema', () => {
  expect(validateSchema('RunError', [])).toMatchObject([{ message: 'RunError: expected an object, found array' }])
})

test('names the place inside', () => {
  const [problem] = validateSchema('Manifest', { toolsets: [{ tools: [{ parameters: [{ required: 'yes' }] }] }] })
  expect(problem?.message).toBe('toolsets[0].tools[0].parameters[0].required: expected a boolean, found string')
})

test('says which single value a tag must have', () => {
  const [problem] = validateSchema('RunSucceeded', { ...succeededRun(1), status: 'failed' })
  expect(problem?.message).toBe('status: expected "success", found "failed"')
})

test('refuses a schema that the document does not have', () => {
  const inherited = 'toString' as SchemaName
  expect(() => validateSchema(inherited, {})).toThrow('Cannot validate a value: the document has no schema toString')
})
