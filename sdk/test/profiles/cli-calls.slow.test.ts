import { type MockService, sampleKeys } from '@wfhost/mock-server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Called, callCommand } from '../call-command.ts'
import { describeWithProfiles } from './describe-with-profiles.ts'

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
      expect(err).toMatch(/\nwfhost: not before 2\d{3}-.+Z\n/)
    })
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
})
