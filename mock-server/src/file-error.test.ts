import { openSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeReadError, describeWriteError } from './file-error.ts'

test.each([
  ['/nowhere/file', 'r', 'there is nothing at /nowhere/file'],
  ['/nowhere/file', 'w', 'there is no folder /nowhere'],
  ['/', 'w', 'it is a folder'],
  ['/dev/null/file', 'w', 'not a directory'],
] as const)('describes in words why %s cannot be opened with %s', (path, flags, reason) => {
  const describe = flags === 'r' ? describeReadError : describeWriteError
  expect.assertions(1)
  try {
    openSync(path, flags)
  } catch (error) {
    expect(describe(error, path)).toBe(reason)
  }
})
