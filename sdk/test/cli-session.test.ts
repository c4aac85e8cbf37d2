import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { callCommand } from './call-command.ts'

beforeEach(() => {
  vi.stubEnv('WFHOST_REGISTRY_URL', 'http://localhost')
  vi.stubEnv('WFHOST_REGISTRY_KEY', '')
})
afterEach(() => {
  vi.unstubAllEnvs()
})

const { consoleSession, stagingEnvironment } = sampleKeys

describe('wfhost org-manifest', () => {
  test('lists tool sets with a console session, without a key (ORG-AUTH)', async () => {
    const { fetch } = createMockService(createSampleWorld())
    const called = await callCommand(['org-manifest', 'acme'], { fetch, environment: { WFHOST_CONSOLE_SESSION: consoleSession } })
    expect(called).toMatchObject({ code: 0, err: '' })
    expect(called.out).toContain('Mail 1.2.0\n    send  Send a message')
    expect(called.sent[0]?.headers.has('authorization')).toBe(false)
    expect(called.out).not.toContain(consoleSession)
  })

  test('lists tool sets with the key of the organization', async () => {
    vi.stubEnv('WFHOST_REGISTRY_KEY', stagingEnvironment)
    const { out } = await callCommand(['org-manifest', 'acme'], { fetch: createMockService(createSampleWorld()).fetch })
    expect(out).toContain('Mail 2.0.0')
  })

  test('takes a session that ends as base64 does', async () => {
    const { fetch } = createMockService({ organizations: [{ id: 'acme', consoleSessions: ['c2Vzc2lvbg=='] }] })
    const environment = { WFHOST_CONSOLE_SESSION: 'c2Vzc2lvbg==' }
    expect((await callCommand(['org-manifest', 'acme'], { fetch, environment })).err).toContain('No published toolsets')
  })

  test('prefers the session where both are set', async () => {
    vi.stubEnv('WFHOST_REGISTRY_KEY', stagingEnvironment)
    const { fetch } = createMockService(createSampleWorld())
    const environment = { WFHOST_CONSOLE_SESSION: consoleSession }
    const { out, sent } = await callCommand(['org-manifest', 'acme'], { fetch, environment })
    expect(out).toContain('Mail 1.2.0')
    expect(sent[0]?.headers.has('authorization')).toBe(false)
  })

  test('sends the session in the cookie that is named (ORG-SESSION)', async () => {
    const { fetch } = createMockService(createSampleWorld(), { profile: { sessionCookie: 'session' } })
    const environment = { WFHOST_CONSOLE_SESSION: consoleSession }
    expect((await callCommand(['org-manifest', 'acme'], { fetch, environment })).code).toBe(3)
    const line = ['org-manifest', 'acme', '--session-cookie', 'session']
    expect((await callCommand(line, { fetch, environment })).code).toBe(0)
  })

  test.each([
    { what: 'an unknown session', session: 'unknown', orgId: 'acme', remedy: 'WFHOST_CONSOLE_SESSION' },
    { what: 'a session of another organization', session: consoleSession, orgId: 'globex', remedy: 'another organization' },
  ])('is refused with $what, and does not show it', async ({ session, orgId, remedy }) => {
    const { fetch } = createMockService(createSampleWorld())
    const environment = { WFHOST_CONSOLE_SESSION: session }
    const { code, err } = await callCommand(['org-manifest', orgId], { fetch, environment })
    expect(code).toBe(3)
    expect(err).toContain(remedy)
    expect(err).not.toContain(consoleSession)
  })

  test('without a key and a session names both variables', async () => {
    const { code, err, sent } = await callCommand(['org-manifest', 'acme'])
    expect({ code, sent }).toEqual({ code: 2, sent: [] })
    expect(err).toContain('WFHOST_REGISTRY_KEY')
    expect(err).toContain('WFHOST_CONSOLE_SESSION')
  })
})
