import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { CommandLineError } from './exit-codes.ts'
import { readTextFile } from './read-text-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'wfhost-'))

test('reads the text of a file', async () => {
  const file = join(folder, 'world.yaml')
  writeFileSync(file, 'workspaces: []')
  expect(await readTextFile(file)).toBe('workspaces: []')
})

test.each([
  ['/dev/zero', 'Cannot read /dev/zero: it is a device. Name a file'],
  [join(folder, 'nowhere'), `Cannot read ${join(folder, 'nowhere')}: there is nothing at ${join(folder, 'nowhere')}`],
  [folder, `Cannot read ${folder}: it is a folder`],
])('refuses %s immediately', async (file, message) => {
  await expect(readTextFile(file)).rejects.toThrow(new CommandLineError(message))
})

test('reads /dev/null as an empty file', async () => {
  expect(await readTextFile('/dev/null')).toBe('')
})

test('reads standard input for -', async () => {
  const stdin = Readable.from(['workspaces', ': []']) as typeof process.stdin
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(stdin)
  expect(await readTextFile('-')).toBe('workspaces: []')
  vi.restoreAllMocks()
})
