import { execFile } from 'node:child_process'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { runCommandLine } from '../../proof/contract-server.ts'
import { version } from '../../src/engine/suite.ts'
import { openWorld } from '../for-one-test.ts'

test('flags override environment variables, and environment variables override the file', async () => {
  const config = { baseUrl: 'http://file.test' }
  const environment = { WFHOST_BASE_URL: 'http://environment.test' }
  const target = async (args: readonly string[], env: Readonly<Record<string, string>>) =>
    JSON.parse((await runCommandLine(['run', '--json', ...args, '--only', 'run-ok'], { config, environment: env })).output).target
      .baseUrl
  expect(await target([], {})).toBe('http://file.test')
  expect(await target([], environment)).toBe('http://environment.test')
  expect(await target(['--base-url', 'http://flag.test'], environment)).toBe('http://flag.test')
})

test('a setting that a flag or a variable replaces may name a variable that is not set', async () => {
  const config = { baseUrl: `$${'{WFHOST_BASE_URL}'}`, fixtures: {} }
  const only = ['plan', '--only', 'reg-error-body']
  expect((await runCommandLine(only, { config })).code).toBe(2)
  expect((await runCommandLine([...only, '--base-url', 'http://flag.test'], { config })).code).toBe(0)
  expect((await runCommandLine(only, { config, environment: { WFHOST_BASE_URL: 'http://a.test' } })).code).toBe(0)
})

test('reports checks that are blocked for the same reason together', async () => {
  const { output } = await runCommandLine(['run', '--base-url', 'http://127.0.0.1:1', '--only', 'run-ok,run-auth'])
  expect(output).toMatch(/fixtures\.echo is not declared {2}2 blocked\n.*\n {5}checks {3}run-auth, run-ok\n/)
})

test('plan groups the checks that would not run by reason, and its numbers add up', async () => {
  const { output } = await runCommandLine(['plan', '--base-url', 'http://a.test', '--areas', 'keys,run-sync'])
  const [, run, all] = /(\d+) of (\d+) checks would run/.exec(output) ?? []
  const [, blocked, unclaimed] = /(\d+) are blocked, and (\d+) belong to/.exec(output) ?? []
  expect(Number(run) + Number(blocked) + Number(unclaimed)).toBe(Number(all))
  const groups = output.split('\n').filter((line) => line.startsWith('blocked '))
  const listed = groups.flatMap((line) => line.slice('blocked '.length).split(': ', 1)[0]?.split(', ') ?? [])
  expect(listed).toHaveLength(Number(blocked))
  expect(new Set(groups.map((line) => line.split(': ')[1])).size).toBe(groups.length)
})

test('plan shows each request that a check would send, with the identifiers of the configuration', async () => {
  const config = {
    baseUrl: 'http://a.test',
    allow: ['runs'],
    fixtures: { echo: { flowId: 'my-echo', key: 'my-key-1', parameters: {} } },
  }
  const { output } = await runCommandLine(['plan', '--only', 'run-auth'], { config })
  const path = '/api/v2/external/flows/my-echo/published-run'
  expect(output).toContain(
    `run run-auth\n    2 × POST ${path} with another key, mode sync\n    1 × POST ${path} with the key of fixtures.echo, mode sync\n`,
  )
  expect(output).not.toContain('my-key-1')

  const { totals, checks } = JSON.parse((await runCommandLine(['plan', '--json', '--only', 'run-auth'], { config })).output)
  expect(totals.requests).toBe(3)
  expect(checks[0].sends).toHaveLength(2)
})

test('run lists each blocked check once, at the end', async () => {
  const { output } = await runCommandLine(['run', '--base-url', 'http://127.0.0.1:1', '--only', 'run-ok'])
  expect(output.split('fixtures.echo is not declared')).toHaveLength(2)
})

test('list shows every check with its needs', async () => {
  const list = JSON.parse((await runCommandLine(['list', '--json'])).output)
  expect(list.length).toBeGreaterThan(50)
  expect(
    list.every((check: { evidence: string; force: string }) => check.evidence !== 'notShown' || check.force === 'observe'),
  ).toBe(true)
  expect((await runCommandLine(['list'])).output).toMatch(
    /key-regenerated.new .*\n.*\n.*needs regenerated, secondWorkflow, hook regenerateKey/,
  )
})

test('help shows every command, and the help of a command shows its own flags', async () => {
  const { output } = await runCommandLine(['--help'])
  const names = [...output.matchAll(/^ {2}([a-z]\w*) (?:\[options\]|<shell>| )/gm)].map(([, name = '']) => name)
  expect(names).toEqual([
    'init',
    'list',
    'plan',
    'run',
    'replay',
    'verify',
    'compare',
    'coverage',
    'export',
    'schema',
    'completion',
  ])
  expect(output).toMatch(/Exit codes/)
  for (const name of names) {
    const own = await runCommandLine([name, '--help'])
    expect(own).toMatchObject({ code: 0, output: expect.stringMatching(`^Usage: wfhost-conformance ${name} `) })
    expect(await runCommandLine(['help', name])).toEqual(own)
    expect(own.output.includes('--base-url')).toBe(['init', 'plan', 'run', 'replay', 'verify'].includes(name))
    expect(own.output.includes('--output')).toBe(['run', 'verify', 'compare', 'export'].includes(name))
    expect(own.output).toContain('--json')
  }
})

test('schema prints the JSON Schema of configurations, with an example of each fixture', async () => {
  const { code, output } = await runCommandLine(['schema'])
  const { properties, required } = JSON.parse(output)
  expect({ code, required }).toEqual({ code: 0, required: ['baseUrl'] })
  expect(properties.areas.description).toBe('the areas that the server claims to offer; by default, all areas')
  expect(properties.fixtures.properties.archived).toMatchObject({
    description: 'a workflow that was archived, and its key',
    examples: [{ flowId: 'archived', key: '$' + '{ARCHIVED_KEY}' }],
  })
})

test.each([['-v'], ['--version']])('%s prints the version', async (flag) => {
  expect(await runCommandLine([flag])).toEqual({ code: 0, output: version, errors: '' })
})

test('with --json, an error is also printed as JSON', async () => {
  const { code, output } = await runCommandLine(['run', '--json', '--base-url', 'localhost'])
  expect({ code, printed: JSON.parse(output) }).toEqual({
    code: 2,
    printed: { error: { name: 'ConfigurationError', message: expect.stringContaining('baseUrl: expected a URL') } },
  })
})

test('--timeout takes a time with its unit', async () => {
  const config = {
    baseUrl: await silentServer(),
    fixtures: { nothingPublished: { key: 'key-1' }, registry: { key: 'key-2', listed: [] } },
  }
  const { output } = await runCommandLine(['run', '--timeout', '30ms', '--only', 'man-empty'], { config })
  expect(output).toContain('no complete response within 30 ms')
})

test('the verdict of a selected observation is PARTIAL', async () => {
  const world = await openWorld()
  const { code, output } = await runCommandLine(['run', '--json', '--only', 'reg-error-body'], { config: world.config })
  expect({ code, verdict: JSON.parse(output).verdict }).toEqual({ code: 0, verdict: 'PARTIAL' })
})

test('plan ends with 3 if blocked checks leave the verdict open', async () => {
  const { code, output } = await runCommandLine(['plan', '--base-url', 'http://a.test', '--only', 'reg-error-body,run-ok'])
  expect(code).toBe(3)
  expect(output).toMatch(
    /1 of 2 checks would run: .*\n1 are blocked, and 0 belong to areas that are not claimed\n1 of the blocked/,
  )
})

test('a reader that closes the pipe after the first lines causes no error', async () => {
  const cli = fileURLToPath(new URL('../../src/cli.ts', import.meta.url))
  const command = `"${process.execPath}" --conditions=@wfhost/source "${cli}" list --json | head -n 2`
  expect(await promisify(execFile)('sh', ['-c', command])).toEqual({ stdout: '[\n  {\n', stderr: '' })
})

test.skipIf(process.platform !== 'linux')('fails without a verdict if the output is full', async () => {
  const cli = fileURLToPath(new URL('../../src/cli.ts', import.meta.url))
  const command = `"${process.execPath}" --conditions=@wfhost/source "${cli}" list > /dev/full`
  await expect(promisify(execFile)('sh', ['-c', command])).rejects.toMatchObject({
    code: 7,
    stderr: 'wfhost-conformance: Cannot write to standard output: no space left on device\n',
  })
})

/** Starts a server that never responds. */
async function silentServer(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the server has no address')
  return `http://127.0.0.1:${address.port}`
}

test('the counter of a run has the checks of the area, and those of the whole run', async () => {
  const world = await openWorld()
  const lines: string[] = []
  await runCommandLine(['run', '--only', 'run-ok,run-endpoint,key-invalid.missing'], {
    config: world.config,
    showProgress: (line) => lines.push(line),
  })

  const total = lines.length
  expect(lines.every((line) => line.includes(` of ${total} checks finished, 0 failed`))).toBe(true)
  expect(lines.at(-1)).toContain(`  ${total} of ${total} checks`)
  const ofRuns = lines.filter((line) => line.startsWith('run-sync '))
  expect(ofRuns.at(-1)).toMatch(new RegExp(`^run-sync ${ofRuns.length}/${ofRuns.length}  `))
  expect(ofRuns.length).toBeLessThan(total)
})

test('schema --json prints the same schema in one line', async () => {
  const { output } = await runCommandLine(['schema'])
  const { output: line } = await runCommandLine(['schema', '--json'])
  expect(line.trim().split('\n')).toHaveLength(1)
  expect(JSON.parse(line)).toEqual(JSON.parse(output))
})

test('a replay shows its seconds on a terminal', async () => {
  const world = await openWorld()
  const lines: string[] = []
  const config = { ...world.config, baseUrl: await silentServer(), timeoutMs: 1_300 }
  await runCommandLine(['replay', 'run-endpoint'], { config, showProgress: (line) => lines.push(line) })
  expect(lines[0]).toMatch(/^replaying run-endpoint: \d s$/)
  expect(lines.at(-1)).toBe('')
})
