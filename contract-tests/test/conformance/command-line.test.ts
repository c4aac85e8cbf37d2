import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { runCommandLine } from './command-line.ts'

test('flags win over variables of the environment, and those over the file', async () => {
  const config = { baseUrl: 'http://file.test' }
  const environment = { WFHOST_BASE_URL: 'http://environment.test' }
  const target = async (args: readonly string[], env: Readonly<Record<string, string>>) =>
    JSON.parse((await runCommandLine(['run', '--json', ...args, '--only', 'run-ok'], { config, environment: env })).output).target
      .baseUrl
  expect(await target([], {})).toBe('http://file.test')
  expect(await target([], environment)).toBe('http://environment.test')
  expect(await target(['--base-url', 'http://flag.test'], environment)).toBe('http://flag.test')
})

test('what a flag or a variable replaces may name a variable that is not set', async () => {
  const config = { baseUrl: `$${'{WFHOST_BASE_URL}'}`, fixtures: {} }
  const only = ['plan', '--only', 'reg-error-body']
  expect((await runCommandLine(only, { config })).code).toBe(2)
  expect((await runCommandLine([...only, '--base-url', 'http://flag.test'], { config })).code).toBe(0)
  expect((await runCommandLine(only, { config, environment: { WFHOST_BASE_URL: 'http://a.test' } })).code).toBe(0)
})

test('checks that are blocked by the same are told together', async () => {
  const { output } = await runCommandLine(['run', '--base-url', 'http://127.0.0.1:1', '--only', 'run-ok,run-mode'])
  expect(output).toContain('blocked run-mode, run-ok: the target does not declare fixture echo\n')
})

test('list shows every check with what it needs, and help shows every command', async () => {
  const list = JSON.parse((await runCommandLine(['list', '--json'])).output)
  expect(list.length).toBeGreaterThan(50)
  expect(
    list.every((check: { evidence: string; force: string }) => check.evidence !== 'notShown' || check.force === 'observe'),
  ).toBe(true)
  expect((await runCommandLine(['list'])).output).toMatch(
    /key-regenerated .*\n.*\n.*needs regenerated, secondWorkflow, hook regenerateKey/,
  )
  for (const args of [['--help'], ['run', '--help']]) expect((await runCommandLine(args)).output).toMatch(/Exit codes/)
})

test('who reads only the first lines gets them, and no complaint', async () => {
  const cli = fileURLToPath(new URL('../../src/cli.ts', import.meta.url))
  const command = `"${process.execPath}" --conditions=@wfhost/source "${cli}" list --json | head -n 2`
  expect(await promisify(execFile)('sh', ['-c', command])).toEqual({ stdout: '[\n  {\n', stderr: '' })
})
