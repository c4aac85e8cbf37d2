import { ConnectionFaultError, createMockService, createSampleWorld, type Fault, sampleKeys } from '@wfhost/mock-server'
import { APIConnectionError, createWorkflowClient } from '@wfhost/sdk'
import { describe, expect, test, vi } from 'vitest'
import { count } from '../../tools/scripts/count.ts'
import { type Adapter, type AdapterName, adapterNames, openAdapter, origin } from './adapters/open-adapter.ts'
import { everywhere, onSockets, type Seen } from './faults/visible-faults.ts'

const path = '/api/v2/external/flows/echo/published-run'
const body = '{"args":[{"name":"text","value":"Hello"}]}'
const adaptersWithSockets: readonly AdapterName[] = ['HTTP', 'HTTP by web requests']

interface ReceivedResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

async function runEcho({ send, service }: Adapter): Promise<ReceivedResponse> {
  const headers = { authorization: `Bearer ${sampleKeys.workflows.echo}`, 'content-type': 'application/json' }
  // Only a response that never comes ends by this timeout. The timeout for other responses is long enough for a busy machine.
  const hangs = service.faults().some(({ fault }) => fault.kind === 'hang')
  const signal = AbortSignal.timeout(hangs ? 300 : 10_000)
  const response = await send(path, { method: 'POST', headers, body, signal })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

async function expectSeen(adapter: Adapter, seen: Seen): Promise<void> {
  if (seen.fails === true) await expect(runEcho(adapter)).rejects.toThrow()
  else {
    const { headers, status, text } = await runEcho(adapter)
    expect(status).toBe(seen.status)
    if (seen.text !== undefined) expect(text).toMatch(seen.text)
    if (seen.header !== undefined) expect(headers.get(seen.header[0])).toBe(seen.header[1])
  }
  expect(adapter.service.runs()).toHaveLength(seen.runs)
  expect(adapter.service.faults()).toMatchObject([{ matched: 1 }])
  // A server learns a little later that a client has gone.
  await expect.poll(() => adapter.service.journal()).toMatchObject([{ faults: [adapter.service.faults()[0]?.fault.kind] }])
}

/** Opens an adapter to a service that has a fault, which then was met there. */
async function withFault(name: AdapterName, fault: Fault, use: (adapter: Adapter) => Promise<void>): Promise<void> {
  const adapter = await openAdapter(name, createMockService(createSampleWorld()))
  try {
    adapter.service.addFault(fault)
    await use(adapter)
  } finally {
    await adapter.close()
  }
  count({ faults: { kinds: [fault.kind], adapters: [name], 'kinds x adapters': [`${fault.kind} ${name}`] } })
}

async function initOf(request: Request): Promise<RequestInit> {
  const { headers, method, signal } = request
  return { headers, method, signal, body: await request.text() }
}

describe.each(adapterNames)('through %s', (name) => {
  const here = adaptersWithSockets.includes(name) ? [...everywhere, ...onSockets] : everywhere

  test.each(here)('$fault.kind has its documented effect', ({ fault, seen }) =>
    withFault(name, fault, (adapter) => expectSeen(adapter, seen)),
  )

  test('stale-key accepts a replaced key until the fault is removed', () =>
    withFault(name, { kind: 'stale-key' }, async (adapter) => {
      adapter.service.regenerateKey('echo')
      expect(await runEcho(adapter)).toMatchObject({ status: 200 })
      adapter.service.clearFaults()
      expect(await runEcho(adapter)).toMatchObject({ status: 401 })
    }))
})

describe('through core', () => {
  test.each(onSockets)('$fault.kind rejects with an error that names the HTTP adapter', ({ fault, seen: { runs } }) =>
    withFault('core', fault, async (adapter) => {
      const error = await runEcho(adapter).catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(ConnectionFaultError)
      const message = `The fault ${fault.kind} needs a connection: only the HTTP adapter can perform it`
      expect(error).toMatchObject({ name: 'ConnectionFaultError', message, kind: fault.kind })
      expect(adapter.service.runs()).toHaveLength(runs)
    }),
  )
})

describe.each(adapterNames.filter((name) => name.startsWith('MSW')))('through %s', (name) => {
  test.each(onSockets)('$fault.kind has the same effect without a network', ({ fault, seen: { runs } }) =>
    withFault(name, fault, async (adapter) => {
      const logged = vi.spyOn(console, 'error')
      const client = createWorkflowClient({
        baseUrl: origin,
        apiKey: sampleKeys.workflows,
        fetch: async (request) => adapter.send(new URL(request.url).pathname, await initOf(request)),
      })
      await expect(client.run('echo')).rejects.toBeInstanceOf(APIConnectionError)
      expect(adapter.service.runs()).toHaveLength(runs)
      expect(logged).not.toHaveBeenCalled()
      logged.mockRestore()
    }),
  )
})

describe('oversized-header', () => {
  const fault = { kind: 'oversized-header' } as const

  // MSW 3 goes through the HTTP parser of the client, as a server does.
  test.each(['HTTP', 'HTTP by web requests', 'MSW 3'] as const)('is more than the client reads through %s', (name) =>
    withFault(name, fault, async (adapter) => {
      await expect(runEcho(adapter)).rejects.toThrow('fetch failed')
      expect(adapter.service.runs()).toHaveLength(1)
    }),
  )

  test.each(['core', 'MSW 2'] as const)('is there in full through %s', (name) =>
    withFault(name, fault, async (adapter) => {
      expect((await runEcho(adapter)).headers.get('x-fault')).toHaveLength(100_000)
    }),
  )
})

describe('run-failed', () => {
  const fault = { kind: 'run-failed', name: 'TimeoutError', value: 'no response', step: 'fetch' } as const

  test('does not call the implementation, and the next run succeeds', async () => {
    const service = createMockService(createSampleWorld())
    let calls = 0
    service.publish({ flowId: 'echo' }, () => {
      calls += 1
      return calls
    })
    service.addFault({ ...fault, flowId: 'echo', nth: 1 })
    const client = createWorkflowClient({ baseUrl: origin, apiKey: sampleKeys.workflows, fetch: service.fetch })
    expect(await client.run('echo')).toMatchObject({ status: 'failed', error: { name: 'TimeoutError' } })
    expect(calls).toBe(0)
    expect(await client.run('echo')).toMatchObject({ status: 'success', result: 1 })
  })

  test('fails an asynchronous run, whose response does not change', async () => {
    const service = createMockService(createSampleWorld(), { assumptions: { statusEndpoint: 'runs' } })
    service.addFault(fault)
    const client = createWorkflowClient({ baseUrl: origin, apiKey: sampleKeys.workflows, fetch: service.fetch })
    await client.start('echo', { text: 'Hello' })
    await expect
      .poll(() => service.runs()[0]?.result)
      .toMatchObject({ status: 'failed', error: { name: 'TimeoutError', value: 'no response' }, stepOutputs: { fetch: {} } })
  })

  test('does not change a request that is refused', async () => {
    const service = createMockService(createSampleWorld())
    service.addFault(fault)
    const client = createWorkflowClient({ baseUrl: origin, apiKey: 'wrong', fetch: service.fetch })
    await expect(client.run('echo')).rejects.toMatchObject({ status: 401 })
    expect(service.runs()).toEqual([])
  })
})
