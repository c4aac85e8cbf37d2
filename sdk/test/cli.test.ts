import { NotSentError } from '@wfhost/sdk'
import { describe, expect, test, vi } from 'vitest'
import { failedRun, succeededRun } from '../../tools/scripts/run-bodies.ts'
import { toDuration } from '../src/cli/option-values.ts'
import { callCommand, FAILED, returning, SUCCEEDED } from './call-command.ts'
import { useEnvironment, useFolder } from './command-surroundings.ts'

const { file } = useFolder()
useEnvironment()

describe('wfhost', () => {
  test('runs a workflow with arguments from the line over those from a file', async () => {
    const path = file('args.json', '{"subject":"old","tags":["a"]}')
    const line = ['run', 'triage', '--args', path, '--arg', 'subject=a=b', '--arg-json', 'priority=2']
    const { code, sent, out } = await callCommand(line)
    expect(code).toBe(0)
    expect(sent[0]?.body).toEqual({
      args: [
        { name: 'subject', value: 'a=b' },
        { name: 'tags', value: ['a'] },
        { name: 'priority', value: 2 },
      ],
      mode: 'sync',
    })
    expect(out).toBe('success\n  ✓ classify\n\n{\n  "team": "billing"\n}\n')
  })

  test('shows a failed run, and ends with 1', async () => {
    const { code, out } = await callCommand(['run', 'triage'], { fetch: returning(FAILED) })
    expect(code).toBe(1)
    expect(out).toContain('✕ answer  MailboxFull: no room')
    expect(JSON.parse((await callCommand(['run', 'triage', '--json'], { fetch: returning(FAILED) })).out)).toEqual(FAILED)
  })

  test('colours the status and the marks of a run, but no control character of the service', async () => {
    const fetch = returning(succeededRun('\u001b[31mred', { classify: { status: 'success', result: 1 } }))
    const { out } = await callCommand(['run', 'triage'], { fetch, hasColours: true })
    expect(out).toBe('\u001b[32msuccess\u001b[0m\n  \u001b[32m✓\u001b[0m classify\n\n\ufffd[31mred\n')

    const failed = await callCommand(['run', 'triage'], { fetch: returning(FAILED), hasColours: true })
    expect(failed.out).toContain('\u001b[31m✕\u001b[0m answer')
    const json = await callCommand(['run', 'triage', '--json'], { hasColours: true })
    expect(json.out).not.toContain('\u001b')
  })

  test('ends with 7 if the response is nested too deeply to be printed', async () => {
    const result = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const fetch = async () => new Response(`{"status":"success","stepOutputs":{},"result":${result}}`)
    const { code, err } = await callCommand(['run', 'triage', '--json'], { fetch })
    expect(code).toBe(7)
    expect(err).toContain('the service responded, and its response cannot be printed: ')
  })

  test('starts a workflow with the standard input', async () => {
    const { code, out, sent } = await callCommand(['start', 'triage', '--args', '-'], {
      fetch: returning({ runId: 'r1' }),
      input: '{"a":1}',
    })
    expect({ code, out }).toEqual({ code: 0, out: 'started r1\n' })
    expect(sent[0]?.body).toEqual({ args: [{ name: 'a', value: 1 }], mode: 'async' })
  })

  test.each([
    { status: 400, code: 3 },
    { status: 401, code: 3 },
    { status: 403, code: 3 },
    { status: 404, code: 3 },
    { status: 429, code: 4 },
    { status: 500, code: 5 },
    { status: 200, code: 5 },
  ])('ends with $code when the service responds with $status and an undocumented body', async ({ status, code }) => {
    const result = await callCommand(['run', 'triage', '--max-retries', '0', '--json'], {
      fetch: returning({ message: 'because' }, status),
    })
    expect(result.code).toBe(code)
    expect(JSON.parse(result.out).error).toMatchObject({ status, mayHaveRun: code === 5 })
    expect(result.err.includes('it may have run')).toBe(code === 5)
  })

  test('ends with 6 when nothing could be sent', async () => {
    const fetch = () => Promise.reject(new NotSentError('The tunnel is down'))
    expect((await callCommand(['run', 'triage', '--max-retries', '0'], { fetch })).code).toBe(6)
  })

  test.each([
    { line: ['walk'] },
    { line: ['run'] },
    { line: ['run', 'a', 'b'] },
    { line: ['run', 'a', '--arg', 'x'] },
    { line: ['run', 'a', '--arg', 'x=M\ufffdller'] },
    { line: ['run', 'a', '--arg-json', 'x={'] },
    { line: ['run', 'a', '--arg-json', 'x=null'] },
    { line: ['run', 'a', '--args', '/nowhere'] },
    { line: ['run', 'a', '--timeout', 'soon'] },
    { line: ['run', 'a', '--fast'] },
    { line: ['run', 'a', '--concurrency', '2'] },
    { line: ['run', 'a', '--args', '-'], input: '[]' },
    { line: ['manifest', 'a'] },
    { line: ['manifest', '--org'] },
    { line: ['manifest', '--org', 'acme', '--session-cookie', 'console'] },
    { line: ['manifest', '--session-cookie', 'console'] },
    { line: ['execute', '--payload', '-'], input: '[]' },
    { line: ['execute', 'mail'] },
    { line: ['execute', 'mail', 'send', '--payload', '-'], input: '{}' },
    { line: ['execute', '--payload', '-', '--arg', 'to=ada'], input: '{}' },
    { line: ['batch', 'a'] },
    { line: ['batch', 'a', '--input', '/nowhere'] },
    { line: ['batch', 'a', '--input', '/tmp'] },
    { line: ['batch', 'a', '--input', '-', '--format', 'xml'] },
    { line: ['batch', 'a', '--input', '-', '--resume'] },
    { line: ['batch', 'a', '--input', '-', '--retry-unknown'] },
    { line: ['batch', 'a', '--input', '-', '--concurrency', '0'] },
    { line: ['batch', 'a', '--input', '-', '--delimiter', ';'] },
    { line: ['batch', 'a', '--input', '-', '--format', 'csv', '--delimiter', ';;'] },
    { line: ['batch', 'a', '--input', '-', '--format', 'csv', '--column', 'n'] },
    { line: ['batch', 'a', '--input', '-', '--format', 'csv', '--column', 'n:date'] },
    { line: ['batch', 'a', '--input', '-', '--format', 'csv', '--column', 'n:json', '--column', 'n:number'] },
    { line: ['run', 'a', '--arg', 'n=1', '--arg', 'n=2'] },
    { line: ['run', 'a', '--arg', 'n=1', '--arg-json', 'n=2'] },
    { line: ['run', 'a', '--timeout', '1s', '--timeout', '2s'] },
    { line: ['execute', '--payload', '-', '--args', '-'], input: '{}' },
    { line: ['execute'] },
    { line: ['types', '-', '--args', '-'], input: '{}' },
    { line: ['types', 'a', 'b'] },
    { line: ['help', 'walk'] },
    { line: ['completion', 'powershell'] },
    { line: ['completion'] },
  ])('ends with 2, sends nothing and names the help: $line', async ({ line, input = '' }) => {
    const { code, err, sent } = await callCommand(line, { input })
    expect(code).toBe(2)
    expect(err).toMatch(/^wfhost: .+\nwfhost: wfhost( [a-z-]+)? --help shows how to call it\n$/)
    if (!/walk|help/.test(line.join())) expect(err).toContain(`\nwfhost: wfhost ${line[0]} --help`)
    expect(sent).toEqual([])
  })

  test.each(['true', 'success', 'step'])(
    'refuses %s as a key, because redaction would hide it in every response',
    async (key) => {
      vi.stubEnv('WFHOST_API_KEY', key)
      const { code, err, sent } = await callCommand(['run', 'triage'])
      expect([code, sent]).toEqual([2, []])
      expect(err).toContain('WFHOST_API_KEY cannot be a key: most responses contain its value, and redaction would hide it there')
    },
  )

  test.each([
    { line: ['run', 'triage'], status: 400, remedy: '--arg passes a string, --arg-json anything else' },
    { line: ['run', 'triage'], status: 401, remedy: 'is WFHOST_API_KEY the key of this workflow?' },
    { line: ['run', 'triage'], status: 403, remedy: 'each has its own key' },
    { line: ['run', 'triage'], status: 404, remedy: 'once it is published and until it is archived' },
    { line: ['manifest'], status: 400, remedy: 'publish a version' },
    { line: ['execute', 'mail', 'send'], status: 400, remedy: 'wfhost manifest --json shows them' },
    { line: ['execute', 'mail', 'send'], status: 402, remedy: 'needs credits' },
    { line: ['execute', 'mail', 'send'], status: 404, remedy: 'wfhost manifest lists them' },
    { line: ['execute', 'mail', 'run'], status: 401, remedy: 'is WFHOST_REGISTRY_KEY' },
    { line: ['manifest', '--org', 'acme'], status: 403, remedy: 'organization of the key or the session' },
    { line: ['manifest', '--org', 'acme'], status: 404, remedy: 'WFHOST_REGISTRY_URL' },
  ])('prints a remedy for $status at $line', async ({ line, status, remedy }) => {
    const { err } = await callCommand(line, { fetch: returning({ message: 'No published toolsets' }, status) })
    expect(err.split('\n')[1]).toContain(remedy)
    expect(err).toMatch(/\nwfhost: see https:.+\/errors\/\w+Error\.html\n$/)
  })

  test.each([
    { line: ['run', 'a', 'n=1'], text: `the argument 'n=1' is not expected; pass an argument of the workflow with --arg n=1\n` },
    {
      line: ['batch', 'a', 'in.csv'],
      text: `the argument 'in.csv' is not expected; pass a file of inputs with --input in.csv\n`,
    },
    { line: ['run', 'a', 'b'], text: `the argument 'b' is not expected\n` },
    { line: ['batch', 'a', '--input', 'x', '--output', '--resume'], text: '--output has no value: the option --resume follows' },
    { line: ['batch', 'a', '--input', ''], text: 'the value of --input is empty' },
  ])('suggests an option for a word without one: $line', async ({ line, text }) => {
    expect((await callCommand(line)).err).toContain(text)
  })

  test('prints the time of the next attempt, the variables to set, and the address of the service', async () => {
    const limited = async () => new Response('', { status: 429, headers: { 'retry-after': '300' } })
    expect((await callCommand(['run', 'triage'], { fetch: limited })).err).toMatch(
      /\nwfhost: not before 2\d{3}-.+Z; the command waits so long only with a longer --max-retry-after\n/,
    )
    const limitedShortly = async () => new Response('', { status: 429, headers: { 'retry-after': '60' } })
    expect((await callCommand(['run', 'triage', '--max-retries', '0'], { fetch: limitedShortly })).err).toMatch(
      /\nwfhost: not before 2\d{3}-.+Z\n/,
    )
    const refused = () => Promise.reject(new NotSentError('The tunnel is down'))
    expect((await callCommand(['manifest', '--max-retries', '0'], { fetch: refused })).err).toContain(
      'is WFHOST_REGISTRY_URL right',
    )
    vi.stubEnv('WFHOST_BASE_URL', 'localhost:1')
    expect((await callCommand(['run', 'triage'])).err).toContain('Cannot use WFHOST_BASE_URL: expected an http')
    vi.stubEnv('WFHOST_BASE_URL', 'http://localhost')
    vi.stubEnv('WFHOST_API_KEY', '')
    expect((await callCommand(['run', 'triage'])).err).toBe(
      'wfhost: Cannot create a client: set WFHOST_API_KEY\nwfhost: wfhost run --help shows how to call it\n',
    )
  })

  test.each([
    { line: ['run', 'triage', '--args', '-'], text: 'reading JSON' },
    { line: ['execute', '--payload', '-'], text: 'reading JSON' },
    { line: ['types', '-'], text: 'reading JSON' },
    { line: ['batch', 'triage', '--input', '-'], text: 'reading a JSON object of arguments on each line' },
  ])('reports that it waits for the keyboard: $line', async ({ line, text }) => {
    const { err } = await callCommand(line, { input: '{}', inputTerminal: true })
    expect(err).toContain(`wfhost: ${text} from the keyboard; Ctrl-D ends the input\n`)
  })

  test('sends the header of --header, and a key for one workflow', async () => {
    const environment = { WFHOST_API_KEY_SUPPORT_TRIAGE: 'of-its-own' }
    const line = ['--header', 'X-Tenant: acme:1', '--header', 'x-more:', '--max-retry-after', '1s']
    const { sent } = await callCommand(['run', 'support-triage', ...line], { environment })
    expect([sent[0]?.headers.get('x-tenant'), sent[0]?.headers.get('authorization')]).toEqual(['acme:1', 'Bearer of-its-own'])
    const other = await callCommand(['run', 'other', ...line], { environment })
    expect(other.sent[0]?.headers.get('authorization')).toBe('Bearer canary')
    const limited = async () => new Response('', { status: 429, headers: { 'retry-after': '2' } })
    expect(await callCommand(['run', 'other', ...line], { fetch: limited })).toMatchObject({ code: 4, sent: { length: 1 } })
  })

  test.each([['--json'], []])(
    'prints neither an echoed key nor control characters for a terminal or a log: %j',
    async (...options) => {
      const hostile = `\u001b[2J canary \u009b31m ::error::x\n::error::\u202ey`
      const error = { name: hostile, value: hostile, traceback: hostile }
      const run = failedRun(error, { [hostile]: { status: 'failed', error } })
      for (const fetch of [returning(run), returning({ message: hostile }, 400), returning({ ...SUCCEEDED, result: hostile })]) {
        const { err, out } = await callCommand(['run', 'a', ...options], { fetch })
        const printed = out + err
        expect(printed).not.toContain('canary')
        expect(printed.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u)
        expect(printed).not.toMatch(/^\s*::/m)
      }
    },
  )

  test('keeps the log off standard output', async () => {
    vi.stubEnv('WFHOST_LOG', 'debug')
    const { out, err } = await callCommand(['run', 'triage', '--json'])
    expect(JSON.parse(out)).toEqual(SUCCEEDED)
    expect(err).toContain('[wfhost] POST http://localhost')
  })

  test.each([
    ['20', 20],
    ['20ms', 20],
    ['90s', 90_000],
    ['2m', 120_000],
    ['1h', 3_600_000],
  ])('reads the duration %s as %j ms', (text, milliseconds) => {
    expect(toDuration(text)).toBe(milliseconds)
  })

  test.each(['1.s', 's', '-1'])('does not accept %s as a duration', (text) => {
    expect(() => toDuration(text)).toThrow('Expected milliseconds, or a number with ms, s, m or h such as 90s')
  })

  test('ends a call at an interrupt, and reports that it may have run', async () => {
    const stop = new AbortController()
    const fetch = () => {
      stop.abort()
      return new Promise<Response>(() => {})
    }
    const { code, err } = await callCommand(['run', 'triage'], { fetch, stop: stop.signal })
    expect(code).toBe(5)
    expect(err).toBe(
      'wfhost: Cannot run workflow triage: the caller aborted it\nwfhost: it may have run: check before you repeat it\n',
    )
  })

  test('names an unknown option and the expected ones', async () => {
    expect((await callCommand(['run', 'a', '--timeout', 'soon'])).err).toContain(
      `wfhost: option '--timeout <time>' argument 'soon' is invalid. Expected milliseconds, or a number with ms, s, m or h such as 90s\n`,
    )
    expect((await callCommand(['run', 'a', '--time', '1s'])).err).toContain(
      "wfhost: unknown option '--time' (Did you mean --timeout?)\n",
    )
  })

  test('prints its version', async () => {
    expect((await callCommand(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/)
    expect((await callCommand(['-v'])).out).toBe((await callCommand(['--version'])).out)
  })

  test('prints how to call each command, with an example', async () => {
    const names = [...(await callCommand(['--help'])).out.matchAll(/^ {2}([a-z-]+) \[options\]/gm)].map(([, name]) => name)
    expect(names).toEqual(['run', 'start', 'batch', 'manifest', 'execute', 'types', 'completion'])
    for (const name of names) {
      const { code, out } = await callCommand([name ?? '', '--help'])
      expect({ code, example: out.includes('Example: ') }).toEqual({ code: 0, example: true })
      // The help states every default.
      if (out.includes('--timeout')) expect(out).toMatch(/--max-retry-after <time> [^-]+\(default:\s+120s\)/)
      expect((await callCommand(['help', name ?? ''])).out).toBe(out)
    }
  })
})
