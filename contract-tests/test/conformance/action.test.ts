import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { serveWorld } from '../../src/selftest/serve-world.ts'

const packageFolder = new URL('../../', import.meta.url)

test.each([
  { server: 'that is conformant', args: [], expected: 0 },
  { server: 'whose checks are blocked', args: ['--allow', 'executions'], expected: 3 },
])('the action runs the suite on a server $server, and ends as the suite does', async ({ args, expected }) => {
  const action = parse(await readFile(new URL('action.yml', packageFolder), 'utf8'))
  const world = await serveWorld()
  const folder = await mkdtemp(join(tmpdir(), 'wfhost-action-'))
  await writeFile(join(folder, 'target.yaml'), stringify(world.config))
  // Instead of the registry's package, npx runs the source of this one.
  const cli = fileURLToPath(new URL('src/cli.ts', packageFolder))
  await writeFile(
    join(folder, 'npx'),
    `#!/bin/sh\nshift 4\nexec "${process.execPath}" --conditions=@wfhost/source "${cli}" "$@"\n`,
  )
  await chmod(join(folder, 'npx'), 0o755)
  const [step] = action.runs.steps
  const env = {
    PATH: `${folder}:${process.env['PATH']}`,
    CONFIG: join(folder, 'target.yaml'),
    ARGUMENTS: args.join(' '),
    REPORT_DIR: join(folder, 'reports'),
    VERSION: action.inputs.version.default,
    GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
  }
  const code = await new Promise((resolve) => {
    execFile('bash', ['-c', step.run], { env }, (error) => resolve(error?.code ?? 0))
  })
  const report = JSON.parse(await readFile(join(folder, 'reports', 'report.json'), 'utf8'))
  await rm(folder, { recursive: true })
  await world.close()
  expect(code).toBe(expected)
  expect(report.verdict).toBe(expected === 0 ? 'CONFORMANT' : 'INCOMPLETE')
})

test('the action installs the version that it comes with', async () => {
  const action = parse(await readFile(new URL('action.yml', packageFolder), 'utf8'))
  const { version } = JSON.parse(await readFile(new URL('package.json', packageFolder), 'utf8'))
  expect(action.inputs.version.default).toBe(version)
})
