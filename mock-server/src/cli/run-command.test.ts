import { createMockService } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import { afterEach, expect, test, vi } from 'vitest'
import { runCommand } from './run-command.ts'

afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

/** What a command that fails prints, and its exit code. */
async function failureOf(args: readonly string[]): Promise<readonly [exitCode: unknown, printed: string]> {
  const printed: string[] = []
  vi.spyOn(console, 'error').mockImplementation((line) => void printed.push(String(line)))
  await runCommand(args)
  return [process.exitCode, printed.join('\n')]
}

const engine = "option '--engine <engine>' argument 'other' is invalid. Allowed choices are reference, prism."
const ofUpstream = 'Cannot use --world, --state, --forward or --assume with --upstream: the guard knows the document alone'
const noUpstream = 'Cannot use --upstream: expected an http or https address without credentials and query'

test.each<readonly [string, string]>([
  ['--port x', "option '--port <number>' argument 'x' is invalid. Expected a port from 0 to 65535"],
  ['--port', "option '--port <number>' argument missing"],
  ['--assume nothing=1', 'Cannot assume nothing=1: nothing is called "nothing" here; wfhost-mock assumptions lists them'],
  ['--assume asyncStatus=201', 'Cannot assume asyncStatus=201: expected one of 200, 202, found 201'],
  ['--prot 1', "unknown option '--prot' (Did you mean --port?)"],
  ['chekc world.yaml', 'There is no command "chekc"; did you mean "check"?'],
  [
    'dance',
    'There is no command "dance"; use serve, record, world-from, check, assumptions, openapi, schema, conformance-config, ctl',
  ],
  ['check', "missing required argument 'file'; wfhost-mock check --help shows what it takes"],
  ['check a --port 1', "unknown option '--port'; wfhost-mock check --help shows what it takes"],
  ['openapi x', "command-argument value 'x' is invalid for argument 'document'. Allowed choices are api, control."],
  ['--tls-cert a.pem', 'Cannot use --tls-cert alone: give its key with --tls-key'],
  ['--tls-key a.pem', 'Cannot use --tls-key alone: give the certificate with --tls-cert'],
  ['--token=', 'Cannot use --token: it is empty, as from a variable that is not set'],
  ['--token=a\tb', 'Cannot use --token: a header cannot carry its spaces'],
  ['--log xml', "option '--log <format>' argument 'xml' is invalid. Allowed choices are text, json."],
  ['--engine other', engine],
  ['--upstream http://localhost', 'Cannot use --upstream without --guard'],
  ['record --upstream http://localhost', "required option '--out <file>' not specified"],
  ['record --out a.har', "required option '--upstream <url>' not specified"],
  ['--forward localhost', 'Cannot use --forward: expected an http or https address without credentials and query'],
  [
    '--replay a.har --guard',
    'Cannot use --guard, --world, --state, --forward or --assume with --replay: it has recorded answers alone',
  ],
  ...['--guard', '--cors', '--world=world.yaml', '--token=t'].map((option) => {
    const expected = `Cannot use ${option.replace(/=.*/, '')} with --engine prism: it knows the document, --host and --port alone`
    return [`--engine prism ${option}`, expected] as const
  }),
  ['--guard --upstream http://localhost --assume asyncStatus=202', ofUpstream],
  ...['ftp://localhost', 'localhost', 'http://me:secret@localhost', 'http://localhost/?a=1'].map((upstream) => {
    return [`--guard --upstream ${upstream}`, noUpstream] as const
  }),
])('a wrong command line is one clear line and the exit code 2: %s', async (line, expected) => {
  expect(await failureOf(line.split(' '))).toEqual([2, `wfhost-mock: ${expected}`])
})

test.each([
  ['--tls-cert /no/a.pem --tls-key /no/b.pem', 'Cannot read /no/a.pem: ENOENT'],
  [
    '--port 0 --host no.such.host.invalid',
    'Cannot listen on no.such.host.invalid:0: "no.such.host.invalid" is no address of this machine',
  ],
])('what cannot be served is one clear line and the exit code 1: %s', async (line, expected) => {
  expect(await failureOf(line.split(' '))).toEqual([1, `wfhost-mock: ${expected}`])
})

test('a port that is taken is one clear line and the exit code 1', async () => {
  const { close, port } = await listen(createMockService())
  const expected = `wfhost-mock: Cannot listen on 127.0.0.1:${port}: the port is taken`
  expect(await failureOf(['--port', String(port)])).toEqual([1, expected])
  await close()
})
