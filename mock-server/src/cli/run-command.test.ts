import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Assumption, createMockService, listAssumptions } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import { afterEach, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { runCommandLine } from './run-command.ts'

afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

/** Returns the output of a command, and its exit code if it fails. */
async function endOf(line: string): Promise<readonly [exitCode: unknown, printed: string]> {
  const printed: string[] = []
  for (const name of ['log', 'error'] as const)
    vi.spyOn(console, name).mockImplementation((text) => void printed.push(String(text)))
  process.exitCode = undefined
  await runCommandLine(line.split(' '), (text) => printed.push(text))
  return [process.exitCode, printed.join('\n')]
}

async function printedBy(line: string): Promise<string> {
  const [exitCode, printed] = await endOf(line)
  expect(exitCode).toBeUndefined()
  return printed
}

const engine = "option '--engine <engine>' argument 'other' is invalid. Allowed choices are reference, prism."
const ofUpstream =
  'Cannot use --world, --state, --forward, --max-bytes or --assume with --upstream: a guard serves no world; leave them out'
const noControl =
  'Cannot use --token or --verbose with --upstream: a guard has no control API and no log of requests; leave them out'
const noUpstream = 'Cannot use --upstream: expected an http or https address without credentials and query'

test.each<readonly [string, string]>([
  ['--port x', "option '--port <number>' argument 'x' is invalid. Expected a port from 0 to 65535"],
  ['--port', "option '--port <number>' argument missing"],
  ['--assume nothing=1', 'Cannot assume nothing=1: unknown name "nothing"; wfhost-mock assumptions lists them'],
  ['--assume asyncStatus=201', 'Cannot assume asyncStatus=201: expected one of 200, 202, found 201'],
  ['--prot 1', "unknown option '--prot' (Did you mean --port?)"],
  ['chekc world.yaml', 'There is no command "chekc"; did you mean "check"?'],
  ['world.yaml', 'There is no command "world.yaml"; did you mean --world world.yaml?'],
  ['serve world.yaml', "too many arguments for 'serve'. Expected 0 arguments but got 1; did you mean --world world.yaml?"],
  [
    'guard http://localhost',
    "too many arguments for 'guard'. Expected 0 arguments but got 1; did you mean --upstream http://localhost?",
  ],
  [
    'check a.yaml b.yaml',
    "too many arguments for 'check'. Expected 1 argument but got 2; wfhost-mock check --help shows what it takes",
  ],
  ['dance', 'There is no command "dance"; wfhost-mock --help lists them'],
  ['ctl', 'expected a command; wfhost-mock ctl --help lists them'],
  ['check', "missing required argument 'file'; wfhost-mock check --help shows what it takes"],
  ['check a --port 1', "unknown option '--port'; wfhost-mock check --help shows what it takes"],
  ['openapi x', "command-argument value 'x' is invalid for argument 'document'. Allowed choices are api, control."],
  ['--tls-cert a.pem', 'Cannot use --tls-cert alone: give its key with --tls-key'],
  ['--tls-key a.pem', 'Cannot use --tls-key alone: give the certificate with --tls-cert'],
  ['--token=', 'Cannot use --token: it is empty, as from a variable that is not set'],
  ['--token=a\tb', 'Cannot use --token: a header cannot carry its spaces'],
  ['--log-format xml', "option '--log-format <format>' argument 'xml' is invalid. Allowed choices are text, json."],
  ['--engine other', engine],
  ['--upstream http://localhost', "unknown option '--upstream'; wfhost-mock --help shows what it takes"],
  ['replay', "missing required argument 'recording'; wfhost-mock replay --help shows what it takes"],
  ['replay a.har --world w.yaml', "unknown option '--world'; wfhost-mock replay --help shows what it takes"],
  ['record --upstream http://localhost', "required option '--output <file>' not specified"],
  ['record --output a.har', "required option '--upstream <url>' not specified"],
  ['--forward localhost', 'Cannot use --forward: expected an http or https address without credentials and query'],
  ...['guard --upstream http://localhost --token t', 'guard --upstream http://localhost --verbose'].map((line) => {
    return [line, noControl] as const
  }),
  ...['--cors', '--world=world.yaml', '--token=t'].map((option) => {
    const expected = `Cannot use ${option.replace(/=.*/, '')} with --engine prism: it supports only --engine, --host, --json, --port, --quiet`
    return [`--engine prism ${option}`, expected] as const
  }),
  ['guard --engine prism', 'Cannot use --engine prism with guard: it guards a world'],
  ['guard --upstream http://localhost --assume asyncStatus=202', ofUpstream],
  ...['ftp://localhost', 'localhost', 'http://me:secret@localhost', 'http://localhost/?a=1'].map((upstream) => {
    return [`guard --upstream ${upstream}`, noUpstream] as const
  }),
  ['--tls-cert /no/a.pem --tls-key /no/b.pem', 'Cannot read /no/a.pem: there is nothing at /no/a.pem'],
  ['--world /no/world.yaml', 'Cannot read /no/world.yaml: there is nothing at /no/world.yaml'],
  ['replay /no/a.har', 'Cannot read /no/a.har: there is nothing at /no/a.har'],
  ['replay /', 'Cannot read /: it is a folder'],
  ['record --upstream http://localhost --output /', 'Cannot record in /: it is not a file; name a file that does not exist'],
  ['record --upstream http://localhost --output /no/a.har', 'Cannot record in /no/a.har: there is no folder /no'],
])('a wrong command line is one clear line and the exit code 2: %s', async (line, expected) => {
  expect(await endOf(line)).toEqual([2, `wfhost-mock: ${expected}`])
})

test.each([
  [
    'openapi dance',
    'CommandLineError',
    "command-argument value 'dance' is invalid for argument 'document'. Allowed choices are api, control.",
  ],
  ['types /no/such.yaml', 'CommandLineError', 'Cannot read /no/such.yaml: there is nothing at /no/such.yaml'],
  ['types /package.json', 'WorldFileError', undefined],
  [
    'ctl clock --url http://127.0.0.1:1',
    'MockControlError',
    expect.stringMatching(/^Cannot reach http:\/\/127\.0\.0\.1:1\/__mock: /),
  ],
])('with --json, a failure is also an object on standard output: %s', async (line, name, message) => {
  const file = fileURLToPath(new URL('../../package.json', import.meta.url))
  const [, printed] = await endOf(`${line.replace('/package.json', file)} --json`)
  const [object = '', ...lines] = printed.split('\n')
  const text = lines.join('\n').replace('wfhost-mock: ', '')
  expect(JSON.parse(object)).toEqual({ error: { name, message: text } })
  if (message !== undefined) expect(text).toEqual(message)
})

const noFile = 'Cannot read /no.yaml: there is nothing at /no.yaml'

test.each([
  ['--world /no.yaml', noFile],
  ['serve --world /no.yaml', noFile],
  ['guard --world /no.yaml', noFile],
  ['replay /no.yaml', noFile],
  ['--prot 4010', "unknown option '--prot' (Did you mean --port?)"],
  ['--bogus', "unknown option '--bogus'; wfhost-mock --help shows what it takes"],
  ['serve --bogus', "unknown option '--bogus'; wfhost-mock serve --help shows what it takes"],
])('with --json, a server that cannot start prints one object on standard error only: %s', async (line, message) => {
  const [output, errors] = [vi.fn(), vi.spyOn(console, 'error').mockImplementation(() => {})]
  const log = vi.spyOn(console, 'log').mockImplementation(output)
  await runCommandLine([...line.split(' '), '--json'], output)
  // A line on standard output means that the server is ready.
  expect([output.mock.calls, log.mock.calls, process.exitCode]).toEqual([[], [], 2])
  expect(errors.mock.calls).toEqual([[JSON.stringify({ error: { name: 'CommandLineError', message } })]])
})

test('prints one clear line and exits with 1 if it cannot listen on the address', async () => {
  const expected =
    'Cannot listen on no.such.host.invalid:0: this machine has no address "no.such.host.invalid". Use 127.0.0.1, or 0.0.0.0 for all addresses of this machine'
  expect(await endOf('--port 0 --host no.such.host.invalid')).toEqual([1, `wfhost-mock: ${expected}`])
})

test('a port in use is one clear line and the exit code 1', async () => {
  const { close, port } = await listen(createMockService())
  const expected = `wfhost-mock: Cannot listen on 127.0.0.1:${port}: the port is in use. Choose another port, or 0 for a free one`
  expect(await endOf(`--port ${port}`)).toEqual([1, expected])
  await close()
})

test('openapi prints both documents, in their original text or as JSON', async () => {
  const yaml = await printedBy('openapi')
  expect(yaml).toBe(readFileSync(fileURLToPath(import.meta.resolve('@wfhost/openapi/openapi.yaml')), 'utf8').trimEnd())
  expect(parse(yaml)).toEqual(JSON.parse(await printedBy('openapi --json')))
  expect(JSON.parse(await printedBy('openapi control --json'))).toHaveProperty(['paths', '/__mock/worlds/{id}'])
})

test.each([
  ['--host ::1 --port 80', 'http://[::1]:80'],
  ['--tls-cert cert.pem --tls-key key.pem', 'https://127.0.0.1:4010'],
])('conformance-config names the address that the same options serve: %s', async (options, expected) => {
  expect(parse(await printedBy(`conformance-config ${options}`))).toHaveProperty('baseUrl', expected)
})

test('conformance-config names its JSON Schema for editors, and JSON has no such comment', async () => {
  const [firstLine] = (await printedBy('conformance-config')).split('\n')
  expect(firstLine).toMatch(/^# yaml-language-server: \$schema=https:\/\/.*\/wfhost-conformance\.schema\.json$/)
  expect(JSON.parse(await printedBy('conformance-config --json'))).toHaveProperty('fixtures')
})

test('--help and --version print and end', async () => {
  expect(await printedBy('--help')).toContain('--port <number>')
  expect(await printedBy('help record')).toBe(await printedBy('record --help'))
  expect(await printedBy('-v')).toBe(await printedBy('--version'))
  expect(await printedBy('--version')).toMatch(/^\d+\.\d+\.\d+$/)
})

test('assumptions lists every open question, and --assume chooses', async () => {
  const listed: readonly Assumption[] = JSON.parse(await printedBy('assumptions --json --assume defaultMode=async'))
  expect(listed.map(({ requirement }) => requirement)).toEqual(listAssumptions().map(({ requirement }) => requirement))
  const options = new Map(listed.flatMap((assumption) => assumption.options).map((option) => [option.name, option]))
  expect(options.get('defaultMode')).toEqual({ name: 'defaultMode', value: 'async', choices: ['sync', 'async'] })
  expect(options.get('syncTimeoutMs')).toEqual({ name: 'syncTimeoutMs', value: 'none', choices: ['none', 30_000] })
  expect(await printedBy('assumptions')).toContain('defaultMode=sync  of sync, async')
})

test('check prints the mistakes of a world file, as JSON on demand, and schema prints the schema for editors', async () => {
  const [good, bad] = ['examples/worlds/support-desk.yaml', 'package.json'].map((file) =>
    fileURLToPath(new URL(`../../${file}`, import.meta.url)),
  )
  const none = 'Cannot read /no/such.yaml: there is nothing at /no/such.yaml'
  expect(await printedBy(`check ${good}`)).toBe(`${good} is a world`)
  expect(JSON.parse(await printedBy(`check ${good} --json`))).toEqual({ file: good, valid: true, problems: [] })
  // Each line begins with the file, where editors look for it.
  expect(await endOf(`check ${bad}`)).toEqual([1, expect.stringMatching(/^(\/.*package\.json:\d+: .*\n?)+$/)])
  const [exitCode, found] = await endOf(`check ${bad} --json`)
  expect([exitCode, JSON.parse(found)]).toMatchObject([1, { file: bad, valid: false }])
  expect(JSON.parse(found).problems).toContainEqual(expect.objectContaining({ line: 2, path: 'name' }))
  expect(await endOf('check /no/such.yaml')).toEqual([2, `wfhost-mock: ${none}`])
  const [exitCodeOfMissing, missing] = await endOf('check /no/such.yaml --json')
  expect([exitCodeOfMissing, JSON.parse(missing)]).toMatchObject([2, { problems: [{ message: none }] }])
  expect(JSON.parse(await printedBy('schema'))).toHaveProperty('properties.workspaces')
  expect(await printedBy('schema --json')).toBe(JSON.stringify(JSON.parse(await printedBy('schema'))))
})

test('types --json prints an object with the code', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'types-'))
  const file = join(folder, 'world.yaml')
  writeFileSync(file, 'workspaces: [{ id: desk, workflows: [{ flowId: first, result: 1 }] }]')
  const code = await printedBy(`types ${file}`)
  const asJson = await printedBy(`types ${file} --json`)
  rmSync(folder, { recursive: true })
  expect(JSON.parse(asJson)).toEqual({ code: `${code}\n` })
})

test('an invalid file ends with 2, except for a check, whose result it is', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'invalid-'))
  const file = join(folder, 'invalid.yaml')
  writeFileSync(file, 'workspacez: []')
  const codes = []
  for (const line of ['--world', 'replay', 'types', 'check', 'check --json']) {
    const [exitCode] = await endOf(`${line} ${file}`)
    codes.push([line, exitCode])
  }
  rmSync(folder, { recursive: true })
  expect(Object.fromEntries(codes)).toEqual({ '--world': 2, replay: 2, types: 2, check: 1, 'check --json': 1 })
})
