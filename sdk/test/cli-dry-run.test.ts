import { expect, test, vi } from 'vitest'
import { callCommand } from './call-command.ts'
import { useEnvironment } from './command-surroundings.ts'

useEnvironment()

test.each(['canary', 'canary==', 'canary='])(
  'a dry run shows its request with the key %s hidden, and sends nothing',
  async (key) => {
    vi.stubEnv('WFHOST_API_KEY', key)
    const { code, out, sent, err } = await callCommand(['run', 'triage', '--arg', 'a=b', '--dry-run'])
    expect({ code, sent, err }).toEqual({ code: 0, sent: [], err: '' })
    expect(out).toContain('POST http://localhost/api/v2/external/flows/triage/published-run\nauthorization: Bearer [hidden]\n')
    const environment = { WFHOST_CONSOLE_SESSION: key }
    const manifest = await callCommand(['manifest', '--org', 'acme', '--dry-run'], { environment })
    expect(manifest.out).toMatch(
      /^GET http:\/\/localhost\/v1\/orgs\/acme\/wfhost\/manifest\ncookie: console_session=\[hidden\]\nuser-agent: @wfhost\/sdk\/\S+\n$/,
    )
    expect(out + manifest.out).not.toContain('canary')
  },
)

test.each(['authorization', 'cookie', 'x-api-key', 'x-auth', 'x-passphrase', 'client-secret', 'x-session', 'x-csrf-token'])(
  'a dry run hides the value of the header %s',
  async (name) => {
    const session = { WFHOST_CONSOLE_SESSION: 'canary' }
    const line = ['manifest', '--org', 'acme', '--header', `${name}: value of a header`, '--dry-run']
    for (const environment of [{}, session]) {
      for (const flags of [[], ['--json']]) {
        const { err, out } = await callCommand([...line, ...flags], { environment })
        expect(out + err).not.toContain('of a header')
      }
    }
  },
)

test('a dry run shows the values of other headers', async () => {
  const { out } = await callCommand(['manifest', '--header', 'x-note: shown', '--dry-run'])
  expect(out).toContain('x-note: shown\n')
})
