import { execFile } from 'node:child_process'
import { readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { mutants } from '../../proof/mutants/mutants.ts'
import { checks } from '../../src/engine/checks.ts'
import { openFolder, openWorld } from '../for-one-test.ts'

const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url))

test('a conforming server passes one test for each check of its claimed areas', async () => {
  const { config } = await openWorld()
  const { tests } = await runVitest({ ...config, areas: ['registry'] })
  expect(tests.filter(({ status }) => status !== 'passed')).toEqual([])
  const claimed = checks.filter(({ area }) => area === 'registry')
  expect(tests.map(({ title }) => title)).toEqual(claimed.map(({ id, statement }) => `${id}: ${statement}`))
}, 60_000)

test('a blocked check fails with the reason, and a blocked observation is skipped', async () => {
  const { config } = await openWorld()
  const { slow: _left, ...fixtures } = Object(config['fixtures'])
  const { tests } = await runVitest({ ...config, fixtures, allow: [], areas: ['run-async', 'run-sync'] })
  const failed = tests.filter(({ status }) => status === 'failed')
  expect(failed.find(({ title }) => title.startsWith('run-async:'))?.message).toContain(
    'Blocked: the target does not declare fixture slow',
  )
  expect(failed.find(({ title }) => title.startsWith('run-ok:'))?.message).toContain('Blocked: not allowed: runs')
  expect(tests.find(({ title }) => title.startsWith('run-mode-default:'))?.status).toMatch(/skipped|pending/)
  expect(tests).toHaveLength(checks.filter(({ area }) => area === 'run-async' || area === 'run-sync').length)
}, 60_000)

test('a server with a defect fails the test of its check, whose message has the response and a command to repeat it without a key', async () => {
  const { config, seen } = await openWorld(mutants.find(({ foundBy }) => foundBy === 'RUN-ERROR')?.mutate)
  const { output, tests } = await runVitest(config, '-t', 'run-error:')
  const failed = tests.filter(({ status }) => status === 'failed')
  expect(failed.map(({ title }) => title.split(':')[0])).toEqual(['run-error'])
  expect(tests.filter(({ status }) => status === 'passed')).toEqual([])
  expect(failed[0]?.message).toMatch(/RUN-ERROR, section [\d.]+/)
  expect(failed[0]?.message).toContain('curl ')
  expect(output).not.toContain('key-failing')
  // A test that is chosen by name sends only the requests that it needs.
  expect(tests).toHaveLength(checks.length)
  expect(seen.length).toBeLessThan(5)
}, 60_000)

test('a known failure passes, and an unnecessary or unknown baseline entry fails', async () => {
  const { config } = await openWorld(mutants.find(({ foundBy }) => foundBy === 'RUN-ERROR')?.mutate)
  const known = { reason: 'On its way', owner: 'Ada', expires: '2999-01-01' }
  const baseline = ['run-error', 'run-ok', 'run-erorr'].map((check) => ({ check, ...known }))
  const { tests } = await runVitest({ ...config, areas: ['run-sync'], baseline }, '-t', 'run-(ok|error|erorr):')
  const ran = tests.filter(({ status }) => status === 'passed' || status === 'failed')
  expect(Object.fromEntries(ran.map(({ message, status, title }) => [title.split(':')[0], message ?? status]))).toEqual({
    'run-error': 'passed',
    'run-ok': expect.stringContaining('its entry in the baseline is to be removed'),
    'run-erorr': expect.stringContaining('There is no such check'),
  })
}, 60_000)

interface VitestRun {
  readonly output: string
  readonly tests: readonly { readonly title: string; readonly status: string; readonly message: string | undefined }[]
}

/** Runs vitest in a new folder, like a project with the installed package. */
async function runVitest(config: unknown, ...args: string[]): Promise<VitestRun> {
  const folder = await openFolder()
  const conditions = "['@wfhost/source', 'module', 'node', 'development|production']"
  const files = {
    'target.yaml': stringify(config),
    'package.json': '{ "type": "module" }',
    'conformance.test.ts': `import { describeConformance } from '@wfhost/contract-tests/vitest'
describeConformance({ config: 'target.yaml' })`,
    'vitest.config.ts': `export default {
  resolve: { conditions: ${conditions} },
  ssr: { resolve: { conditions: ${conditions}, externalConditions: ['@wfhost/source'] } },
}`,
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  await symlink(modules, join(folder, 'node_modules'))
  const command = [join(modules, 'vitest/vitest.mjs'), 'run', '--reporter=json', '--outputFile=result.json', ...args]
  // The variables that vitest sets for this run must not reach the other run.
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'] }
  const ended = promisify(execFile)(process.execPath, command, { cwd: folder, env })
  const { stderr, stdout } = await ended.catch((error: { readonly stdout: string; readonly stderr: string }) => error)
  const output = stdout + stderr
  const result = await readFile(join(folder, 'result.json'), 'utf8').catch(() => {
    throw new Error(`Cannot read what vitest reports: ${output}`)
  })
  const { testResults } = JSON.parse(result)
  const tests = testResults.flatMap(
    (file: { assertionResults: readonly { title: string; status: string; failureMessages?: string[] }[] }) =>
      file.assertionResults.map(({ failureMessages, status, title }) => ({ title, status, message: failureMessages?.[0] })),
  )
  return { output: output + result, tests }
}
