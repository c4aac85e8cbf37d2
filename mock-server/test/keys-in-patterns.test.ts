import {
  createMockControl,
  createMockHost,
  createMockService,
  createSampleWorld,
  type MockService,
  sampleKeys,
} from '@wfhost/mock-server'
import { matchers } from '@wfhost/mock-server/matchers'
import { expect, test } from 'vitest'
import { run } from './call-api.ts'

const key = sampleKeys.workflows.echo
const otherKey = sampleKeys.workflows.slow

/** Creates a service that has received two requests: a run whose argument is a key, and a manifest with a session. */
async function createCalled(): Promise<MockService> {
  const service = createMockService(createSampleWorld())
  await run(service, { flowId: 'echo', key, args: { text: `my key is ${key}`, list: [key] } })
  const headers = { cookie: `console_session=${sampleKeys.consoleSession}` }
  await service.fetch(`http://localhost/v1/orgs/acme/wfhost/manifest?api_key=${key}&q=${key}`, { headers })
  return service
}

const matching = [
  { headers: { authorization: `Bearer ${key}` } },
  { headers: { Authorization: expect.stringContaining(key) } },
  { headers: { authorization: new RegExp(`^Bearer ${key}$`) } },
  { headers: { cookie: `console_session=${sampleKeys.consoleSession}` } },
  { args: { text: `my key is ${key}` } },
  { args: { text: expect.stringMatching(new RegExp(key)) } },
  { args: { list: [key] } },
  { args: { list: expect.arrayContaining([key]) } },
  { body: expect.objectContaining({ args: [{ name: 'text', value: `my key is ${key}` }, expect.anything()] }) },
  { body: { args: [{ name: 'text', value: `my key is ${key}` }, { name: 'list' }] } },
  { path: `/v1/orgs/acme/wfhost/manifest?api_key=${key}&q=${key}` },
  { path: new RegExp(`q=${key}`) },
]

test.each(matching)('a pattern with a raw key matches the request with the key: %o', async (pattern) => {
  const service = await createCalled()
  expect(service.journal(pattern)).toHaveLength(1)
  expect(matchers.toHaveReceived(service, pattern, 1).pass).toBe(true)
  expect(await service.waitForRequest(pattern, { timeout: 1000 })).toEqual(service.journal(pattern)[0])
})

test('a pattern with another key of the world matches no request, and the messages show names instead of keys', async () => {
  const service = await createCalled()
  for (const headers of [
    { authorization: `Bearer ${otherKey}` },
    { authorization: new RegExp(otherKey) },
    { authorization: expect.stringContaining(otherKey) },
  ]) {
    expect(service.journal({ headers })).toEqual([])
    const messages = [
      matchers.toHaveReceived(service, { headers }).message(),
      String(await service.waitForRequest({ headers }, { timeout: 1 }).catch((error: unknown) => error)),
    ]
    for (const message of messages) {
      expect(message).toMatch(/key of workflow slow/)
      expect(message).toMatch(/found "Bearer \[key of workflow echo\]"/)
      expect(message).not.toContain(otherKey)
      expect(message).not.toContain(key)
    }
  }
})

test('an unknown key in a pattern does not match the requests with another unknown key', async () => {
  const service = await createCalled()
  await run(service, { flowId: 'echo', key: 'nobody-has-it' })
  expect(service.journal({ headers: { authorization: 'Bearer another-unknown-key' } })).toEqual([])
})

test('verify excepts a request by its key', async () => {
  const service = createMockService(createSampleWorld())
  await service.fetch('http://localhost/nothing', { headers: { authorization: `Bearer ${key}` } })
  expect(() => service.verify({ except: [{ headers: { authorization: `Bearer ${otherKey}` } }] })).toThrow('Unexpected requests')
  service.verify({ except: [{ headers: { authorization: `Bearer ${key}` } }] })
})

test('a pattern with a replaced key, or with a key that is replaced while the test waits, matches', async () => {
  const service = await createCalled()
  const pattern = { headers: { authorization: `Bearer ${key}` }, status: 401 }
  const waiting = service.waitForRequest(pattern)
  service.regenerateKey('echo')
  await run(service, { flowId: 'echo', key })
  expect((await waiting).request.headers['authorization']).toBe('Bearer [old key of workflow echo]')
  expect(service.journal(pattern)).toHaveLength(1)
})

test('a pattern with a raw key also matches over the control API', async () => {
  const host = createMockHost(createSampleWorld)
  const control = createMockControl('http://localhost', { fetch: host.fetch })
  await host.fetch('http://localhost/nothing', { headers: { authorization: `Bearer ${key}` } })
  const pattern = { headers: { authorization: `Bearer ${key}` } }

  expect(await control.journal(pattern)).toHaveLength(1)
  expect(await control.waitForRequest(pattern, { timeout: 1000 })).toMatchObject({ number: 1 })
  await control.verify({ except: [pattern] })
})

test('a pattern itself does not change, and a wrong pattern is still explained', async () => {
  const service = await createCalled()
  const pattern = Object.freeze({ headers: Object.freeze({ authorization: `Bearer ${key}` }), body: undefined })
  service.journal(pattern)
  expect(pattern.headers.authorization).toBe(`Bearer ${key}`)
  for (const wrong of [null, 5, 'x', { headers: 'x' }, { args: 5 }, { path: 5 }]) {
    expect(() => Reflect.apply(service.journal, undefined, [wrong])).toThrow('Cannot match requests: ')
  }
  expect(() => Reflect.apply(service.verify, undefined, [{ except: [5] }])).toThrow(
    'Cannot verify: except[0]: expected an object',
  )
  expect(() => Reflect.apply(service.verify, undefined, [null])).toThrow('Cannot verify: expected an object, found null')
})
