import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createWorldSchema } from '@wfhost/mock-server/world-file'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { runCommandLine } from './run-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'init-world-'))

afterAll(() => rmSync(folder, { recursive: true }))

afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

function collectOutput(): string[] {
  const printed: string[] = []
  for (const name of ['log', 'error'] as const)
    vi.spyOn(console, name).mockImplementation((text) => void printed.push(String(text)))
  return printed
}

test('writes a valid world file whose first lines point editors to its schema', async () => {
  const printed = collectOutput()
  const file = join(folder, 'world.yaml')
  await runCommandLine(['init', file], (text) => printed.push(text))
  await runCommandLine(['check', file], (text) => printed.push(text))
  expect(printed).toEqual([
    `Wrote ${file} and ${join(folder, 'world.schema.json')}\nStart it: wfhost-mock --world ${file}`,
    `${file} is a world`,
  ])
  expect(readFileSync(file, 'utf8')).toMatch(/^# yaml-language-server: \$schema=\.\/world\.schema\.json\n# \$schema: /)
  expect(JSON.parse(readFileSync(join(folder, 'world.schema.json'), 'utf8'))).toEqual(
    JSON.parse(JSON.stringify(createWorldSchema())),
  )
})

test('prints the names of the files as JSON on demand', async () => {
  const printed = collectOutput()
  const file = join(folder, 'in-json.yaml')
  await runCommandLine(['init', file, '--json'], (text) => printed.push(text))
  expect(JSON.parse(printed.join())).toEqual({ file, schemaFile: join(folder, 'world.schema.json') })
})

test('keeps a world file that exists, and names the remedy', async () => {
  const printed = collectOutput()
  const file = join(folder, 'own.yaml')
  await runCommandLine(['init', file], (text) => printed.push(text))
  await runCommandLine(['init', file], (text) => printed.push(text))
  expect(printed[1]).toBe(`wfhost-mock: Cannot write ${file}: it exists; give another name, or remove it`)
  expect(process.exitCode).toBe(2)
  await runCommandLine(['init', join(folder, 'missing', 'world.yaml')], (text) => printed.push(text))
  expect(printed[2]).toContain(`there is no folder ${join(folder, 'missing')}`)
})

test('names a schema that cannot be written', async () => {
  const printed = collectOutput()
  const own = mkdtempSync(join(folder, 'own-'))
  mkdirSync(join(own, 'world.schema.json'))
  await runCommandLine(['init', join(own, 'world.yaml')], (text) => printed.push(text))
  expect(printed).toEqual([`wfhost-mock: Cannot write ${join(own, 'world.schema.json')}: it is a folder`])
})

test('writes no YAML into a file that is named as JSON', async () => {
  const printed = collectOutput()
  const file = join(folder, 'world.json')
  await runCommandLine(['init', file], (text) => printed.push(text))
  expect(printed).toEqual([`wfhost-mock: Cannot write ${file}: it is written in YAML. Give a name in .yaml`])
  expect([process.exitCode, existsSync(file)]).toEqual([2, false])
})
