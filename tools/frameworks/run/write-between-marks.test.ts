import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { writeBetweenMarks } from './write-between-marks.ts'

const folder = mkdtempSync(join(tmpdir(), 'marks-'))
const file = join(folder, 'README.md')
afterAll(() => rmSync(folder, { recursive: true }))

test('replaces what stands between the marks, and nothing else', () => {
  const start = '<!-- what npm run test:frameworks prints -->'
  writeFileSync(file, `before\n${start}\nold\n<!-- end -->\nafter`)
  writeBetweenMarks(file, 'costs $1')
  expect(readFileSync(file, 'utf8')).toBe(`before\n${start}\n\ncosts $1\n\n<!-- end -->\nafter`)
})

test('refuses a file without marks', () => {
  writeFileSync(file, 'before')
  expect(() => writeBetweenMarks(file, 'new')).toThrow(`Cannot write to ${file}: it has no marks for it`)
})
