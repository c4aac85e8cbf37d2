import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { runCommandLine } from '../../proof/contract-server.ts'
import { contractFixtures } from '../../proof/contract-world.ts'
import { loadConfig } from '../../src/config/load-config.ts'
import { openFolder, openWorld } from '../for-one-test.ts'

test('the file that init writes gets a verdict and reports, with everything from the environment', async () => {
  const folder = await openFolder()
  const world = await openWorld()
  const file = join(folder, 'target.yaml')
  await runCommandLine(['init', '--yes', file])
  const environment = { WFHOST_BASE_URL: world.url, ECHO_KEY: contractFixtures.echo.key }
  const plan = await runCommandLine(['plan', '-c', file], { environment })
  expect({ code: plan.code, errors: plan.errors }).toEqual({ code: 3, errors: '' })
  const reports = join(folder, 'reports')
  const run = await runCommandLine(['run', '-c', file, '--output', reports], { environment })
  // Incomplete, since the file declares no more than one workflow.
  expect({ code: run.code, errors: run.errors }).toEqual({ code: 3, errors: '' })
  expect(run.output).toContain('INCOMPLETE staging')
  const report = await readFile(join(reports, 'report.json'), 'utf8')
  expect(JSON.parse(report).target.baseUrl).toBe(world.url)
  expect(report).not.toContain(contractFixtures.echo.key)
  expect(await readdir(reports)).toContain('report.html')
  await rm(join(reports, 'report.json'))
  await mkdir(join(reports, 'report.json'))
  const again = await runCommandLine(['run', '-c', file, '--output', reports], { environment })
  expect({ code: again.code, errors: again.errors }).toEqual({
    code: 2,
    errors: `wfhost-conformance: Cannot write ${reports}/report.json: it is a folder. Name another folder with --output`,
  })
})

test.each([
  ['a key', { fixtures: { archived: { flowId: 'a', key: '$' + '{MY_KEY}' } } }, ['MY_KEY']],
  ['a part of a key', { fixtures: { archived: { flowId: 'a', key: 'wk-$' + '{MY_KEY}' } } }, ['MY_KEY', 'WFHOST_ARCHIVED_KEY']],
  ['a key in the file itself', { fixtures: { archived: { flowId: 'a', key: 'wk-1' } } }, ['WFHOST_ARCHIVED_KEY']],
  [
    'a session in a header',
    { fixtures: { organization: { orgId: 'a', key: '$' + '{MY_KEY}', sessionHeader: 'X-Session: s3ss10n' } } },
    ['MY_KEY', 'WFHOST_ORGANIZATION_SESSION_HEADER'],
  ],
  ['a token of a hook', { hooks: { creditBalance: { url: 'http://x.test', headers: { token: '$' + '{MY_KEY}' } } } }, ['MY_KEY']],
  [
    'the address of a hook that is the address of the service',
    { hooks: { creditBalance: { url: '$' + '{MY_URL}/credits' } } },
    [],
  ],
  ['an address', { baseUrl: '$' + '{MY_URL}' }, []],
  ['a name', { name: '$' + '{MY_KEY}' }, []],
  ['a flowId', { fixtures: { unknownFlowId: '$' + '{MY_KEY}' } }, []],
])('the secrets of a configuration with a variable for %s', async (...[, config, names]) => {
  expect(Object.keys(await secretsOf(config))).toEqual(names)
})

test.each([
  ['key', 'c2VjcmV0LWtleQ==', 'c2VjcmV0LWtleQ=='],
  ['key', 'team:s3cret=1', 'team:s3cret=1'],
  ['sessionCookie', 'sid=a:b=c', 'a:b=c'],
  ['sessionHeader', 'X-Session: a=b', 'a=b'],
])('for the %s %s, the secret is %s', async (...[member, written, secret]) => {
  const organization = { orgId: 'a', key: 'the-key', [member]: written }
  expect(Object.values(await secretsOf({ fixtures: { organization } }))).toContain(secret)
})

test('a key in the file has a name in the curl commands, which the end of the run states', async () => {
  const world = await openWorld((service) => ({ ...service, fetch: async () => new Response(null, { status: 500 }) }))
  const { output } = await runCommandLine(['run', '--only', 'run-ok'], { config: world.config })
  expect(output).toContain('"$WFHOST_ECHO_KEY"')
  expect(output).toContain('The curl commands take WFHOST_ECHO_KEY from the environment')
})

test('without -c the configuration in the working directory is used', async () => {
  const folder = await openFolder()
  await writeFile(join(folder, 'wfhost-conformance.yaml'), 'baseUrl: https://staging.test\nareas: [keys]\nallow: [runs]\n')
  const cli = fileURLToPath(new URL('../../src/cli.ts', import.meta.url))
  const args = ['--conditions=@wfhost/source', cli, 'plan', '--json', '--only', 'key-invalid,run-ok']
  const plan = promisify(execFile)(process.execPath, args, { cwd: folder, env: {} })
  await expect(plan).rejects.toMatchObject({ code: 3, stdout: expect.stringContaining('area run-sync is not claimed') })
})

async function secretsOf(config: object): Promise<Readonly<Record<string, string>>> {
  const folder = await openFolder()
  const file = join(folder, 'target.yaml')
  await writeFile(file, JSON.stringify({ baseUrl: 'http://api.test', ...config }))
  const environment = { MY_KEY: '5up3r', MY_URL: 'http://api.test' }
  return (await loadConfig({ file, environment, flags: {} })).secrets
}

test('names a missing configuration and the remedy, and ends with 2', async () => {
  const { code, errors } = await runCommandLine(['run', '-c', '/no/target.yaml'])
  expect(code).toBe(2)
  expect(errors).toContain(
    'Cannot read /no/target.yaml: the folder /no does not exist. Name another file with -c, or write one with init',
  )
})
