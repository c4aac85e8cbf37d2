import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { describeType } from './redacted-text.ts'
import { findSchemaProblems, formatSchemaProblem } from './schema-problems.ts'

const schema = z.strictObject({
  mode: z.enum(['sync', 'async']).optional(),
  name: z.string().min(1).optional(),
  count: z.int().min(2).max(9).optional(),
  tags: z.array(z.string()).min(1).optional(),
  target: z.union([z.strictObject({ flowId: z.string() }), z.strictObject({ toolset: z.string(), tool: z.string() })]).optional(),
  step: z
    .discriminatedUnion('type', [
      z.strictObject({ type: z.literal('wait'), ms: z.number() }),
      z.strictObject({ type: z.literal('fail') }),
    ])
    .optional(),
})

function describeProblems(value: unknown): readonly string[] {
  return findSchemaProblems(schema, value).map(formatSchemaProblem)
}

test('finds no problem in a value that matches the schema', () => {
  expect(describeProblems({ mode: 'sync', name: 'a', count: 2, target: { flowId: 'echo' }, step: { type: 'fail' } })).toEqual([])
})

test('finds an unknown name that an object inherits from another one', () => {
  expect(describeProblems(Object.create({ colour: 1 }))).toEqual([expect.stringContaining('unknown name "colour"')])
})

describe('each problem has its path, the expected value, the found value and a remedy', () => {
  test.each([
    ['another value than an object', 1, 'expected an object, found 1'],
    ['a value of another type', { name: 1 }, 'name: expected a string, found 1; write it in quotes'],
    ['a number that is written as text', { count: '3' }, 'count: expected a number, found "3"; write 3 without quotes'],
    ['a fraction', { count: 2.5 }, 'count: expected a whole number, found 2.5'],
    ['a value that is missing', { target: {} }, 'target.flowId: expected a string, found nothing; add it'],
    ['an empty text', { name: '' }, 'name: expected some text, found none'],
    ['a number that is too small', { count: 1 }, 'count: expected at least 2, found 1'],
    ['a number that is too large', { count: 10 }, 'count: expected at most 9, found 10'],
    ['a typo in a value', { mode: 'synk' }, 'mode: expected one of sync, async, found "synk"; did you mean "sync"?'],
    ['an unknown name', { nam: 'a' }, 'nam: unknown name "nam"; did you mean "name"?'],
    ['an unknown kind', { step: { type: 'wit' } }, 'step.type: expected one of wait, fail, found "wit"; did you mean "wait"?'],
    ['a list that is too short', { tags: [] }, 'tags: expected at least 1, found []'],
  ])('%s', (_, value, message) => {
    expect(describeProblems(value)).toEqual([message])
  })
})

test('states whether a limit is itself allowed', () => {
  const between = z.number().gt(2).lt(9)

  expect(findSchemaProblems(between, 2).map(formatSchemaProblem)).toEqual(['expected more than 2, found 2'])
  expect(findSchemaProblems(between, 9).map(formatSchemaProblem)).toEqual(['expected less than 9, found 9'])
})

test('lists each unknown name separately, because each has its own line in a file', () => {
  expect(describeProblems({ first: 1, second: 2 })).toEqual([
    'first: unknown name "first"; use mode, name, count, tags, target, step',
    'second: unknown name "second"; use mode, name, count, tags, target, step',
  ])
})

describe('a misspelt required name', () => {
  const object = z.strictObject({
    flowId: z.string(),
    mode: z.enum(['sync', 'async']),
    key: z.string(),
    keys: z.array(z.string()),
  })
  const complete = { flowId: 'echo', mode: 'sync', key: 'k', keys: [] }

  function describeWithout(name: string, added: object): readonly string[] {
    const value = Object.fromEntries(Object.entries({ ...complete, ...added }).filter(([member]) => member !== name))
    return findSchemaProblems(z.strictObject({ object }), { object: value }).map(formatSchemaProblem)
  }

  test.each([
    ['flowId', { flowID: 'echo' }, 'object.flowID: unknown name "flowID"; did you mean "flowId"?'],
    ['mode', { moed: 'sync' }, 'object.moed: unknown name "moed"; did you mean "mode"?'],
  ])('is one problem: %s', (name, added, problem) => {
    expect(describeWithout(name, added)).toEqual([problem])
  })

  test('hides no missing member if it can mean several', () => {
    const problems = findSchemaProblems(object, { flowId: 'echo', mode: 'sync', keyz: 1 }).map(formatSchemaProblem)

    expect(problems).toEqual([
      'key: expected a string, found nothing; add it',
      'keys: expected an array, found nothing; add it',
      expect.stringMatching(/^keyz: unknown name "keyz"; did you mean "keys?"\?$/),
    ])
  })

  test('hides no missing member of another object', () => {
    const nested = z.strictObject({ one: z.strictObject({ flowId: z.string() }), other: z.strictObject({}) })

    expect(findSchemaProblems(nested, { one: {}, other: { flowID: 'echo' } }).map(formatSchemaProblem)).toEqual([
      'one.flowId: expected a string, found nothing; add it',
      expect.stringContaining('other.flowID: unknown name "flowID"'),
    ])
  })
})

test('ignores an unknown name whose value is undefined, because JSON has no such members', () => {
  expect(describeProblems({ count: 3, later: undefined })).toEqual([])
})

test('describes the problems of the alternative that nearly matches', () => {
  expect(describeProblems({ target: { toolset: 'mail', tool: 1 } })).toEqual([
    'target.tool: expected a string, found 1; write it in quotes',
  ])
})

test('states whether a name of a list, a number within limits or any value was expected', () => {
  const value = { mode: 'synk', count: 10, name: 2, step: { type: 'wit' } }
  const problems = findSchemaProblems(schema, value, (_, expected) => `a ${expected}`)

  expect(problems.map(formatSchemaProblem)).toEqual([
    'mode: expected one of sync, async, found a choice; did you mean "sync"?',
    'name: expected a string, found a type; write it in quotes',
    'count: expected at most 9, found a limit',
    'step.type: expected one of wait, fail, found a choice; did you mean "wait"?',
  ])
})

test('quotes no value if only its type may be described', () => {
  const problems = findSchemaProblems(schema, { mode: 'a-secret', name: ['a-secret'] }, describeType)

  expect(problems.map(formatSchemaProblem)).toEqual([
    'mode: expected one of sync, async, found string',
    'name: expected a string, found array',
  ])
})
