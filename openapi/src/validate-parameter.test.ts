import { expect, test } from 'vitest'
import { validateParameter } from './validators.ts'

test.each([
  ['parameter flowId: expected a string that is not empty, found ""', ''],
  ['parameter flowId: expected a string, found nothing', undefined],
  ['parameter flowId: expected a string, found number', 7],
])('says %s', (message, value) => {
  expect(validateParameter('runPublishedWorkflow', { name: 'flowId', value })).toMatchObject([{ message }])
})

test('accepts any flowId that is not empty', () => {
  expect(validateParameter('runPublishedWorkflow', { name: 'flowId', value: '__proto__' })).toEqual([])
})

test.each(['orgId', 'constructor'])('refuses a parameter that the operation does not have: %s', (name) => {
  const validate = () => validateParameter('runPublishedWorkflow', { name, value: 'x' })
  expect(validate).toThrow(`Cannot validate a parameter: runPublishedWorkflow has none named ${name}`)
})
