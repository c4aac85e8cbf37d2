import { createRegistryClient, createWorkflowClient } from '@wfhost/sdk'
import { describe, expect, test } from 'vitest'
import { response, startRawServer } from './raw-server.ts'

const CALLS = {
  run: (url: string) => createWorkflowClient({ baseUrl: url, apiKey: 'canary' }).run('flow'),
  start: (url: string) => createWorkflowClient({ baseUrl: url, apiKey: 'canary' }).start('flow'),
  execute: (url: string) => createRegistryClient({ registryUrl: url, apiKey: 'canary' }).execute({}),
  manifest: (url: string) => createRegistryClient({ registryUrl: url, apiKey: 'canary' }).manifest(),
  'organization manifest by session': (url: string) =>
    createRegistryClient({ registryUrl: url, session: 'canary' }).organizationManifest('acme'),
} as const

describe.each(Object.entries(CALLS))('The key of a call: %s', (_, call) => {
  test.concurrent.each([301, 302, 303, 307, 308])('does not follow a %i to another origin', async (status) => {
    await using elsewhere = await startRawServer({ onRequest: ({ socket }) => socket.write(response(200, { body: '{}' })) })
    const headers = { location: `${elsewhere.url}/stolen` }
    await using server = await startRawServer({ onRequest: ({ socket }) => socket.write(response(status, { headers })) })
    const message = expect.stringContaining(`answered ${status}, a redirect from ${server.url} to ${elsewhere.url}/stolen`)
    await expect(call(server.url)).rejects.toMatchObject({ name: 'APIError', status, message })
    expect(server.counted.requests).toBe(1)
    expect(elsewhere.counted.connections).toBe(0)
  })
})
