import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const files = globSync('{src,test}/**/*.test.ts', { cwd: root }).map((path) => {
  return { path, text: readFileSync(join(root, path), 'utf8') }
})

test('A test of the client that wants the reference server has it with every profile', () => {
  const served = files.filter(({ text }) => text.includes('describeWithProfiles('))
  expect(served.length).toBeGreaterThan(0)
  const ownService = /import [^\n]*\bcreateMock(Service|Host)\b|import\([^)]*mock-server/
  expect(files.filter(({ text }) => ownService.test(text)).map(({ path }) => path)).toEqual([])
})
