import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { main } from '../src/cli/main.ts'
import { schemaOf } from '../src/cli/print-types.ts'
import { parseCsvLine } from '../src/cli/read-inputs.ts'

const folder = mkdtempSync(join(tmpdir(), 'wfhost-'))
function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

beforeEach(() => {
  vi.stubEnv('WFHOST_BASE_URL', 'http://localhost')
  vi.stubEnv('WFHOST_API_KEY', 'canary')
  vi.stubEnv('WFHOST_REGISTRY_URL', 'http://localhost')
  vi.stubEnv('WFHOST_REGISTRY_KEY', 'canary')
})
afterEach(() => {
  vi.unstubAllEnvs()
})
afterAll(() => rmSync(folder, { recursive: true }))

const json =
  (body: unknown, status = 200) =>
  async () =>
    Response.json(body, { status })
const failed = {
  status: 'failed',
  error: { name: 'MailboxFull', value: 'no room', traceback: 'at step answer' },
  stepOutputs: { answer: { status: 'failed', error: { name: 'MailboxFull', value: 'no room' } } },
}
const succeeded = { status: 'success', result: { team: 'billing' }, stepOutputs: { classify: { status: 'success', result: 1 } } }

/** Runs the command in this process. */
async function run(
  line: readonly string[],
  { fetch = json(succeeded) as (request: Request) => Promise<Response>, input = '', terminal = false } = {},
) {
  const shown = { out: '', err: '' }
  const sent: { url: string; body: unknown }[] = []
  const code = await main(line, {
    out: (text) => {
      shown.out += text
    },
    err: (text) => {
      shown.err += text
    },
    input: async () => input,
    terminal,
    fetch: async (request) => {
      sent.push({
        url: request.url,
        body: await request
          .clone()
          .json()
          .catch(() => undefined),
      })
      return fetch(request)
    },
  })
  return { code, sent, ...shown }
}

describe('wfhost', () => {
  test('runs a workflow with arguments from the line over those from a file', async () => {
    const path = file('args.json', '{"subject":"old","tags":["a"]}')
    const { code, sent, out } = await run(['run', 'triage', '--args', path, '--arg', 'subject=a=b', '--arg-json', 'priority=2'])
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
    const { code, out } = await run(['run', 'triage'], { fetch: json(failed) })
    expect(code).toBe(1)
    expect(out).toContain('✗ answer  MailboxFull: no room')
    expect(JSON.parse((await run(['run', 'triage', '--json'], { fetch: json(failed) })).out)).toEqual(failed)
  })

  test('starts a workflow with the standard input', async () => {
    const { code, out, sent } = await run(['start', 'triage', '--args', '-'], { fetch: json({ runId: 'r1' }), input: '{"a":1}' })
    expect({ code, out }).toEqual({ code: 0, out: 'started r1\n' })
    expect(sent[0]?.body).toEqual({ args: [{ name: 'a', value: 1 }], mode: 'async' })
  })

  test('lists manifests and executes tools', async () => {
    const manifest = {
      executeUrl: 'http://x',
      toolsets: [{ id: 'mail', name: 'Mail', version: '1.0.0', tools: [{ name: 'send', description: 'Send' }] }],
    }
    expect((await run(['manifest'], { fetch: json(manifest) })).out).toBe(
      '1 tool sets, executed at http://x\n  Mail 1.0.0\n    send  Send\n',
    )
    expect((await run(['org-manifest', 'acme', '--json'], { fetch: json(manifest) })).out).toBe(`${JSON.stringify(manifest)}\n`)
    const execute = await run(['execute', '--payload', '{"tool":"x"}'], { fetch: json({ status: 'failed' }) })
    expect([execute.code, execute.sent[0]?.body]).toEqual([1, { tool: 'x' }])
  })

  test.each([
    { status: 400, code: 3 },
    { status: 401, code: 3 },
    { status: 403, code: 3 },
    { status: 404, code: 3 },
    { status: 429, code: 4 },
    { status: 500, code: 5 },
    { status: 200, code: 5 },
  ])('ends with $code when the service answers $status and nothing that fits', async ({ status, code }) => {
    const result = await run(['run', 'triage', '--max-retries', '0', '--json'], { fetch: json({ message: 'because' }, status) })
    expect(result.code).toBe(code)
    expect(JSON.parse(result.out).error).toMatchObject({ status, mayHaveRun: code === 5 })
    expect(result.err.includes('it may have run')).toBe(code === 5)
  })

  test('ends with 6 when nothing could be sent', async () => {
    const fetch = () => Promise.reject(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }))
    expect((await run(['run', 'triage', '--max-retries', '0'], { fetch })).code).toBe(6)
  })

  test.each([
    { line: ['walk'] },
    { line: ['run'] },
    { line: ['run', 'a', 'b'] },
    { line: ['run', 'a', '--arg', 'x'] },
    { line: ['run', 'a', '--arg-json', 'x={'] },
    { line: ['run', 'a', '--arg-json', 'x=null'] },
    { line: ['run', 'a', '--args', '/nowhere'] },
    { line: ['run', 'a', '--timeout', 'soon'] },
    { line: ['run', 'a', '--fast'] },
    { line: ['batch', 'a', '--input', '/nowhere'] },
  ])('ends with 2 and sends nothing: $line', async ({ line }) => {
    const { code, err, sent } = await run(line)
    expect(code).toBe(2)
    expect(err).toMatch(/^wfhost: .+\n/)
    expect(sent).toEqual([])
  })

  test('shows the request of a dry run with the key hidden, and sends nothing', async () => {
    const { code, out, sent, err } = await run(['run', 'triage', '--arg', 'a=b', '--dry-run'])
    expect({ code, sent, err }).toEqual({ code: 0, sent: [], err: '' })
    expect(out).toContain('POST http://localhost/api/v2/external/flows/triage/published-run\nauthorization: Bearer [hidden]\n')
    expect(out).not.toContain('canary')
  })

  test('tells how each command is called, with an example', async () => {
    const names = [...(await run(['--help'])).out.matchAll(/^ {2}([a-z-]+)(?: [A-Z]+)? {4}/gm)].map(([, name]) => name)
    expect(names).toEqual(['run', 'start', 'manifest', 'org-manifest', 'execute', 'batch', 'types'])
    for (const name of names) expect((await run([name ?? '', '--help'])).out).toContain('Example: ')
  })

  test('prints the definition of a workflow from examples', async () => {
    const args = file('example.json', '{"subject":"x","tags":["a",1],"customer":{"na-me":null}}')
    expect((await run(['types', 'support-triage', '--args', args])).out).toContain(
      `export const supportTriage = defineWorkflow({
  flowId: "support-triage",
  args: z.object({ subject: z.string(), tags: z.array(z.union([z.string(), z.number()])), customer: z.object({ "na-me": z.null() }) }),
})`,
    )
    expect(schemaOf([])).toBe('z.array(z.unknown())')
  })

  test('is a program', { timeout: 20_000 }, async () => {
    const command = join(import.meta.dirname, '../src/cli.ts')
    const { stdout } = await promisify(execFile)(process.execPath, ['--conditions=@wfhost/source', command, 'run', '--help'])
    expect(stdout).toContain("Example: wfhost run support-triage --arg subject='My invoice is wrong' --arg-json priority=2")
  })
})

describe('wfhost batch', () => {
  const answer = (request: Request) =>
    request.json().then(({ args }: { args: { value: unknown }[] }) => {
      const value = String(args[0]?.value)
      if (value === 'refused') return Response.json({}, { status: 400 })
      if (value === 'broken') throw new TypeError('fetch failed')
      return Response.json(value === 'fails' ? failed : succeeded)
    })

  test('runs each line, writes what became of it, and goes on where it was', async () => {
    const input = file('in.jsonl', ['ok', 'fails', 'refused', 'broken', 'ok'].map((n) => JSON.stringify({ n })).join('\n'))
    const output = join(folder, 'out.jsonl')
    const first = await run(
      ['batch', 'flow', '--input', input, '--output', output, '--concurrency', '1', '--progress-every', '2'],
      { fetch: answer },
    )
    expect(first.code).toBe(5)
    const lines = () =>
      readFileSync(output, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { index: number; outcome: string })
    expect(lines().map(({ index, outcome }) => `${index} ${outcome}`)).toEqual([
      '0 succeeded',
      '1 failed',
      '2 refused',
      '3 unknown',
      '4 succeeded',
    ])
    expect(first.err).toMatch(/^2\/5 .+\n4\/5 .+\n5\/5 .+\n$/)
    const second = await run(['batch', 'flow', '--input', input, '--output', output, '--resume'], { fetch: json(succeeded) })
    expect(second.sent).toHaveLength(1)
    expect(lines().at(-1)).toMatchObject({ index: 2, outcome: 'succeeded' })
  })

  test('does not write over a file', async () => {
    const input = file('one.jsonl', '{"n":1}')
    const output = file('precious.jsonl', 'precious')
    expect((await run(['batch', 'flow', '--input', input, '--output', output])).code).toBe(2)
    expect(readFileSync(output, 'utf8')).toBe('precious')
  })

  test('ends at a key that is refused', async () => {
    const input = file('many.jsonl', '{"n":1}\n'.repeat(50))
    const { code, sent } = await run(['batch', 'flow', '--input', input, '--concurrency', '2'], { fetch: json({}, 401) })
    expect(code).toBe(3)
    expect(sent.length).toBeLessThanOrEqual(2)
  })

  test('reads CSV, with quotes that hold commas, quotes and line breaks', async () => {
    const input = file('in.csv', 'subject,text\r\nplain,x\r\n"a, ""b""","two\nlines"\r\n,\r\n')
    const { code, sent } = await run(['batch', 'flow', '--input', input, '--concurrency', '1'])
    expect(code).toBe(0)
    expect(sent.map(({ body }) => (body as { args: { value: string }[] }).args.map(({ value }) => value))).toEqual([
      ['plain', 'x'],
      ['a, "b"', 'two\nlines'],
      ['', ''],
    ])
    expect(parseCsvLine('a,"",c')).toEqual(['a', '', 'c'])
  })

  test('draws a bar on a terminal', async () => {
    const input = file('bar.jsonl', '{"n":1}\n{"n":2}\n')
    const { err } = await run(['batch', 'flow', '--input', input, '--concurrency', '1'], { terminal: true })
    expect(err).toContain('[###############---------------] 1/2')
    expect(err).toMatch(/\[#{30}\] 2\/2 .+\n$/)
  })
})
