import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { findExamples } from './find-examples.ts'

describe(findExamples, () => {
  test('finds a block in Markdown with the line of its fence', () => {
    const text = ['# Title', '', '```ts', 'one()', '', 'two()', '```', '```sh', 'ls', '```'].join('\n')
    assert.deepEqual(findExamples(text), [{ line: 3, code: 'one()\n\ntwo()' }])
  })

  test('finds a block in a doc comment and takes the stars off', () => {
    const text = [
      '  /**',
      '   * @example',
      '   * ```ts',
      '   * if (a)',
      '   *   one()',
      '   *',
      '   * two()',
      '   * ```',
      '   */',
    ].join('\n')
    assert.deepEqual(findExamples(text), [{ line: 3, code: 'if (a)\n  one()\n\ntwo()' }])
  })

  test('keeps the reason of a block that is not run', () => {
    assert.deepEqual(findExamples('```ts ignore needs a browser\none()\n```'), [
      { line: 1, code: 'one()', ignored: 'needs a browser' },
    ])
  })

  test('refuses to ignore a block without a reason', () => {
    assert.throws(() => findExamples('```ts ignore\none()\n```'), SyntaxError)
  })

  test('refuses a fence that is not closed', () => {
    assert.throws(() => findExamples('```ts\none()'), SyntaxError)
  })
})
