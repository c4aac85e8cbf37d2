import { createManualClock, createMockService, createSampleWorld, type Profile, sampleKeys } from '@wfhost/mock-server'
import { expect } from 'vitest'

const keys = sampleKeys.workflows

/** Holds a service with a profile to what the source document does show, whatever the profile chooses. */
export async function keepsDocumentedPromises(profile: Partial<Profile>): Promise<void> {
  const told: Error[] = []
  const service = createMockService(createSampleWorld(), {
    profile,
    clock: createManualClock(),
    onInternalError: (error) => told.push(error),
  })

  async function send(
    path: string,
    given: { readonly key: string; readonly body?: unknown },
  ): Promise<{ readonly status: number; readonly text: string; readonly headers: Headers }> {
    const headers = { authorization: `Bearer ${given.key}`, 'content-type': 'application/json' }
    const init = given.body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(given.body) }
    const response = await service.fetch(new Request(`http://mock.test${path}`, init))
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const run = (flowId: string, given: { readonly key: string; readonly body: unknown }): ReturnType<typeof send> =>
    send(`/api/v2/external/flows/${flowId}/published-run`, given)

  const succeeded = await run('echo', { key: keys.echo, body: { args: [{ name: 'text', value: 'x' }], mode: 'sync' } })
  expect(succeeded.status).toBe(200)
  expect(JSON.parse(succeeded.text)).toMatchObject({ status: 'success', result: { text: 'x' }, stepOutputs: {} })

  const failed = await run('charge-card', {
    key: keys['charge-card'],
    body: { args: [{ name: 'amount', value: 1 }], mode: 'sync' },
  })
  expect(JSON.parse(failed.text)).toMatchObject({
    status: 'failed',
    error: { name: expect.any(String), value: expect.any(String), traceback: expect.any(String) },
    stepOutputs: { charge: { status: 'failed', error: { name: expect.any(String), value: expect.any(String) } } },
  })

  const started = await run('echo', { key: keys.echo, body: { args: [], mode: 'async' } })
  expect(started.status).toBeLessThan(300)
  expect(started.text).toContain(service.runs().at(-1)?.runId)
  expect(JSON.parse(started.text)).not.toHaveProperty('status')

  expect(await run('echo', { key: 'wrong', body: { args: [] } })).toMatchObject({ status: 401 })
  expect(await run('echo', { key: keys.slow, body: { args: [] } })).toMatchObject({ status: 403 })
  for (const flowId of ['nobody', 'draft', 'archived'])
    expect(await run(flowId, { key: keys.echo, body: { args: [] } })).toMatchObject({ status: 404 })
  for (const body of [
    {},
    { args: [{ name: 'text', value: 1 }] },
    { args: [{ name: 'text', value: null }] },
    { args: [], mode: 'later' },
  ]) {
    expect(await run('echo', { key: keys.echo, body })).toMatchObject({ status: 400 })
  }
  expect(await run('charge-card', { key: keys['charge-card'], body: { args: [] } })).toMatchObject({ status: 400 })

  const manifest = await send('/v1/public/wfhost/manifest', { key: sampleKeys.defaultEnvironment })
  expect(manifest.status).toBe(200)
  for (const shown of ['/v1/public/wfhost/execute', '"mail"', '"1.2.0"', '"weather"']) expect(manifest.text).toContain(shown)
  const empty = await send('/v1/public/wfhost/manifest', { key: sampleKeys.emptyEnvironment })
  expect(empty.status).toBe(400)
  expect(empty.text).toContain('No published toolsets')
  const fallback = await send('/v1/orgs/globex/wfhost/manifest', { key: sampleKeys.otherOrganization })
  expect([fallback.status, fallback.text.includes('"0.9.0"')]).toEqual([200, true])
  expect(await send('/v1/public/wfhost/manifest', { key: 'wrong' })).toMatchObject({ status: 401 })

  const before = service.creditBalance('acme')
  const execute = (payload: object): ReturnType<typeof send> =>
    send('/v1/public/wfhost/execute', { key: sampleKeys.defaultEnvironment, body: payload })
  expect(await execute({ toolset: 'mail', tool: 'count' })).toMatchObject({ status: 200 })
  await execute({ toolset: 'mail', tool: 'send', arguments: { to: 'full@example.org', text: '' } })
  expect(service.creditBalance('acme')).toBe(before - 1)

  service.addWorkflow('support', {
    flowId: 'tool-user',
    key: 'key-tool-user',
    published: true,
    implementation: (_args, { useTool }) => useTool('count', { toolSet: 'mail', tool: 'count' }),
  })
  service.addRegistry('support', service.connect('acme', 'default'))
  await service.syncRegistry('support', 'Acme')
  const used = await run('tool-user', { key: 'key-tool-user', body: { args: [], mode: 'sync' } })
  expect(JSON.parse(used.text)).toMatchObject({ status: 'success', result: 3 })

  service.setRateLimit({ requests: 0, windowMs: 1000 })
  const limited = await run('echo', { key: keys.echo, body: { args: [] } })
  expect(limited.status).toBe(429)
  expect(limited.headers.get('retry-after')).toMatch(/^(\d+|[A-Z][a-z]{2}, .* GMT)$/)
  expect(told).toEqual([])
}
