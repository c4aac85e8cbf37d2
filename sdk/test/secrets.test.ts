import { execFile } from 'node:child_process'
import { inspect, promisify } from 'node:util'
import { createRegistryClient, createWorkflowClient, type Hooks, unwrap } from '@wfhost/sdk'
import { describe, expect, test } from 'vitest'
import { failedRun, succeededRun, withSteps } from '../../tools/scripts/run-bodies.ts'
import { SUCCESS, succeeded } from './faults.ts'
import { response, startRawServer } from './raw-server.ts'
import { clientOf, keepLog, rejectionOf } from './test-client.ts'

const KEY = 'canary/+"key=1'
const lowerCase = encodeURIComponent(KEY).replace(/%../g, (byte) => byte.toLowerCase())
const echoes = [KEY, encodeURIComponent(KEY), lowerCase, JSON.stringify(KEY).slice(1, -1)]

/** Everything that can be seen of a value: printed, serialized, walked. */
function everythingVisible(value: unknown, seen = new Set<unknown>()): string {
  if (typeof value !== 'object' || value === null) return String(value)
  if (seen.has(value)) return ''
  seen.add(value)
  const own = Reflect.ownKeys(value).map((key) => `${String(key)}=${everythingVisible(Reflect.get(value, key), seen)}`)
  const headers = value instanceof Headers ? [...value].join() : ''
  return [inspect(value, { depth: 10, showHidden: true }), serialize(value), String(value), headers, ...own].join('\n')
}

/** As JSON, unless the value goes in a circle, which its copy does too. */
function serialize(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch (error) {
    return String(error)
  }
}

function echo(status: number, body: string): () => Promise<Response> {
  const headers = { 'x-echo': `Bearer ${KEY}`, 'set-cookie': 'session=other', location: `/?key=${encodeURIComponent(KEY)}` }
  return async () => new Response(body, { status, headers })
}

const body = JSON.stringify({ message: `no such key: ${KEY}`, nested: [{ [KEY]: KEY }], link: `/?key=${lowerCase}` })
const RESPONSES: readonly (readonly [string, () => Promise<Response>])[] = [
  ['200 with drift', echo(200, body)],
  ['200 with drift in a place named by the key', echo(200, JSON.stringify({ ...succeededRun(1), ...withSteps({ [KEY]: KEY }) }))],
  ['200 with a page', echo(200, `<html>${KEY}</html>`)],
  ['400', echo(400, body)],
  ['401', echo(401, body)],
  ['403 with a long page', echo(403, `${'x'.repeat(490)}${KEY}`)],
  ['429', echo(429, body)],
  ['302', echo(302, body)],
  ['500', echo(500, body)],
  [
    'a failure that quotes the request',
    async () => Promise.reject(new TypeError('fetch failed', { cause: new Error(`bad header: Bearer ${KEY}`) })),
  ],
  [
    'a failure that holds the request, twice and in a circle',
    async () => {
      const request: Record<string, unknown> = { headers: new Headers({ authorization: `Bearer ${KEY}` }) }
      Object.assign(request, { again: { request }, query: new Map([['key', KEY]]) })
      return Promise.reject(Object.assign(new Error('x'), { request, response: { request } }))
    },
  ],
  [
    'a failure with a Request',
    async () => {
      const request = new Request('http://localhost', { headers: { authorization: `Bearer ${KEY}` } })
      return Promise.reject(Object.assign(new Error('x'), { request }))
    },
  ],
  [
    'several failures, and one of them quotes the request',
    async () => Promise.reject(new AggregateError([new Error('one'), new Error(`bad header: Bearer ${KEY}`)], 'all failed')),
  ],
  [
    'a failure with properties',
    async () => Promise.reject(Object.assign(new Error('x'), { request: { authorization: `Bearer ${KEY}` } })),
  ],
]

describe('A key', () => {
  test.each(RESPONSES)('is not visible in any form of %s', async (_, fetch) => {
    const heard: unknown[] = []
    const hear = (...what: unknown[]) => void heard.push(what)
    const hooks: Hooks = { onRequest: hear, onResponse: hear, onRetry: hear, onError: hear }
    const logger = { debug: hear, info: hear, warn: hear }
    const options = { fetch, hooks, logger, logLevel: 'debug', maxRetries: 1, random: () => 0 } as const
    const workflows = createWorkflowClient({ ...options, baseUrl: 'http://localhost', apiKey: KEY })
    const registry = createRegistryClient({ ...options, baseUrl: 'http://localhost', apiKey: KEY, session: KEY })
    const calls = [
      workflows.run('flow'),
      workflows.start('flow'),
      registry.execute({}),
      registry.manifest(),
      registry.organizationManifest('acme'),
    ]
    const errors = await Promise.all(calls.map(rejectionOf))
    const output = [workflows, registry, errors, heard].map((value) => everythingVisible(value)).join('\n')
    expect(errors.some((error) => error !== undefined)).toBe(true)
    for (const needle of echoes) expect(output).not.toContain(needle)
    expect(output).not.toContain('session=other')
  })

  test.each(['', 'two words', 'line\nbreak', 'ключ', undefined, 7_007_007])(
    'that no header can carry is refused without being shown: %j',
    async (key) => {
      const apiKey = () => key as string
      const error = await rejectionOf(clientOf(succeeded, { apiKey }).client.run('flow'))
      expect(error).toMatchObject({ name: 'ConfigurationError' })
      if (key) expect(inspect(error)).not.toContain(String(key))
    },
  )

  test('names a character that a header cannot carry by its code, since it may be invisible', () => {
    const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: 'key', headers: { 'x-user': 'a\u200b' } })
    return expect(client.run('flow')).rejects.toThrow(
      'Cannot use header x-user: character 2 is U+200B, which a header cannot carry. Encode the value',
    )
  })

  test.each(['canary\nrest', 'canary\u2028'])('that a header of its own cannot carry is not shown: %j', async (value) => {
    const error = await rejectionOf(clientOf(succeeded).client.run('flow', {}, { headers: { 'x-proxy-key': value } }))
    expect(error).toMatchObject({
      name: 'ConfigurationError',
      message: expect.stringContaining('Cannot use header x-proxy-key: '),
    })
    expect(inspect(error)).not.toContain('canary')
  })

  test.each([400, 200])(
    'is not shown by a body that is nested very deeply, and the error keeps the status: %i',
    async (status) => {
      const body = `${'['.repeat(20_000)}${JSON.stringify(KEY)}${']'.repeat(20_000)}`
      const error = await rejectionOf(clientOf(echo(status, body), { apiKey: KEY }).client.run('flow'))
      expect(error).toMatchObject({ name: status === 400 ? 'BadRequestError' : 'ResponseValidationError', status })
      for (const form of echoes) expect(inspect(error, { depth: 200 })).not.toContain(form)
    },
  )

  test('that changed and is refused again is read only once more', async () => {
    const request: string[] = []
    const { client } = clientOf(() => new Response('{}', { status: 401 }), { apiKey: (flowId) => `key${request.push(flowId)}` })
    await expect(client.run('flow')).rejects.toMatchObject({ name: 'AuthenticationError' })
    expect(request).toEqual(['flow', 'flow'])
  })

  test('that was replaced stays hidden in later errors, like all earlier keys of the client', async () => {
    const keys = Array.from({ length: 90 }, (_, index) => `canary-${index}-key`)
    const left = [...keys]
    const { client } = clientOf(() => Response.json({ message: keys.join() }, { status: 403 }), {
      apiKey: () => left.shift() ?? 'x',
    })
    for (const _ of keys) await rejectionOf(client.run('flow'))
    expect(inspect(await rejectionOf(client.run('flow')), { depth: 9 })).not.toMatch(/canary-/)
    expect(inspect(await rejectionOf(client.withOptions({ timeout: 1000 }).run('flow')), { depth: 9 })).not.toMatch(/canary-/)
  })

  test.each(['constructor', '__proto__'])('is not read from the inherited members of the map: %s', async (flowId) => {
    const { client } = clientOf(undefined, { apiKey: { other: KEY } })
    await expect(client.run(flowId)).rejects.toThrow(`it has no key for workflow ${flowId}`)
  })

  test.each(['', undefined as never])('is reported as missing if its provider does not have it: %j', async (key) => {
    const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: async () => key })
    await expect(client.run('c')).rejects.toThrow('Cannot use apiKey: it has no key for workflow c')
  })

  test('that a failed run repeats is not in the error of unwrap()', async () => {
    const error = { name: `Denied ${KEY}`, value: `no access for ${KEY}`, traceback: `at ${encodeURIComponent(KEY)}` }
    const run = { ...failedRun(error, { [KEY]: { status: 'failed', error } }), more: KEY }
    const { client } = clientOf(() => Response.json(run), { apiKey: KEY })
    const failed = await client.run('flow')
    expect(failed).toEqual(run)
    const thrown = await rejectionOf(Promise.resolve(failed).then(unwrap))
    expect(thrown).toMatchObject({ message: 'The workflow failed: Denied [redacted]: no access for [redacted]' })
    for (const form of echoes) expect(everythingVisible(thrown)).not.toContain(form)
  })

  test('of another workflow in the map is not shown', async () => {
    // A variable that is not set leaves its workflow without a key, and does not affect the others.
    const apiKey = { a: 'key-a', b: 'key-b', c: process.env['WFHOST_NOT_SET'] as string }
    const body = { message: 'key-a belongs to another workflow than key-b' }
    const { client } = clientOf(() => Response.json(body, { status: 403 }), { apiKey })
    const message =
      'Cannot run workflow a: the service responded with 403: [redacted] belongs to another workflow than [redacted]'
    await expect(client.run('a')).rejects.toMatchObject({ message })
  })

  test('that is sent unencrypted to another machine causes one warning', async () => {
    const { lines, logged } = keepLog()
    const { client } = clientOf(succeeded, { ...logged, baseUrl: 'http://flows.example' })
    await client.run('flow')
    await client.run('flow')
    expect(lines).toEqual(['[wfhost] The key goes to flows.example unencrypted: use https'])
    for (const baseUrl of ['https://flows.example', 'http://localhost:1', 'http://127.0.0.1', 'http://[::1]:80']) {
      createWorkflowClient({ baseUrl, apiKey: 'canary', ...logged })
    }
    expect(lines).toHaveLength(1)
  })
})

const CALLS = {
  run: (url: string) => createWorkflowClient({ baseUrl: url, apiKey: 'canary' }).run('flow'),
  start: (url: string) => createWorkflowClient({ baseUrl: url, apiKey: 'canary' }).start('flow'),
  execute: (url: string) => createRegistryClient({ baseUrl: url, apiKey: 'canary' }).execute({}),
  manifest: (url: string) => createRegistryClient({ baseUrl: url, apiKey: 'canary' }).manifest(),
  'organization manifest by session': (url: string) =>
    createRegistryClient({ baseUrl: url, session: 'canary' }).organizationManifest('acme'),
} as const

describe.each(Object.entries(CALLS))('The key of a call: %s', (_, call) => {
  test.concurrent.each([301, 302, 303, 307, 308])('does not follow a %i to another origin', async (status) => {
    await using elsewhere = await startRawServer({ onRequest: ({ socket }) => socket.write(response(200, { body: '{}' })) })
    const headers = { location: `${elsewhere.url}/stolen` }
    await using server = await startRawServer({ onRequest: ({ socket }) => socket.write(response(status, { headers })) })
    const message = expect.stringContaining(`responded with ${status}, a redirect from ${server.url} to ${elsewhere.url}/stolen`)
    await expect(call(server.url)).rejects.toMatchObject({ name: 'APIError', status, message })
    expect(server.counted.requests).toBe(1)
    expect(elsewhere.counted.connections).toBe(0)
  })
})

test('A client sends only the requests of the call, and writes nothing to disk', { timeout: 20_000 }, async () => {
  const heads: string[] = []
  await using server = await startRawServer({
    onRequest: ({ text, socket }) => {
      heads.push(text)
      socket.write(response(200, { body: SUCCESS }))
    },
  })
  // Without the permission to write, a write would be an error.
  const permissions = ['--permission', '--allow-fs-read=*']
  const script = `
    import { writeFileSync } from 'node:fs'
    import { createWorkflowClient } from '@wfhost/sdk'
    const client = createWorkflowClient({ baseUrl: '${server.url}', apiKey: 'canary', logLevel: 'off' })
    const run = await client.run('flow')
    let denied
    try { writeFileSync('x', '') } catch (error) { denied = error.code }
    process.stdout.write(run.status + ' ' + denied)`
  const line = [...permissions, '--conditions=@wfhost/source', '--input-type=module', '-e', script]
  const { stdout, stderr } = await promisify(execFile)(process.execPath, line, { cwd: import.meta.dirname })
  expect(stdout).toBe('success ERR_ACCESS_DENIED')
  expect(stderr).toBe('')
  expect(heads).toHaveLength(1)
  const names = [...((heads[0] ?? '').split('\r\n\r\n')[0]?.matchAll(/^([\w-]+):/gm) ?? [])].map(([, name]) =>
    name?.toLowerCase(),
  )
  const ofFetch = 'accept accept-encoding accept-language connection content-length host sec-fetch-mode'
  expect(names.sort()).toEqual(['authorization', 'content-type', 'user-agent', ...ofFetch.split(' ')].sort())
})
