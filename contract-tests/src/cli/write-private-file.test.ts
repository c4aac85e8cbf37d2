import { chmod, mkdtemp, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writePrivateFile } from './write-private-file.ts'

const folder = await mkdtemp(join(tmpdir(), 'private-'))

async function modeOf(path: string): Promise<number> {
  return (await stat(path)).mode & 0o777
}

test('only the owner can read a new file', async () => {
  const path = join(folder, 'new')
  await writePrivateFile(path, 'text')
  expect([await modeOf(path), await readFile(path, 'utf8')]).toEqual([0o600, 'text'])
})

test('replaces a file that others could read, so they can no longer read it', async () => {
  const path = join(folder, 'old')
  await writeFile(path, 'a longer text')
  await chmod(path, 0o644)
  await writePrivateFile(path, 'text')
  expect([await modeOf(path), await readFile(path, 'utf8')]).toEqual([0o600, 'text'])
})

test('does not change the mode of a path that is not a file', async () => {
  const before = await modeOf('/dev/null')
  await writePrivateFile('/dev/null', 'text')
  expect(await modeOf('/dev/null')).toBe(before)
})

test('a missing folder is an error of the file system', async () => {
  await expect(writePrivateFile(join(folder, 'no', 'file'), 'text')).rejects.toThrow('ENOENT')
})
