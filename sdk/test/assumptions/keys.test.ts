import { type MockService, sampleKeys } from '@wfhost/mock-server'
import { createRegistryClient, createWorkflowClient } from '@wfhost/sdk'
import { expect, test } from 'vitest'
import { describeWithAssumptions } from './describe-with-assumptions.ts'

/** The fetch of a service, with the keys and cookies of its requests. */
function recording({ fetch }: MockService) {
  const sent: { readonly authorization: string | null; readonly cookie: string | null; readonly path: string }[] = []
  return {
    sent,
    fetch: (request: Request): Promise<Response> => {
      const { headers, url } = request
      sent.push({ authorization: headers.get('authorization'), cookie: headers.get('cookie'), path: new URL(url).pathname })
      return fetch(request)
    },
  }
}

describeWithAssumptions('A key', ({ createService, assumptions }) => {
  test('that is regenerated is read again after a 401, and the request is sent again (KEY-REGENERATED)', async () => {
    const service = createService()
    const { fetch, sent } = recording(service)
    const fresh = service.regenerateKey('echo')
    const keys = [sampleKeys.workflows.echo, fresh, 'unused']
    const options = { baseUrl: 'http://localhost', fetch, maxRetries: 0 }
    const client = createWorkflowClient({ ...options, apiKey: async () => keys.shift() ?? '' })
    expect(await client.run('echo', { text: 'x' })).toMatchObject({ result: { text: 'x' } })
    expect(sent.map(({ authorization }) => authorization)).toEqual([`Bearer ${sampleKeys.workflows.echo}`, `Bearer ${fresh}`])
    expect(service.runs()).toHaveLength(1)
  })

  test('that has not changed is not sent again after a 401', async () => {
    const { fetch, sent } = recording(createService())
    const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: () => 'same', fetch })
    await expect(client.run('echo')).rejects.toMatchObject({ name: 'AuthenticationError', requirement: 'KEY-INVALID' })
    expect(sent).toHaveLength(1)
  })

  test('is taken from a map by flowId', async () => {
    const { fetch, sent } = recording(createService())
    const { echo, 'monthly-report': report } = sampleKeys.workflows
    const apiKey = { echo, 'monthly-report': report }
    const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey, fetch })
    await client.run('monthly-report')
    await client.run('echo')
    expect(sent.map(({ authorization }) => authorization)).toEqual([`Bearer ${report}`, `Bearer ${echo}`])
    await expect(client.run('draft')).rejects.toThrow('it has no key for workflow draft')
  })

  test('is replaced by a console session only for the organization manifest', async () => {
    const { fetch, sent } = recording(createService())
    const session = { value: sampleKeys.consoleSession, cookie: assumptions.sessionCookie }
    const apiKey = sampleKeys.stagingEnvironment
    const client = createRegistryClient({ baseUrl: 'http://localhost', apiKey, session, fetch })
    expect(JSON.stringify(await client.organizationManifest('acme'))).toContain('"1.2.0"')
    expect(JSON.stringify(await client.manifest())).toContain('"2.0.0"')
    expect(sent.map(({ authorization, cookie }) => [cookie, authorization])).toEqual([
      [`${assumptions.sessionCookie}=${sampleKeys.consoleSession}`, null],
      [null, `Bearer ${apiKey}`],
    ])
  })
})
