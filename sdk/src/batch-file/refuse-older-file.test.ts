import { expect, test } from 'vitest'
import { isSameFile } from './refuse-older-file.ts'

test.each([
  ['one file under two names', { device: 1n, inode: 5n }, true],
  ['another file of the same disk', { device: 1n, inode: 6n }, false],
  ['a file of another disk with the same inode', { device: 2n, inode: 5n }, false],
])('compares a file by its disk and its inode: %s', (_, other, isSame) => {
  expect(isSameFile({ device: 1n, inode: 5n }, other)).toBe(isSame)
})
