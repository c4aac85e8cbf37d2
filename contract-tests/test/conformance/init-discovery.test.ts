import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { runCommandLine } from '../../proof/contract-server.ts'
import { contractFixtures } from '../../proof/contract-world.ts'
import { openFolder, openWorld } from '../for-one-test.ts'

const environment = {
  ECHO_KEY: contractFixtures.echo.key,
  TYPED_KEY: 'not-a-key-of-it',
  FAILING_KEY: contractFixtures.echo.key,
  ARCHIVED_KEY: contractFixtures.archived.key,
  HOST_KEY: contractFixtures.registry.key,
  EMPTY_HOST_KEY: contractFixtures.nothingPublished.key,
}

function runInit(...args: readonly string[]) {
  return runInitWith(environment, ...args)
}

async function runInitWith(environment: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const file = join(await openFolder(), 'target.yaml')
  const result = await runCommandLine(['init', file, ...args], { environment })
  const text = await readFile(file, 'utf8').catch(() => '')
  return { ...result, file, text }
}

test('init declares the fixtures that it discovers on a running server, and never writes a key', async () => {
  const world = await openWorld()
  const { code, output, text } = await runInit('--base-url', world.url)
  expect(code).toBe(0)

  const { fixtures } = parse(text)
  expect(fixtures.echo.key).toBe(`$${'{ECHO_KEY}'}`)
  expect(fixtures.archived.flowId).toBe('archived')
  expect(fixtures.registry.listed).toContainEqual({ toolset: 'mail', version: '1.2.0', tool: 'send' })
  expect(fixtures.manifest).toEqual({ toolsets: '/toolsets/*', name: '/id', version: '/version', tool: '/tools/*/name' })
  expect(fixtures.nothingPublished.key).toBe(`$${'{EMPTY_HOST_KEY}'}`)
  expect(fixtures.typed).toBeUndefined()
  for (const key of Object.values(environment)) expect(text + output).not.toContain(key)
})

test('init writes no name of a parameter as a fact, because it cannot test one without a run', async () => {
  const world = await openWorld()
  const { output, text } = await runInit('--base-url', world.url)
  expect(parse(text).fixtures.echo).toEqual({ flowId: 'echo', key: `$${'{ECHO_KEY}'}` })
  expect(text).toMatch(/^ {4}# Replace each name by the name of a parameter of this type.*\n {4}# parameters: \{ string: text, /m)
  expect(output).toContain('Fill in fixtures.echo.parameters, which is a comment in the file')
})

test('init leaves a workflow as a comment if its key is accepted and only the user knows its other members', async () => {
  const world = await openWorld()
  const { failing } = contractFixtures
  const { output, text } = await runInitWith({ ...environment, FAILING_KEY: failing.key }, '--base-url', world.url)
  expect(output).toContain('Workflow failing accepts FAILING_KEY.')
  expect(output).toContain('Fill in fixtures.failing, which is a comment in the file')
  expect(parse(text).fixtures.failing).toBeUndefined()
  expect(text).toMatch(/^ {2}# failing:\n {2}# {3}flowId: failing\n/m)
})

test('init reports the fixtures that it found, and the reason for each omission', async () => {
  const world = await openWorld()
  const { output } = await runInit('--base-url', world.url)
  expect(output).toContain(`The workflow service responds at ${world.url}.`)
  expect(output).toContain('Workflow echo accepts ECHO_KEY.')
  expect(output).toContain('Workflow typed refuses TYPED_KEY with 401: it is not a key of this server.')
  expect(output).toContain('Workflow failing refuses FAILING_KEY with 403: it is the key of another workflow.')
  expect(output).toContain('The tool registry responds at the same address, with product wfhost.')
  expect(output).toContain('The manifest for HOST_KEY lists mail, weather.')
})

test('init runs nothing on the server that it examines', async () => {
  const world = await openWorld()
  await runInit('--base-url', world.url)
  expect(world.seen.length).toBeGreaterThan(5)
  expect(world.service.runs()).toEqual([])
})

test('plan and run accept the configuration that init writes', async () => {
  const world = await openWorld()
  const { file } = await runInit('--base-url', world.url)
  const plan = await runCommandLine(['plan', '-c', file], { environment })
  expect(plan.errors).toBe('')
  const run = await runCommandLine(['run', '-c', file, '--only', 'man-endpoint,run-auth'], { environment })
  expect(run.code).toBe(0)
})

test('a run with the configuration that init writes finds no failure on the sample world', async () => {
  const server = await listen(createMockService(createSampleWorld()))
  onTestFinished(() => server.close())
  const keys = { ECHO_KEY: sampleKeys.workflows.echo, HOST_KEY: sampleKeys.defaultEnvironment }
  const { file } = await runInitWith(keys, '--base-url', server.url)

  const run = await runCommandLine(['run', '-c', file, '--quick', '--json'], { environment: keys })
  const { checks, counts } = JSON.parse(run.output)
  expect(counts).toMatchObject({ fail: 0, error: 0 })
  expect(counts.pass).toBeGreaterThan(20)

  // Without the name of a parameter, no check of values may pass.
  const passed: readonly { readonly id: string }[] = checks.filter(({ verdict }: { verdict: string }) => verdict === 'pass')
  expect(passed.filter(({ id }) => id.startsWith('run-arg'))).toEqual([])
})

test.each([
  [
    'a wrong product',
    ['--product', 'other'],
    /No tool registry responds at .* with product other\. Correct registryUrl, or product/,
  ],
  ['a wrong registry', ['--registry-url', 'http://127.0.0.1:9'], /No tool registry responds at http:\/\/127\.0\.0\.1:9/],
])('init names the option to correct for %s', async (_, args, message) => {
  const world = await openWorld()
  const { code, output } = await runInit('--base-url', world.url, ...args)
  expect(output).toMatch(message)
  expect(code).toBe(0)
})

test('init writes the default configuration if no server responds, and reports that', async () => {
  const { code, output, text } = await runInit('--base-url', 'http://127.0.0.1:9')
  expect(code).toBe(0)
  expect(output).toContain('http://127.0.0.1:9 did not respond')
  expect(parse(text).fixtures.echo.flowId).toBe('echo')
})

test('init refuses an address with a password', async () => {
  const { code, errors } = await runInit('--base-url', 'http://me:secret@a.test')
  expect(code).toBe(2)
  expect(errors).toContain('Expected a URL without user and password')
})

test('the configuration that init writes names the JSON Schema for editors', async () => {
  const { text } = await runInit()
  expect(text).toMatch(/^# yaml-language-server: \$schema=https:\/\/.*\/wfhost-conformance\.schema\.json\n/)
})

test('init shows on a terminal for how long it has read a slow server', async () => {
  const server = createServer((_request, response) => void setTimeout(() => response.writeHead(404).end(), 700))
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined

  const lines: string[] = []
  const file = join(await openFolder(), 'slow.yaml')
  const line = ['init', file, '--base-url', `http://127.0.0.1:${port}`]
  await runCommandLine(line, { environment, showProgress: (text) => lines.push(text) })
  expect(lines[0]).toMatch(/^reading the server: \d s$/)
  expect(lines.at(-1)).toBe('')
})
