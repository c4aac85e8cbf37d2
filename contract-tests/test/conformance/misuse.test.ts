import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommandLine } from './serve-world.ts'

const baseUrl = 'http://127.0.0.1:1'

const misuses: readonly (readonly [what: string, args: readonly string[], config: unknown, code: number, says: RegExp])[] = [
  ['no command', [], undefined, 2, /No command given/],
  ['an unknown command', ['rnu'], undefined, 2, /There is no command rnu/],
  ['a command that is a property of every object', ['constructor'], undefined, 2, /There is no command constructor/],
  ['an unknown flag', ['run', '--bass-url', 'x'], undefined, 2, /--bass-url/],
  ['a flag without its value', ['run', '--base-url'], undefined, 2, /--base-url/],
  [
    'a number that is none',
    ['run', '--base-url', baseUrl, '--max-runs', 'many'],
    undefined,
    2,
    /--max-runs takes a number, found "many"/,
  ],
  ['an empty number', ['run', '--base-url', baseUrl, '--max-runs', ''], undefined, 2, /--max-runs takes a number/],
  ['no address', ['run'], undefined, 2, /baseUrl: .*give --base-url or WFHOST_BASE_URL/],
  ['an address that is no URL', ['run', '--base-url', 'localhost'], undefined, 2, /baseUrl/],
  ['a file that is not there', ['run', '--config', '/nowhere/target.yaml'], undefined, 2, /Cannot read \/nowhere\/target.yaml/],
  ['a file that is not YAML', ['run'], 'fixtures: [', 2, /target.yaml: .* at line 1/],
  ['a file that is a list', ['run'], '- a', 2, /expected a mapping/],
  ['an unknown member', ['run'], { baseUrl, fixture: {} }, 2, /Unrecognized key: "fixture"/],
  ['an unknown fixture', ['run'], { baseUrl, fixtures: { ecko: {} } }, 2, /fixtures: Unrecognized key: "ecko"/],
  ['a fixture without its key', ['run'], { baseUrl, fixtures: { archived: { flowId: 'a' } } }, 2, /fixtures.archived.key/],
  [
    'a variable that is not set',
    ['run'],
    { baseUrl, fixtures: { archived: { flowId: 'a', key: '$' + '{NO_SUCH}' } } },
    2,
    /fixtures.archived.key: .*NO_SUCH is not set/,
  ],
  ['an unknown permission', ['run', '--allow', 'everything'], { baseUrl }, 2, /allow.0/],
  ['an unknown profile', ['run', '--profiles', 'sync'], { baseUrl }, 2, /profiles.0/],
  ['no profile', ['run', '--profiles', ''], { baseUrl }, 2, /profiles/],
  ['an unknown check', ['run', '--only', 'run-eror'], { baseUrl }, 2, /there is no check run-eror/],
  ['an unknown check to replay', ['replay', 'nothing'], { baseUrl }, 2, /there is no check nothing/],
  ['no check to replay', ['replay'], { baseUrl }, 2, /takes the id of one check/],
  ['an unknown set of requirements', ['run', '--requirements', '2020-01'], { baseUrl }, 2, /no set of requirements 2020-01/],
  [
    'a baseline entry without an owner',
    ['run'],
    { baseUrl, baseline: [{ check: 'run-ok', reason: 'r', expires: '2030-01-01' }] },
    2,
    /baseline.0.owner/,
  ],
  [
    'a baseline entry whose expiry is no date',
    ['run'],
    { baseUrl, baseline: [{ check: 'a', reason: 'r', owner: 'o', expires: 'soon' }] },
    2,
    /baseline.0.expires/,
  ],
  ['an address alone, where nothing answers', ['run', '--base-url', baseUrl], undefined, 4, /The target gave no answer/],
  [
    'a plan in which nothing would run',
    ['plan', '--base-url', baseUrl, '--only', 'run-ok'],
    undefined,
    3,
    /0 of 1 checks would run/,
  ],
]

test.each(misuses)('%s never ends with exit code 0', async (_, ...[args, config, code, says]) => {
  const result = await runCommandLine(args, { config })
  expect(`${result.output}\n${result.errors}`).toMatch(says)
  expect(result.code).toBe(code)
})

test('init writes a configuration that the suite reads, and never over one that is there', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wfhost-init-'))
  const file = join(folder, 'target.yaml')
  expect(await runCommandLine(['init', file])).toMatchObject({ code: 0 })
  expect(await runCommandLine(['init', file])).toMatchObject({ code: 2, errors: expect.stringContaining('EEXIST') })
  const environment = { WFHOST_BASE_URL: baseUrl, ECHO_KEY: 'a-key' }
  const plan = await runCommandLine(['plan', '--config', file], { environment })
  expect(plan.errors).toBe('')
  expect(plan.output).toMatch(/run +run-endpoint/)
  await rm(folder, { recursive: true })
})

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

test('list shows every check with what it needs, and help shows every command', async () => {
  const list = JSON.parse((await runCommandLine(['list', '--json'])).output)
  expect(list.length).toBeGreaterThan(50)
  expect(
    list.every((check: { evidence: string; force: string }) => check.evidence !== 'notShown' || check.force === 'observe'),
  ).toBe(true)
  expect((await runCommandLine(['list'])).output).toMatch(/key-regenerated .*\n.*\n.*needs echo, hook regenerateKey/)
  for (const args of [['--help'], ['run', '--help']]) expect((await runCommandLine(args)).output).toMatch(/Exit codes/)
})
