import { sampleKeys } from '@wfhost/mock-server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { callCommand } from '../call-command.ts'
import { describeWithAssumptions } from './describe-with-assumptions.ts'

beforeEach(() => {
  vi.stubEnv('WFHOST_REGISTRY_URL', 'http://localhost')
  vi.stubEnv('WFHOST_REGISTRY_KEY', '')
})
afterEach(() => {
  vi.unstubAllEnvs()
})

const { consoleSession, stagingEnvironment } = sampleKeys

describeWithAssumptions('wfhost manifest --org', ({ createService, assumptions }) => {
  const withSession = ['manifest', '--org', 'acme', '--session-cookie', assumptions.sessionCookie]

  test('lists tool sets with a console session, without a key (ORG-AUTH)', async () => {
    const environment = { WFHOST_CONSOLE_SESSION: consoleSession }
    const called = await callCommand(withSession, { fetch: createService().fetch, environment })
    expect(called).toMatchObject({ code: 0, err: '' })
    for (const expected of ['Mail', '1.2.0', 'send', 'Send a message']) expect(called.out).toContain(expected)
    expect(called.sent[0]?.headers.has('authorization')).toBe(false)
    expect(called.out).not.toContain(consoleSession)
  })

  test('lists tool sets with the key of the organization', async () => {
    vi.stubEnv('WFHOST_REGISTRY_KEY', stagingEnvironment)
    const { code, out } = await callCommand(['manifest', '--org', 'acme'], { fetch: createService().fetch })
    expect(code).toBe(0)
    for (const expected of ['Mail', '2.0.0']) expect(out).toContain(expected)
  })

  test('accepts a session that ends like base64', async () => {
    const { fetch } = createService({ organizations: [{ id: 'acme', consoleSessions: ['c2Vzc2lvbg=='] }] })
    const environment = { WFHOST_CONSOLE_SESSION: 'c2Vzc2lvbg==' }
    expect((await callCommand(withSession, { fetch, environment })).err).toContain('No published toolsets')
  })

  test('prefers the session where both are set', async () => {
    vi.stubEnv('WFHOST_REGISTRY_KEY', stagingEnvironment)
    const environment = { WFHOST_CONSOLE_SESSION: consoleSession }
    const { out, sent } = await callCommand(withSession, { fetch: createService().fetch, environment })
    expect(out).toContain('1.2.0')
    expect(sent[0]?.headers.has('authorization')).toBe(false)
  })

  test('sends the session in the cookie that is named, and else in console_session (ORG-SESSION)', async () => {
    const { fetch } = createService()
    const environment = { WFHOST_CONSOLE_SESSION: consoleSession }
    const line = (cookie: string): string[] => ['manifest', '--org', 'acme', '--session-cookie', cookie]
    expect((await callCommand(line(assumptions.sessionCookie), { fetch, environment })).code).toBe(0)
    expect((await callCommand(line(`other-${assumptions.sessionCookie}`), { fetch, environment })).code).toBe(3)
    const byDefault = await callCommand(['manifest', '--org', 'acme'], { fetch, environment })
    expect(byDefault.code).toBe(assumptions.sessionCookie === 'console_session' ? 0 : 3)
  })

  test.each([
    { what: 'an unknown session', session: 'unknown', orgId: 'acme', status: 401, remedy: 'WFHOST_CONSOLE_SESSION' },
    {
      what: 'a session of another organization',
      session: consoleSession,
      orgId: 'globex',
      status: assumptions.foreignOrganizationStatus,
      remedy: 'organization of the key or the session',
    },
  ])('is refused with $what, and does not show it', async ({ session, orgId, remedy, status }) => {
    const environment = { WFHOST_CONSOLE_SESSION: session }
    const line = ['manifest', '--org', orgId, '--session-cookie', assumptions.sessionCookie]
    const { code, err } = await callCommand(line, { fetch: createService().fetch, environment })
    expect(code).toBe(3)
    expect(err).toContain(`responded with ${status}`)
    expect(err).toContain(remedy)
    expect(err).not.toContain(consoleSession)
  })
})

describe('wfhost manifest --org without a service', () => {
  test('without a key and a session names both variables', async () => {
    const { code, err, sent } = await callCommand(['manifest', '--org', 'acme'])
    expect({ code, sent }).toEqual({ code: 2, sent: [] })
    expect(err).toContain('WFHOST_REGISTRY_KEY')
    expect(err).toContain('WFHOST_CONSOLE_SESSION')
  })
})
