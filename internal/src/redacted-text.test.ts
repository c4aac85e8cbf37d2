import { expect, test } from 'vitest'
import { describeType, describeValue, excerpt, withoutSecrets } from './redacted-text.ts'
import { createRedactor, unnamedSecrets } from './redaction.ts'

test.each([
  [undefined, 'nothing', 'nothing'],
  [null, 'null', 'null'],
  [true, 'boolean', 'true'],
  [1.5, 'number', '1.5'],
  [Number.NaN, 'NaN', 'NaN'],
  ['text', 'string', '"text"'],
  ['x'.repeat(41), 'string', `"${'x'.repeat(40)}…"`],
  [[], 'array', '[]'],
  [{}, 'object', '{}'],
  [[1], 'array', 'array'],
  [{ a: 1 }, 'object', 'object'],
  [new Error('no'), 'object', 'Error: no'],
  [new Map([[1, 2]]), 'object', 'Map'],
  [new Date(0), 'object', 'Date'],
  [Object.create(null), 'object', '{}'],
  [Symbol('x'), 'symbol', 'symbol'],
])('%j is a value of type %s and shown as %s', (value, type, output) => {
  expect(describeType(value)).toBe(type)
  expect(describeValue(value, withoutSecrets)).toBe(output)
})

test('an excerpt does not end within a character', () => {
  expect(excerpt(withoutSecrets('ab😀'), 3)).toBe('ab…')
  expect(excerpt(withoutSecrets('ab😀'), 4)).toBe('ab😀')
})

test('describes a value that throws when it is read', () => {
  const hostile = new Proxy(new Error('x'), {
    getPrototypeOf: () => {
      throw new Error('a proxy')
    },
  })
  expect(describeValue(hostile, withoutSecrets)).toBe('a value that cannot be shown')
})

test('a secret is removed from a string before the string is cut', () => {
  const secret = 'wfk_S3cretKey_0123456789'
  const { text } = createRedactor(unnamedSecrets([secret]))
  for (let padding = 0; padding < 60; padding += 1) {
    const description = describeValue(`${'x'.repeat(padding)}${secret}`, text)
    expect(description).not.toMatch(/wfk|S3c/)
    expect(excerpt(text(`${'x'.repeat(padding)}${secret}`), 30)).not.toMatch(/wfk|S3c/)
  }
})

test('drops the end of a text that was not received completely, and removes secrets before it', () => {
  const secret = 'wfk_S3cretKey_0123456789'
  const { incompleteText } = createRedactor(unnamedSecrets([secret]))
  for (let length = 0; length <= 4000; length += 7) {
    const received = `${'x'.repeat(1500)}${secret}${'y'.repeat(1000)}${secret}${'z'.repeat(2000)}`.slice(0, length)
    expect(incompleteText(received)).not.toMatch(/wfk|S3c/)
  }
})
