import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMockControl, createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import { createRegistryClient, createWorkflowClient } from '@wfhost/sdk'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { endCommands, startCommand, urlOf } from './start-command.ts'

vi.setConfig({ testTimeout: 60_000 })

const folder = await mkdtemp(join(tmpdir(), 'forward-'))

afterEach(endCommands)
afterAll(() => rm(folder, { recursive: true }))

test('runs the workflows of the world, forwards other requests, and shows both without keys in journal and log', async () => {
  const upstream = await listen(createMockService(createSampleWorld()))
  const file = join(folder, 'world.yaml')
  await writeFile(
    file,
    'workspaces: [{ id: new, workflows: [{ flowId: planned, key: my-key, published: true, result: mocked }] }]',
  )
  const command = startCommand('--port', '0', '--world', file, '--forward', `${upstream.url}/`, '--verbose')
  const url = await urlOf(command)
  expect(command.printed()).toContain(`Requests that this world does not have pass to ${upstream.url}.`)
  const apiKey = { planned: 'my-key', echo: sampleKeys.workflows.echo }
  const workflows = createWorkflowClient({ baseUrl: url, apiKey, maxRetries: 0 })
  expect(await workflows.run('planned')).toMatchObject({ result: 'mocked' })
  expect(await workflows.run('echo', { text: 'real' })).toMatchObject({ result: { text: 'real' } })
  const registry = createRegistryClient({ baseUrl: url, apiKey: sampleKeys.defaultEnvironment })
  expect((await registry.manifest()).toolsets).toHaveLength(2)
  const journal = await createMockControl(url).journal()
  expect(journal.map(({ forwarded, operation, response }) => [operation, forwarded, response?.status])).toEqual([
    ['runPublishedWorkflow', undefined, 200],
    ['runPublishedWorkflow', upstream.url, 200],
    ['getPublicManifest', upstream.url, 200],
  ])
  expect(JSON.stringify(journal)).not.toContain(sampleKeys.workflows.echo)
  await upstream.close()
  await expect(workflows.run('echo')).rejects.toThrow(`Cannot get a response from ${upstream.url}`)
  const forwarded = command.err().match(/.*forwarded to .*/g) ?? []
  expect(forwarded).toHaveLength(3)
  expect(forwarded[2]).toMatch(
    / 502 POST \S+echo\S+ runPublishedWorkflow forwarded to http:\S+ in \d+ ms: Cannot get a response from /,
  )
})

test('a request that returns to the server that forwarded it gets a 508, and is not forwarded again', async () => {
  const free = await listen(createMockService())
  await free.close()
  const file = join(folder, 'own.yaml')
  await writeFile(file, 'workspaces: [{ id: new, workflows: [{ flowId: planned, published: true, result: mocked }] }]')
  const url = await urlOf(startCommand('--port', String(free.port), '--world', file, '--forward', free.url))
  const response = await fetch(`${url}/api/v2/external/flows/other/published-run`, { method: 'POST' })
  expect([response.status, await response.json()]).toEqual([
    508,
    { message: `Cannot forward to ${free.url}: it leads back to this server` },
  ])
  expect(await createMockControl(url).journal()).toHaveLength(2)
})
