import { createRegistryClient, type RegistryClientOptions } from '@wfhost/sdk'
import { describe, expect, test, vi } from 'vitest'
import { serviceOf } from './test-client.ts'

function clientOf(respond: () => Response, options: RegistryClientOptions = {}) {
  const { fetch, sent } = serviceOf(respond)
  const client = createRegistryClient({ baseUrl: 'http://localhost', apiKey: 'canary', fetch, random: () => 0, ...options })
  return { client, sent }
}

const json =
  (body: unknown, status = 200) =>
  () =>
    new Response(JSON.stringify(body), { status })

describe('A registry client', () => {
  test('requests each manifest at its documented path', async () => {
    const { client, sent } = clientOf(json({ toolsets: [], more: 1 }), { product: 'acme flow' })
    expect(await client.manifest()).toEqual({ toolsets: [], more: 1 })
    await client.organizationManifest('o/1')
    await client.execute({ toolset: 'mail', tool: 'send' })
    expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET http://localhost/v1/public/acme%20flow/manifest',
      'GET http://localhost/v1/orgs/o%2F1/acme%20flow/manifest',
      'POST http://localhost/v1/public/acme%20flow/execute',
    ])
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual(Array(3).fill('Bearer canary'))
    expect(await sent[2]?.text()).toBe('{"toolset":"mail","tool":"send"}')
  })

  test('reads the product from the environment; the default is wfhost', async () => {
    vi.stubEnv('WFHOST_PRODUCT', 'acme')
    const acme = clientOf(json({}))
    vi.unstubAllEnvs()
    const standIn = clientOf(json({}))
    await acme.client.manifest()
    await standIn.client.manifest()
    expect([...acme.sent, ...standIn.sent].map(({ url }) => url)).toEqual([
      'http://localhost/v1/public/acme/manifest',
      'http://localhost/v1/public/wfhost/manifest',
    ])
  })

  test.each([{ message: 'No published toolsets' }, 'No published toolsets', { error: { detail: ['No published toolsets'] } }])(
    'recognises that nothing is published by the message at any place: %j',
    async (body) => {
      const error = { name: 'NoPublishedToolsetsError', code: 'no_published_toolsets', status: 400, requirement: 'MAN-EMPTY' }
      await expect(clientOf(json(body, 400)).client.manifest()).rejects.toMatchObject(error)
      await expect(clientOf(json(body, 400)).client.organizationManifest('acme')).rejects.toMatchObject(error)
      await expect(clientOf(json(body, 400)).client.execute({})).rejects.toMatchObject({ name: 'BadRequestError' })
    },
  )

  test.each([
    { status: 400, name: 'BadRequestError', code: 'bad_request' },
    { status: 401, name: 'AuthenticationError', code: 'authentication' },
    { status: 403, name: 'PermissionDeniedError', code: 'permission_denied' },
    { status: 404, name: 'NotFoundError', code: 'not_found' },
    { status: 402, name: 'APIError', code: 'api_error' },
    { status: 418, name: 'APIError', code: 'api_error' },
    { status: 500, name: 'APIError', code: 'api_error' },
  ])('rejects $status with $name', async ({ status, name, code }) => {
    const { client } = clientOf(json({ message: 'because' }, status))
    await expect(client.manifest()).rejects.toMatchObject({ name, code, status, body: { message: 'because' }, mayHaveRun: false })
    await expect(client.execute({})).rejects.toThrow(`Cannot execute the tool: the service responded with ${status}: because`)
  })

  test('returns the response of an execution unchanged', async () => {
    const body = { output: [1, 2], error: { name: 'E' }, status: 'failed' }
    expect(await clientOf(json(body)).client.execute({ anything: true })).toEqual(body)
  })
})
