import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { pollFile, readFileVersion } from './watch-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'watch-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('reports an edit between the first reading and the first look', async () => {
  const file = join(folder, 'edited.yaml')
  writeFileSync(file, 'first')
  const initialVersion = await readFileVersion(file)
  writeFileSync(file, 'second')
  const onChange = vi.fn()

  const stop = pollFile(file, { initialVersion, onChange })
  onTestFinished(stop)

  await expect.poll(() => onChange.mock.calls.length).toBe(1)
})

test('reports each edit once: a changed, a replaced and a removed file', async () => {
  const file = join(folder, 'world.yaml')
  writeFileSync(file, 'first')
  const onChange = vi.fn()
  const stop = pollFile(file, { initialVersion: await readFileVersion(file), onChange })
  onTestFinished(stop)
  const countChanges = () => onChange.mock.calls.length

  writeFileSync(file, 'a longer text')
  await expect.poll(countChanges).toBe(1)
  writeFileSync(join(folder, 'other.yaml'), 'a longer text')
  renameSync(join(folder, 'other.yaml'), file)
  await expect.poll(countChanges).toBe(2)
  rmSync(file)
  await expect.poll(countChanges).toBe(3)
})

test('reports nothing after it was stopped', async () => {
  const file = join(folder, 'stopped.yaml')
  writeFileSync(file, 'first')
  const onChange = vi.fn()
  const stop = pollFile(file, { initialVersion: await readFileVersion(file), onChange })

  stop()
  writeFileSync(file, 'second')
  await new Promise((resolve) => setTimeout(resolve, 300))

  expect(onChange).not.toHaveBeenCalled()
})
