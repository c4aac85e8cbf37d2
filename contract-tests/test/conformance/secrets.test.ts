import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createMockService } from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { withSteps } from '../../../tools/scripts/run-bodies.ts'
import { checkService, runCommandLine } from '../../proof/contract-server.ts'
import { contractFixtures, createContractWorld } from '../../proof/contract-world.ts'
import { checkServer } from '../../src/engine/check-server.ts'
import { openFolder, openWorld } from '../for-one-test.ts'

test('no output shows a key that a hostile server echoes in any form', { timeout: 60_000 }, async () => {
  const canary = 'canary+key/with=odd"characters'
  const world = await openWorld((service) => ({
    ...service,
    fetch: async (request) => {
      const key = (request.headers.get('authorization') ?? '').replace(/^bearer /i, '')
      const forms = [key, btoa(key), encodeURIComponent(key), JSON.stringify(key)]
      const body = {
        status: 'failed',
        error: { name: key, value: forms.join(' '), traceback: `at ${forms.join('\n')}` },
        ...withSteps({ [key]: 1 }),
      }
      const headers = { 'x-echo': encodeURIComponent(key), location: `https://elsewhere.test/?key=${encodeURIComponent(key)}` }
      return Response.json(body, { status: request.method === 'GET' ? 302 : 200, headers })
    },
  }))
  const folder = await openFolder()
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the configuration's own notation
  const config = { ...world.config, fixtures: { ...contractFixtures, echo: { ...contractFixtures.echo, key: '${ECHO_KEY}' } } }
  const environment = { ECHO_KEY: canary }
  const commands = [['run'], ['run', '--json', '--output', folder], ['replay', 'key-invalid'], ['plan']]
  const ended = await Promise.all(commands.map((args) => runCommandLine(args, { config, environment })))
  const outputs = ended.flatMap(({ errors, output }) => [output, errors])
  for (const file of await readdir(folder)) outputs.push(await readFile(join(folder, file), 'utf8'))

  const all = outputs.join('\n')
  expect(all).toContain('$ECHO_KEY')
  for (const secret of [canary, contractFixtures.registry.key, contractFixtures.failing.key, 'session-acme']) {
    for (const form of [secret, btoa(secret), encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]) {
      expect(all.includes(form), `shows ${form}`).toBe(false)
    }
  }
})

test('no report of a program shows a key of its fixtures, even if the program does not list it as a secret', async () => {
  const fetch = async (request: Request) => new Response(request.headers.get('authorization'), { status: 500 })
  const server = { name: 'echo', baseUrl: 'http://workflows.test', fetch, fixtures: contractFixtures, allow: ['runs'] } as const
  for (const secrets of [{}, { WFHOST_ECHO_KEY: 'another one', REGISTRY_KEY: contractFixtures.registry.key }]) {
    const { report } = await checkServer({ ...server, secrets, only: ['run-sync', 'key-invalid', 'man-content'] })
    const text = JSON.stringify(report)
    expect(report.counts.fail).toBeGreaterThan(0)
    for (const key of [contractFixtures.echo.key, contractFixtures.registry.key]) expect(text).not.toContain(key)
    expect(text).toContain('WFHOST_ECHO_KEY')
  }
})

test.each(['last_flow=echo', 'node=finished', 'tenant=acme-corporation-of-2026'])(
  'a cookie that is not a session can have a value that occurs elsewhere: %s',
  async (cookie) => {
    const service = createMockService(createContractWorld())
    const fetch = async (request: Request) => {
      const given = await service.fetch(request)
      given.headers.set('set-cookie', cookie)
      return given
    }
    const { report } = await checkService({ ...service, fetch }, { only: ['run-ok', 'key-invalid.missing'] })
    expect(report.counts).toMatchObject({ pass: 2 })
  },
)

test('the address of a hook is not a secret, although a part of it occurs in the base URL', async () => {
  const world = await openWorld((service) => service)
  const { baseUrl, hooks } = Object(world.config)
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the configuration's own notation
  const creditBalance = { url: '${ADMIN_URL}/balance' }
  const config = { ...world.config, hooks: { ...hooks, creditBalance } }
  const neighbour = baseUrl.replace(/\d$/, (digit: string) => (Number(digit) + 1) % 10)
  const { errors, output } = await runCommandLine(['run', '--only', 'run-ok'], { config, environment: { ADMIN_URL: neighbour } })
  expect(errors).not.toContain('the report would show')
  expect(output).toContain('1 passed')
})

test.each([
  'http://user:canary-of-hooks@hooks.test',
  'http://hooks.test/?token=canary-of-hooks',
  'http://hooks.test/T024/B7xY9kQ2wPz4LmN8vRt3',
])('the address of a hook with credentials in it is a secret: %s', async (address) => {
  const world = await openWorld((service) => service)
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the configuration's own notation
  const hooks = { ...Object(world.config['hooks']), creditBalance: { url: '${ADMIN_URL}' } }
  const config = { ...world.config, name: `the server of ${address}`, hooks }
  const { errors } = await runCommandLine(['plan'], { config, environment: { ADMIN_URL: address } })
  expect(errors).not.toContain(address)
})

test('no report shows the session cookie that a server sets after a run', async () => {
  const session = 's3ss1on-of-this-server'
  const service = createMockService(createContractWorld())
  const fetch = async (request: Request) => {
    if (request.headers.get('cookie') === `sid=${session}`)
      return Response.json({ status: 'success', result: {}, stepOutputs: {} })
    const given = await service.fetch(request)
    if (given.status === 200) given.headers.set('set-cookie', `sid=${session}; Path=/; HttpOnly`)
    return given
  }
  const { report } = await checkService({ ...service, fetch }, { only: ['key-invalid.missing'] })
  expect(report.counts.fail).toBe(1)
  const text = JSON.stringify(report)
  expect(text).toContain('"set-cookie":"sid=[hidden]; Path=/; HttpOnly"')
  expect(text).toContain('sid=$SET_COOKIE')
  expect(text).not.toContain(session)
})
