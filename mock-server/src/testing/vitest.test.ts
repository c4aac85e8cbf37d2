import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestWorld, type WorldFixtures, worldFixtures } from '@wfhost/mock-server/vitest'
import { createWorkflowClient } from '@wfhost/sdk'
import { test as base, describe, expect } from 'vitest'

const test = base.extend<WorldFixtures>(worldFixtures)

test('the workflow returns its result', async ({ world }) => {
  const client = createWorkflowClient({ baseUrl: world.url, apiKey: world.workflowKey('echo'), fetch: world.fetch })
  expect(await client.run('echo', { text: 'Hello' })).toMatchObject({ result: { text: 'Hello' } })
})

describe('64 worlds concurrently', () => {
  for (const number of Array.from({ length: 64 }, (_, index) => index + 1)) {
    test.concurrent(`world ${number} has credits of its own`, async ({ world }) => {
      world.setCredits('acme', number)
      await Promise.all(Array.from({ length: number % 8 }, () => execute(world)))
      expect(world.creditBalance('acme')).toBe(number - (number % 8))
      expect(world.journal()).toHaveLength(number % 8)
    })
  }
})

const overHttp = test.extend({ worldOptions: { transport: 'http' } })

overHttp.concurrent('a world over HTTP has a URL that anything can call', async ({ world }) => {
  const headers = { authorization: `Bearer ${world.hostingKey('default', 'acme')}` }
  expect((await fetch(`${world.url}/v1/public/wfhost/manifest`, { headers })).status).toBe(200)
  expect((await execute(world)).status).toBe(200)
  expect(world.journal()).toHaveLength(2)
})

overHttp.concurrent('another world over HTTP has heard nothing of it', async ({ world }) => {
  expect(world.journal()).toHaveLength(0)
})

test.extend({ worldOptions: { seed: () => ({}), baseUrl: 'https://flows.example' } })(
  'a world begins with the seed of its test, at the address of its test',
  async ({ world }) => {
    expect(world.url).toBe('https://flows.example')
    expect(() => world.workflowKey('echo')).toThrow('Cannot give the key of workflow "echo": there is no such workflow')
  },
)

describe('with a contract', async () => {
  const contract = join(await mkdtemp(join(tmpdir(), 'contract-')), 'wfhost-contract.har')

  test.extend({ worldOptions: { contract } })('the requests of a test', async ({ world }) => {
    expect((await execute(world)).status).toBe(200)
  })

  test('are in the contract when the test has ended', async () => {
    const text = await readFile(contract, 'utf8')
    const { entries } = JSON.parse(text).log
    expect(entries.map(({ request }: { request: { url: string } }) => new URL(request.url).pathname)).toEqual([
      '/v1/public/wfhost/execute',
    ])
    expect(text).not.toContain('thk_acme_default')
  })
})

test('the key of a workflow that is not there, or was never published, is refused', ({ world }) => {
  expect(() => world.workflowKey('ecko')).toThrow('there is no such workflow; did you mean "echo"?')
  expect(() => world.workflowKey('draft')).toThrow('Cannot give the key of workflow "draft": it was never published')
})

test('requires an orgId if several organizations have the hosting key', ({ world }) => {
  expect(() => world.hostingKey('default')).toThrow('several organizations have one: name the orgId')
  expect(() => world.hostingKey('nowhere')).toThrow('no organization of the seed has one')
  expect(() => world.hostingKey('default', 'globx')).toThrow('no organization has the id "globx"; did you mean "globex"?')
  expect(() => world.hostingKey('staging', 'globex')).toThrow('organization "globex" has none')
  expect(world.hostingKey('default', 'globex')).toBe('thk_globex_default')
})

function execute(world: TestWorld): Promise<Response> {
  return world.fetch(
    new Request(`${world.url}/v1/public/wfhost/execute`, {
      method: 'POST',
      headers: { authorization: `Bearer ${world.hostingKey('default', 'acme')}`, 'content-type': 'application/json' },
      body: JSON.stringify({ toolset: 'mail', tool: 'count' }),
    }),
  )
}
