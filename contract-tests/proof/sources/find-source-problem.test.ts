import { expect, test } from 'vitest'
import { findSourceProblem } from './find-source-problem.ts'

test.each([
  'RFC 9110, section 5.3: values of one header are joined by a comma',
  'CWE-565: a console that remembers the organization in a cookie',
  'PHP before 5.6: json_decode; PyYAML: safe_load',
  'Go 1.25: http.CrossOriginProtection refuses a POST from another site with 403',
])('accepts a source whose claims have a name and a behaviour: %s', (source) => {
  expect(findSourceProblem(source)).toBeUndefined()
})

test.each([
  ['an empty source', ''],
  ['a source without a name', 'gateways that pass the environment on'],
  ['a reference to the entry above', 'the same, in snake case'],
  ['a name without a behaviour', 'SQL: LIKE reads %; SmartyPants'],
  ['a program that is not in the list', 'SmartyPants: dashes'],
  ['an RFC without a section', 'RFC 9110: values of one header are joined by a comma'],
])('refuses %s', (_, source) => {
  expect(findSourceProblem(source)).toBeDefined()
})
