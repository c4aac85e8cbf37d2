import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { NotSentError } from '@wfhost/sdk'
import { describe, expect, test, vi } from 'vitest'
import { callCommand, FAILED, returning, SUCCEEDED } from './call-command.ts'
import { useEnvironment, useFolder } from './command-surroundings.ts'

const { at, file } = useFolder()
useEnvironment()

describe('wfhost batch', () => {
  const respond = (request: Request) =>
    request.json().then(({ args }: { args: { value: unknown }[] }) => {
      const value = String(args[0]?.value)
      if (value === 'refused') return Response.json({}, { status: 400 })
      if (value === 'broken') throw new TypeError('fetch failed')
      return Response.json(value === 'fails' ? FAILED : SUCCEEDED)
    })

  test('refuses to continue the file of a concurrent batch without --resume', { timeout: 20_000 }, async () => {
    const line = ['batch', 'flow', '--input', file('both.jsonl', '{"n":1}'), '--output', at('both-out.jsonl')]
    const both = await Promise.all([callCommand(line), callCommand(line)])
    expect(both.map(({ code, sent }) => `${code}, ${sent.length} sent`).sort()).toEqual(['0, 1 sent', '2, 0 sent'])
    expect(both.map(({ err }) => err).join()).toContain('both-out.jsonl: it exists; continue it with --resume')
  })

  test('runs each line, writes its outcome, and resumes where it stopped', async () => {
    const input = file('in.jsonl', ['ok', 'fails', 'refused', 'broken', 'ok'].map((n) => JSON.stringify({ n })).join('\n'))
    const output = at('out.jsonl')
    const first = await callCommand(
      ['batch', 'flow', '--input', input, '--output', output, '--concurrency', '1', '--progress-every', '2'],
      { fetch: respond },
    )
    expect(first.code).toBe(5)
    const lines = () =>
      readFileSync(output, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { index: number; outcome: string })
        .filter(({ outcome }) => outcome !== undefined && outcome !== 'started')
    expect(lines().map(({ index, outcome }) => `${index} ${outcome}`)).toEqual([
      '0 succeeded',
      '1 failed',
      '2 refused',
      '3 unknown',
      '4 succeeded',
    ])
    expect(first.err).toMatch(/^2\/5 .+\n4\/5 .+\n5\/5 .+\n2 succeeded, 1 failed, 1 refused, 1 may have run, 0 not started\n/)
    expect(first.err).toContain('\nwfhost: input 1 failed: MailboxFull: no room\n')
    expect(first.err).toContain('\nwfhost: input 2 was refused: Cannot run workflow flow: the service responded with 400\n')
    expect(first.err).toContain('\nwfhost: input 3 may have run: Cannot run workflow flow: ')
    expect(first.err).toContain('the same line with --resume sends the refused inputs again')
    const second = await callCommand(['batch', 'flow', '--input', input, '--output', output, '--resume'], {
      fetch: returning(SUCCEEDED),
    })
    expect(second.sent).toHaveLength(1)
    expect(second.err).toContain(
      '1 succeeded, 0 failed, 0 refused, 0 may have run, 4 before (1 failed, 1 may have run), 0 not started',
    )
    expect(second.code).toBe(5)
    const third = await callCommand(['batch', 'flow', '--input', input, '--output', output, '--resume', '--retry-unknown'], {
      fetch: returning(SUCCEEDED),
    })
    expect([third.code, third.sent.length]).toEqual([1, 1])
    expect(third.err).toContain('1 succeeded, 0 failed, 0 refused, 0 may have run, 4 before (1 failed, 0 may have run)')
    expect(lines().slice(-2)).toMatchObject([
      { index: 2, outcome: 'succeeded' },
      { index: 3, outcome: 'succeeded' },
    ])
    const shorter = file('shorter.jsonl', '{"n":"ok"}')
    const last = await callCommand(['batch', 'flow', '--input', shorter, '--output', output, '--resume'])
    expect(last.err).toContain('5 before (1 failed, 0 may have run), 0 not started\n')
    expect(last.err).toContain(`the outcomes of 5 inputs, and ${shorter} has only 1: is it the file of that batch?`)
  })

  test('resumes an input that contains the key, which the record redacts', async () => {
    const input = file('with-key.jsonl', '{"n":"a canary sings"}\n{"n":"another"}')
    const line = ['batch', 'flow', '--input', input, '--output', at('with-key-out.jsonl')]
    await callCommand([...line, '--max-runs', '1', '--concurrency', '1'], { fetch: respond })
    expect(readFileSync(at('with-key-out.jsonl'), 'utf8')).not.toContain('canary')
    const second = await callCommand([...line, '--resume'], { fetch: respond })
    expect([second.code, second.sent.length, second.err]).toEqual([0, 1, expect.stringContaining('1 before')])
  })

  test('refuses a file of another workflow or service, and names that service', async () => {
    const input = file('six.jsonl', '{"n":1}')
    const line = ['--input', input, '--output', at('six-out.jsonl')]
    await callCommand(['batch', 'flow', ...line], { fetch: returning(SUCCEEDED) })
    const other = await callCommand(['batch', 'other', ...line, '--resume'])
    expect([other.code, other.sent]).toEqual([2, []])
    expect(other.err).toContain('it records workflow flow, not other. Use another file')
    vi.stubEnv('WFHOST_BASE_URL', 'http://localhost:81')
    const elsewhere = await callCommand(['batch', 'flow', ...line, '--resume'])
    expect([elsewhere.code, elsewhere.sent]).toEqual([0, []])
    expect(elsewhere.err).toContain('was opened last for http://localhost; recorded inputs are not sent to http://localhost:81\n')
  })

  test('does not write over a file', async () => {
    const input = file('one.jsonl', '{"n":1}')
    const output = file('precious.jsonl', 'precious')
    expect((await callCommand(['batch', 'flow', '--input', input, '--output', output])).code).toBe(2)
    expect(readFileSync(output, 'utf8')).toBe('precious')
  })

  test('reports that there is nothing to run, unless it was interrupted or had finished before', async () => {
    const line = ['batch', 'flow', '--input', file('empty.jsonl', '\n')]
    const { code, err } = await callCommand(line)
    expect({ code, err }).toEqual({
      code: 0,
      err: `0 succeeded, 0 failed, 0 refused, 0 may have run, 0 not started\nwfhost: there is nothing to run in ${line.at(-1)}\n`,
    })
    const stop = AbortSignal.abort()
    expect((await callCommand(['batch', 'flow', '--input', '-'], { stop })).err).not.toContain('nothing to run')
  })

  test('reads standard input, and counts without a total', async () => {
    const line = ['batch', 'flow', '--input', '-', '--concurrency', '1', '--progress-every', '1']
    const { code, sent, out, err } = await callCommand(line, { input: '{"n":1}\n{"n":2}\n' })
    expect([code, sent.length]).toEqual([0, 2])
    expect(
      out
        .trim()
        .split('\n')
        .map((text) => JSON.parse(text)),
    ).toMatchObject([
      { index: 0, outcome: 'succeeded', input: { n: 1 } },
      { index: 1, outcome: 'succeeded', input: { n: 2 } },
    ])
    expect(err).toMatch(/^1 {2}.+\/s\n2 {2}.+\/s\n2 succeeded, 0 failed, 0 refused, 0 may have run\n$/)
    expect((await callCommand([...line, '--format', 'csv'], { input: 'n\n1\n2\n' })).sent).toHaveLength(2)
  })

  test.each([
    { input: '{"n":1}\nnot JSON\n{"n":2}\n', message: 'line 2 of standard input is not JSON', settled: 1 },
    { input: '[{"n":1},{"n":2}]\n', message: "line 1 of standard input is not an object of arguments; of an array, jq -c '.[]'" },
    {
      input: '[\n{"n":1},\n',
      message: "line 1 of standard input is not JSON: Unexpected end of JSON input; of an array, jq -c '.[]'",
    },
    { input: '{\n"n":1}\n', message: 'an object has to be on one line, as jq -c prints it' },
    { input: 'n,m\n1,2\n', message: 'line 1 of standard input is not JSON' },
    { input: 'n,m\n1,2\n', message: '; CSV takes --format csv' },
  ])('ends with 2 and names the line, after a report of the sent inputs: $message', async ({ input, message, settled = 0 }) => {
    const { code, err, out, sent } = await callCommand(['batch', 'flow', '--input', '-'], { input })
    expect(code).toBe(2)
    expect(err).toContain(message)
    expect(err).toContain('wfhost batch --help')
    expect(err.includes('--output FILE --resume continues with the inputs that did not run')).toBe(settled > 0)
    expect([sent.length, out.split('\n').length - 1]).toEqual([settled, settled])
  })

  test.each([
    { output: 'no/where', message: /^wfhost: Cannot write to \S+no\/where: there is no folder \S+no\n/ },
    { output: '.', message: /^wfhost: Cannot write to \S+: it is a folder\n/ },
    { output: '/dev/null', message: /^wfhost: Cannot write to \/dev\/null: it is a device or a pipe, .* Give a file\n/ },
  ])('prints one line if it cannot write to $output', async ({ output, message }) => {
    const input = file('nowhere.jsonl', '{"n":1}\n')
    const { code, sent, err } = await callCommand(['batch', 'flow', '--input', input, '--output', resolve(at('.'), output)])
    expect({ code, sent }).toEqual({ code: 2, sent: [] })
    expect(err).toMatch(message)
  })

  test('ends if the workflow does not exist, because every input would fail', async () => {
    const input = file('gone.jsonl', '{"n":1}\n'.repeat(50))
    const line = ['batch', 'flow', '--input', input, '--concurrency', '1']
    const { code, sent, err } = await callCommand(line, { fetch: returning({}, 404) })
    expect([code, sent.length]).toEqual([3, 1])
    expect(err).toContain('0 succeeded, 0 failed, 1 refused, 0 may have run, 49 not started\nwfhost: Cannot run workflow flow')
    expect(err).toContain('a workflow can be run once it is published')
  })

  test('limits the retries of unsent requests by --max-retries', async () => {
    const input = file('nobody.jsonl', '{"n":1}\n{"n":2}\n')
    const fetch = () => Promise.reject(new NotSentError('The tunnel is down'))
    const line = ['batch', 'flow', '--input', input, '--concurrency', '1', '--max-retries']
    expect(await callCommand([...line, '0'], { fetch })).toMatchObject({ code: 6, sent: { length: 1 } })
  })

  test('prints the summary for machines in the last line, and can still be resumed', async () => {
    const input = file('machines.jsonl', '{"n":"ok"}\n{"n":"fails"}\n{"n":"refused"}\n{"n":"broken"}\n')
    const line = ['batch', 'flow', '--input', input, '--json', '--concurrency', '1']
    const first = await callCommand(line, { fetch: respond })
    const before = { succeeded: 0, failed: 0, unknown: 0 }
    const summary = { succeeded: 1, failed: 1, refused: 1, unknown: 1, before, notStarted: 0, exitCode: 5 }
    expect(JSON.parse(first.out.trim().split('\n').at(-1) ?? '')).toEqual({ summary })
    const resume = ['--output', file('kept.jsonl', first.out), '--resume']
    const second = await callCommand([...line, ...resume], { fetch: returning({}, 401) })
    expect(JSON.parse(second.out)).toMatchObject({
      summary: {
        ...{ succeeded: 0, failed: 0, refused: 1, unknown: 0, notStarted: 0, exitCode: 5 },
        ...{ before: { succeeded: 1, failed: 1, unknown: 1 }, error: { status: 401, mayHaveRun: false } },
      },
    })
  })

  test('suggests a longer --total-timeout when that time has passed, and not another address', async () => {
    const input = file('late.jsonl', '{"n":1}\n{"n":2}\n')
    const { code, err } = await callCommand(['batch', 'flow', '--input', input, '--total-timeout', '0'])
    expect(code).toBe(6)
    expect(err).toContain('give it more time with --total-timeout')
  })

  test('finds a line that is not JSON before it sends anything', async () => {
    const input = file('bad.jsonl', '{"n":1}\n{"n":\n')
    const { code, sent, err } = await callCommand(['batch', 'flow', '--input', input])
    expect({ code, sent }).toEqual({ code: 2, sent: [] })
    expect(err).toContain(`line 2 of ${input} is not JSON`)
  })

  test('leaves the output of a dry run unchanged, and repairs it when it resumes', async () => {
    const input = file('torn.jsonl', '{"n":1}\n{"n":2}\n')
    const written = '{"index":0,"outcome":"succeeded"}\n{"index":1,"outco'
    const output = file('torn-out.jsonl', written)
    const line = ['batch', 'flow', '--input', input, '--output', output, '--resume']
    expect((await callCommand([...line, '--dry-run'])).code).toBe(0)
    expect(readFileSync(output, 'utf8')).toBe(written)
    expect((await callCommand(line)).code).toBe(0)
    const lines = readFileSync(output, 'utf8').trim().split('\n')
    expect(lines.map((each) => JSON.parse(each)).filter(({ outcome }) => outcome === 'succeeded')).toMatchObject([
      { index: 0 },
      { index: 1 },
    ])
  })

  test('shows in a dry run the first request that it would send, and writes nothing', async () => {
    const input = file('dry.jsonl', '{"n":1}\n{"n":2}\n')
    const output = at('dry-out.jsonl')
    const { code, sent, out } = await callCommand(['batch', 'flow', '--input', input, '--output', output, '--dry-run'])
    expect({ code, sent, written: existsSync(output) }).toEqual({ code: 0, sent: [], written: false })
    expect(out).toContain('authorization: Bearer [hidden]')
    expect(out).toContain('"value": 1')
    expect(out).not.toContain('"value": 2')
    const asJson = await callCommand(['batch', 'flow', '--input', input, '--dry-run', '--json'])
    expect(JSON.parse(asJson.out)).toMatchObject({
      method: 'POST',
      headers: { authorization: 'Bearer [hidden]' },
      body: { args: [{ name: 'n', value: 1 }] },
    })
  })

  test('refuses to resume with changed inputs', async () => {
    const input = file('changed.jsonl', '{"n":1}\n{"n":2}\n')
    const output = at('changed-out.jsonl')
    const line = ['batch', 'flow', '--input', input, '--output', output]
    await callCommand([...line, '--max-runs', '1'])
    writeFileSync(input, '{"n":2}\n{"n":1}\n')
    const { code, sent, err } = await callCommand([...line, '--resume'])
    expect({ code, sent }).toEqual({ code: 2, sent: [] })
    expect(err).toContain('input 0 has changed since it ran')
  })

  test('starts nothing more at the first interrupt, and records the runs in progress', async () => {
    const input = file('stop.jsonl', '{"n":1}\n'.repeat(50))
    const output = at('stop-out.jsonl')
    const stop = new AbortController()
    const fetch = async () => {
      stop.abort()
      await new Promise((resolve) => setTimeout(resolve, 20))
      return Response.json(SUCCEEDED)
    }
    const line = ['batch', 'flow', '--input', input, '--output', output, '--concurrency', '2']
    const { sent, err } = await callCommand(line, { fetch, stop: stop.signal })
    expect(sent.length).toBeLessThanOrEqual(2)
    expect(readFileSync(output, 'utf8').match(/"outcome":"succeeded"/g)).toHaveLength(sent.length)
    expect(err).toContain(`${sent.length} succeeded, 0 failed, 0 refused, 0 may have run, ${50 - sent.length} not started`)
  })

  test('ends a pause at the first interrupt, and sends nothing after it', async () => {
    const stop = new AbortController()
    const fetch = async () => {
      setTimeout(() => stop.abort(), 20)
      return Response.json({}, { status: 429, headers: { 'retry-after': '2' } })
    }
    const line = ['batch', 'flow', '--input', file('pause.jsonl', '{"n":1}\n'.repeat(9)), '--concurrency', '1']
    const { sent, err } = await callCommand(line, { fetch, stop: stop.signal })
    expect(sent).toHaveLength(1)
    expect(err).toContain('0 refused, 0 may have run, 9 not started')
    expect(err).not.toContain('Cannot finish')
  })

  test('aborts the runs in progress at the second interrupt, and records them as unknown', async () => {
    const input = file('abandon.jsonl', '{"n":1}\n'.repeat(50))
    const output = at('abandon-out.jsonl')
    const abandon = new AbortController()
    const fetch = () => {
      abandon.abort()
      return new Promise<Response>(() => {})
    }
    const line = ['batch', 'flow', '--input', input, '--output', output, '--concurrency', '1']
    const { code, sent } = await callCommand(line, { fetch, stop: abandon.signal, abandon: abandon.signal })
    expect([code, sent.length]).toEqual([5, 1])
    expect(JSON.parse(readFileSync(output, 'utf8').trim().split('\n').at(-1) ?? '')).toMatchObject({
      index: 0,
      outcome: 'unknown',
    })
  })
})
