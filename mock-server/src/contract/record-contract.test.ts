import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMockService, createSampleWorld, type MockService, sampleKeys } from '@wfhost/mock-server'
import { createMswHandler } from '@wfhost/mock-server/msw'
import { openTestWorld, type TestWorldOptions, withTestWorld } from '@wfhost/mock-server/test-world'
import { setupServer } from 'msw/node'
import { expect, test, vi } from 'vitest'
import * as z from 'zod'
import { followExchanges } from '../core/requests/handle-request.ts'
import { createContractRecorder } from './record-contract.ts'

const runPath = '/api/v2/external/flows/echo/published-run'

interface RunOptions {
  readonly url?: string
  readonly flowId?: string
  readonly key?: string
  readonly body?: unknown
}

function createRun({
  body,
  flowId = 'echo',
  key = sampleKeys.workflows.echo,
  url = 'http://127.0.0.1:4010',
}: RunOptions): Request {
  return new Request(url + runPath.replace('echo', flowId), {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'x-request-id': crypto.randomUUID() },
    body: JSON.stringify(body ?? { args: [{ name: 'text', value: 'Hello' }], mode: 'sync' }),
  })
}

async function createPath(): Promise<string> {
  return join(await mkdtemp(join(tmpdir(), 'contract-')), 'wfhost-contract.har')
}

interface Entry {
  readonly request: { readonly method: string; readonly url: string; readonly headers: readonly object[] }
  readonly response: { readonly status: number }
  readonly _wfhost: {
    readonly known: boolean
    readonly notVerifiable: readonly string[]
    readonly resultFields?: readonly object[]
  }
}

async function readEntries(path: string): Promise<readonly Entry[]> {
  return JSON.parse(await readFile(path, 'utf8')).log.entries
}

/** Records what a test does with a world, and returns the entries of the contract. */
async function recordWorld(
  use: (world: MockService) => Promise<unknown>,
  options: TestWorldOptions = {},
): Promise<readonly Entry[]> {
  const contract = await createPath()
  await withTestWorld({ ...options, contract }, use)
  return readEntries(contract)
}

test('records each distinct request once, with its response and without keys', async () => {
  const contract = await createPath()
  await withTestWorld({ contract }, async ({ fetch }) => {
    await fetch(createRun({}))
    await fetch(createRun({}))
    await fetch(createRun({ key: 'not-a-key' }))
  })

  const entries = await readEntries(contract)
  expect(entries.map(({ response }) => response.status).sort()).toEqual([200, 401])
  const text = await readFile(contract, 'utf8')
  expect(text).toContain('Bearer [key of workflow echo]')
  expect(text).not.toContain(sampleKeys.workflows.echo)
  expect(text).not.toContain('not-a-key')
})

test('writes a contract for a world that is disposed of', async () => {
  const contract = await createPath()
  {
    await using world = await openTestWorld({ contract })
    await world.fetch(createRun({}))
  }
  expect(await readEntries(contract)).toHaveLength(1)
})

test('adds the requests of several tests to one file, without a trace of the lock', async () => {
  const contract = await createPath()
  const flowIds = ['echo', 'missing', 'support-triage', 'other']
  await Promise.all(flowIds.map((flowId) => withTestWorld({ contract }, ({ fetch }) => fetch(createRun({ flowId })))))

  const urls = (await readEntries(contract)).map(({ request }) => request.url)
  expect(urls.map((url) => url.split('/').at(-2)).sort()).toEqual([...flowIds].sort())
  expect(await readdir(join(contract, '..'))).toEqual(['wfhost-contract.har'])
})

test('refuses to add to a file that is not a contract', async () => {
  const recording = withTestWorld({ contract: import.meta.filename }, ({ fetch }) => fetch(createRun({})))
  await expect(recording).rejects.toThrow(/Cannot add to .*: it is not a contract\. Name another file/)
})

test('names the folder that a contract needs', async () => {
  const recording = withTestWorld({ contract: '/nowhere/wfhost-contract.har' }, ({ fetch }) => fetch(createRun({})))
  await expect(recording).rejects.toThrow('Cannot write the contract /nowhere/wfhost-contract.har: its folder does not exist')
})

test.each(['/nowhere/wfhost-contract.har', '/dev/full', import.meta.filename])(
  'each adapter refuses the contract %s before the first request',
  async (contract) => {
    expect(() => createMswHandler(createMockService(createSampleWorld()), { contract })).toThrow(/^Cannot /)
    let isUsed = false
    const use = async () => {
      isUsed = true
    }
    await expect(withTestWorld({ contract }, use)).rejects.toThrow(/^Cannot /)
    expect(isUsed).toBe(false)
  },
)

test('states whether the world has the workflow of a request', async () => {
  const entries = await recordWorld(async ({ fetch }) => {
    await fetch(createRun({}))
    await fetch(createRun({ flowId: 'missing' }))
  })
  const known = Object.fromEntries(entries.map(({ _wfhost, response }) => [response.status, _wfhost.known]))
  expect(known).toEqual({ 200: true, 404: false })
})

const obstacles: Readonly<Record<string, (world: MockService) => Promise<unknown>>> = {
  'the fault status changed the response': (world) => {
    world.addFault({ kind: 'status', status: 503 })
    return world.fetch(createRun({}))
  },
  'the test had moved the clock': async (world) => {
    await world.clock.advance(60_000)
    return world.fetch(createRun({}))
  },
  'the test had archived workflow echo': (world) => {
    world.archiveWorkflow('echo')
    return world.fetch(createRun({}))
  },
  'the test had unpublished workflow echo': (world) => {
    world.unpublishWorkflow('echo')
    return world.fetch(createRun({}))
  },
  'the test had left organization acme without credits': (world) => {
    world.setCredits('acme', 0)
    return world.fetch(
      new Request('http://127.0.0.1:4010/v1/public/wfhost/execute', {
        method: 'POST',
        headers: { authorization: `Bearer ${sampleKeys.defaultEnvironment}`, 'content-type': 'application/json' },
        body: JSON.stringify({ toolset: 'mail', tool: 'send', arguments: {} }),
      }),
    )
  },
  'the API document has no such operation': (world) => world.fetch(new Request('http://127.0.0.1:4010/nothing')),
}

test.each(Object.entries(obstacles))('marks a request as not verifiable: %s', async (obstacle, use) => {
  const [entry] = await recordWorld(use)
  expect(entry?._wfhost.notVerifiable).toEqual([obstacle])
})

test('treats a workflow that the seed archives as a part of the world', async () => {
  const [entry] = await recordWorld(({ fetch }) => fetch(createRun({ flowId: 'retired', key: 'retired-key' })), {
    seed: () => ({
      workspaces: [
        { id: 'team', workflows: [{ flowId: 'retired', key: 'retired-key', archived: true, implementation: () => 1 }] },
      ],
    }),
  })
  expect(entry).toMatchObject({ response: { status: 404 }, _wfhost: { known: true, notVerifiable: [] } })
})

test('records the fields that the schema of a workflow requires, with the types that it accepts', async () => {
  const schema = z.object({
    team: z.enum(['billing', 'support']),
    score: z.nullable(z.number()),
    note: z.optional(z.string()),
    items: z.array(z.object({ id: z.union([z.string(), z.number()]) })),
  })
  const [entry] = await recordWorld(async (world) => {
    const result = { team: 'billing', score: 1, note: 'later', items: [{ id: 'a', extra: true }], extra: 1 } as const
    const key = world.publish({ flowId: 'triage', result: schema }, () => result)
    await world.fetch(createRun({ flowId: 'triage', key, body: { args: [] } }))
  })
  expect(entry?._wfhost.resultFields).toEqual([
    { place: '', types: ['object'] },
    { place: '/team', types: ['string'] },
    { place: '/score', types: ['number', 'null'] },
    { place: '/items', types: ['array'] },
    { place: '/items/*/id', types: ['string', 'number'] },
  ])
})

test('writes the requests that pages send through MSW before they have the response', async () => {
  const contract = await createPath()
  const network = setupServer(createMswHandler(createMockService(createSampleWorld()), { contract }))
  network.listen()
  try {
    await fetch(createRun({}))
    expect(await readEntries(contract)).toHaveLength(1)
  } finally {
    network.close()
  }
})

test('writes the exchanges of a write that failed with the next write', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'contract-'))
  const contract = join(folder, 'later', 'wfhost-contract.har')
  await mkdir(join(folder, 'later'))
  const service = createMockService(createSampleWorld())
  const recorder = createContractRecorder(contract)
  followExchanges(service.fetch, recorder.onExchange)

  await rm(join(folder, 'later'), { recursive: true })
  await service.fetch(createRun({}))
  await expect(recorder.flush()).rejects.toThrow('its folder does not exist. Name a file in a folder that exists')

  await mkdir(join(folder, 'later'))
  await service.fetch(createRun({ flowId: 'missing' }))
  await recorder.flush()
  expect(await readEntries(contract)).toHaveLength(2)
})

test('passes the archive to a function, for a page without files', async () => {
  const archives: object[] = []
  await withTestWorld({ contract: (archive) => void archives.push(archive) }, async ({ fetch }) => {
    await fetch(createRun({}))
    await fetch(createRun({ flowId: 'missing' }))
  })
  expect(archives).toHaveLength(1)
  expect(archives[0]).toMatchObject({ log: { _wfhost: { kind: 'contract' }, entries: [{}, {}] } })
})

test('refuses a path in a page, which has no files', async () => {
  vi.stubGlobal('process', undefined)
  try {
    await expect(withTestWorld({ contract: 'wfhost-contract.har' }, () => {})).rejects.toThrow(
      'Cannot write the contract wfhost-contract.har: there are no files here',
    )
  } finally {
    vi.unstubAllGlobals()
  }
})

test('refuses the contract of a fetch that is not a service', () => {
  const handler = (): unknown => createMswHandler(async () => new Response(), { contract: 'wfhost-contract.har' })
  expect(handler).toThrow(/only a service of createMockService can write a contract/)
})
