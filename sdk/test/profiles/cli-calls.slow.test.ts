import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type MockService, sampleKeys } from '@wfhost/mock-server'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Called, callCommand } from '../call-command.ts'
import { describeWithProfiles } from './describe-with-profiles.ts'

const folder = mkdtempSync(join(tmpdir(), 'wfhost-'))
function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
afterAll(() => rmSync(folder, { recursive: true }))

beforeEach(() => {
  vi.stubEnv('WFHOST_BASE_URL', 'http://localhost')
  vi.stubEnv('WFHOST_REGISTRY_URL', 'http://localhost')
})
afterEach(() => {
  vi.unstubAllEnvs()
})

const { workflows } = sampleKeys

/** Calls the command with a key for both services. */
function callWith(key: string, { fetch }: MockService): (...line: readonly string[]) => Promise<Called> {
  vi.stubEnv('WFHOST_API_KEY', key)
  vi.stubEnv('WFHOST_REGISTRY_KEY', key)
  return (...line) => callCommand(line, { fetch })
}

describeWithProfiles('wfhost', ({ createService, profile }) => {
  describe('run', () => {
    test('runs a workflow with arguments from the line over those from a file', async () => {
      const path = file('args.json', '{"subject":"old","tags":["a"]}')
      const call = callWith(workflows['support-triage'], createService())
      const { code, out, sent } = await call(
        ...['run', 'support-triage', '--args', path, '--arg', 'subject=refund=b', '--arg-json', 'priority=2'],
      )
      expect(sent[0]?.body).toEqual({
        args: [
          { name: 'subject', value: 'refund=b' },
          { name: 'tags', value: ['a'] },
          { name: 'priority', value: 2 },
        ],
        mode: 'sync',
      })
      expect({ code, out }).toEqual({
        code: 0,
        out: 'success\n  ✓ classify\n  ✓ answer\n\n{\n  "team": "billing",\n  "reply": "We look into it now."\n}\n',
      })
    })

    test('shows a failed run, and ends with 1', async () => {
      const call = callWith(workflows['charge-card'], createService())
      const line = ['run', 'charge-card', '--arg-json', 'amount=12']
      const { code, out } = await call(...line)
      expect(code).toBe(1)
      expect(out).toMatch(/^failed\n {2}✓ look-up\n {2}✗ charge {2}CardDeclined: The card was declined for 12\n\nCardDeclined: /)
      const failed = { status: 'failed', error: { name: 'CardDeclined', value: 'The card was declined for 12' } }
      expect(JSON.parse((await call(...line, '--json')).out)).toMatchObject(failed)
    })

    test.each([
      { why: 'a mistyped argument', key: workflows.echo, line: ['echo', '--arg', 'number=x'], status: 400, remedy: '--arg-json' },
      { why: 'a wrong key', key: 'wrong', line: ['echo'], status: 401, remedy: 'is WFHOST_API_KEY the key of this workflow?' },
      { why: 'another key', key: workflows.slow, line: ['echo'], status: 403, remedy: 'each has its own key' },
      { why: 'no publication', key: workflows.echo, line: ['draft'], status: 404, remedy: 'once it is published' },
      { why: 'an archived workflow', key: workflows.archived, line: ['archived'], status: 404, remedy: 'until it is archived' },
    ])('ends with 3 for $why, and says what can be done', async ({ key, line, remedy, status }) => {
      const service = createService()
      const { code, err, out } = await callWith(key, service)('run', ...line, '--json')
      expect(code).toBe(3)
      expect(JSON.parse(out).error).toMatchObject({ status, mayHaveRun: false })
      expect(err.split('\n')[1]).toContain(remedy)
      expect(service.runs()).toEqual([])
    })

    test('ends with 4 over the rate limit, and says when to come back', async () => {
      const service = createService()
      service.setRateLimit({ requests: 0, windowMs: 300_000 })
      const { code, err } = await callWith(workflows.echo, service)('run', 'echo')
      expect(code).toBe(4)
      expect(err).toMatch(/\nwfhost: not before 2\d{3}-.+Z\n$/)
    })
  })

  test('start starts a workflow with the standard input, and tells the run ID', async () => {
    const service = createService()
    vi.stubEnv('WFHOST_API_KEY', workflows.echo)
    const started = await callCommand(['start', 'echo', '--args', '-'], { fetch: service.fetch, input: '{"text":"x"}' })
    const [run] = service.runs()
    expect(started).toMatchObject({ code: 0, out: `started ${run?.runId}\n` })
    expect(await service.awaitRun(run?.runId ?? '')).toMatchObject({ status: 'success', result: { text: 'x' } })
  })

  test('manifest lists what is published to the environment of the key', async () => {
    const { code, out } = await callWith(sampleKeys.defaultEnvironment, createService())('manifest')
    expect(code).toBe(0)
    for (const shown of ['Mail', '1.2.0', 'send', 'Weather', '3.0.1', 'forecast', '/execute']) expect(out).toContain(shown)
    expect(out).not.toMatch(/Drafts|^0 tool sets/)
  })

  test('manifest ends with 3 where nothing is published, and says what can be done', async () => {
    const { code, err } = await callWith(sampleKeys.emptyEnvironment, createService())('manifest')
    expect(code).toBe(3)
    expect(err).toContain('wfhost: publish a version of a tool set')
  })

  test('execute prints what the tool returned', async () => {
    const call = callWith(sampleKeys.defaultEnvironment, createService())
    const payload = '{"toolset":"weather","tool":"forecast","arguments":{"city":"Vienna"}}'
    const { code, out, sent } = await call('execute', '--payload', payload)
    expect([code, sent[0]?.body]).toEqual([0, JSON.parse(payload)])
    expect(out).toContain('Vienna')
  })

  test('execute says why a tool failed, and costs no credit', async () => {
    const service = createService()
    const payload = '{"toolset":"mail","tool":"send","arguments":{"to":"full@example.org","text":""}}'
    const { code, out } = await callWith(sampleKeys.defaultEnvironment, service)('execute', '--payload', payload, '--json')
    // Of a status that no document names the client cannot tell what it means, but that the tool may have run.
    expect(code).toBe(profile.failedExecutionStatus === 200 ? 1 : 5)
    expect(out).toContain('The mailbox of full@example.org is full')
    expect(service.creditBalance('acme')).toBe(1000)
  })

  test('execute says that the credits may have gone', async () => {
    const service = createService()
    service.setCredits('acme', 0)
    const call = callWith(sampleKeys.defaultEnvironment, service)
    const { code, err } = await call('execute', '--payload', '{"toolset":"mail","tool":"count"}')
    expect(code).toBe(3)
    expect(err).toMatch(/credits/)
  })

  test('batch runs each line, writes what became of it, and sends only the refused one again', async () => {
    const service = createService({ workspaces: [{ id: 'w', workflows: [] }] })
    service.addWorkflow('w', {
      ...{ flowId: 'flow', key: 'key', published: true, parameters: [{ name: 'n', type: 'string' }] },
      implementation: ({ n = null }) => {
        if (n === 'fails') throw new Error('no room')
        return n
      },
    })
    const input = file('in.jsonl', ['"ok"', '"fails"', '7', '"ok"'].map((n) => `{"n":${n}}`).join('\n'))
    const output = join(folder, 'out.jsonl')
    rmSync(output, { force: true })
    const line = ['batch', 'flow', '--input', input, '--output', output, '--concurrency', '1']
    const call = callWith('key', service)
    const { code, err } = await call(...line)
    const outcomes = readFileSync(output, 'utf8').match(/(?<="outcome":")(?!started)\w+/g)
    expect(outcomes).toEqual(['succeeded', 'failed', 'refused', 'succeeded'])
    expect(code).toBe(3)
    expect(err).toContain('2 succeeded, 1 failed, 1 refused, 0 may have run, 0 not started')
    expect((await call(...line, '--resume')).sent.map(({ body }) => body)).toEqual([
      { args: [{ name: 'n', value: 7 }], mode: 'sync' },
    ])
    expect(service.runs()).toHaveLength(3)
  })

  test('batch ends at a key that is refused', async () => {
    const input = file('many.jsonl', '{"text":"x"}\n'.repeat(50))
    const line = ['batch', 'echo', '--input', input, '--concurrency', '2']
    const { code, sent } = await callWith('wrong', createService())(...line)
    expect(code).toBe(3)
    expect(sent.length).toBeLessThanOrEqual(2)
  })
})
