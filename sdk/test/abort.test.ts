import { createRegistryClient, createWorkflowClient, type WorkflowClientOptions } from '@wfhost/sdk'
import { describe, expect, test, vi } from 'vitest'
import { rejectionAtOnce } from './at-once.ts'
import { type RawServerPlan, response, startRawServer } from './raw-server.ts'

interface Phase {
  readonly name: string
  readonly plan: RawServerPlan
  readonly apiKey?: NonNullable<WorkflowClientOptions['apiKey']>
  readonly mayHaveRun: boolean
  readonly requests: number
}

const PHASES: readonly Phase[] = [
  { name: 'while the key is fetched', plan: {}, apiKey: () => new Promise(() => {}), mayHaveRun: false, requests: 0 },
  { name: 'while it waits for the head', plan: {}, mayHaveRun: true, requests: 1 },
  {
    name: 'while it reads the body',
    plan: { onRequest: ({ socket }) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 40\r\n\r\n{') },
    mayHaveRun: true,
    requests: 1,
  },
  {
    name: 'while it reads the body of an error',
    plan: { onRequest: ({ socket }) => socket.write('HTTP/1.1 500 No\r\ncontent-length: 40\r\n\r\n{') },
    mayHaveRun: true,
    requests: 1,
  },
  {
    name: 'while it sleeps',
    plan: { onRequest: ({ socket }) => socket.write(response(429, { headers: { 'retry-after': '1' } })) },
    mayHaveRun: false,
    requests: 1,
  },
]

const WHERE = ['of the client', 'of the call'] as const

describe.each(WHERE)('An abort through the signal %s', (where) => {
  test.concurrent.each(PHASES)('ends a call $name immediately and sends nothing afterwards', async (phase) => {
    const server = await startRawServer(phase.plan)
    const controller = new AbortController()
    const { signal } = controller
    const client = createWorkflowClient({
      baseUrl: server.url,
      apiKey: phase.apiKey ?? 'canary',
      ...(where === 'of the client' ? { signal } : {}),
    })
    const outcome = client.run('flow', {}, where === 'of the call' ? { signal } : {})
    // Judged later.
    outcome.catch(() => {})
    // The first call of a busy machine takes its time to arrive.
    await vi.waitFor(() => expect(server.counted.requests).toBe(phase.requests), { timeout: 4000 })
    await new Promise((resolve) => setTimeout(resolve, 120))
    const reason = new Error('the user went away')
    controller.abort(reason)
    const error = await rejectionAtOnce(outcome)
    expect(error).toMatchObject({ name: 'APIUserAbortError', code: 'aborted', mayHaveRun: phase.mayHaveRun })
    expect(error.cause).toBe(reason)
    await new Promise((resolve) => setTimeout(resolve, 1200))
    expect(server.counted.requests).toBe(phase.requests)
    await server.close()
  })

  test('before the call sends nothing at all', async () => {
    const server = await startRawServer({})
    const signal = AbortSignal.abort('no')
    const client = createRegistryClient({
      baseUrl: server.url,
      apiKey: 'canary',
      ...(where === 'of the client' ? { signal } : {}),
    })
    const call = client.execute({}, where === 'of the call' ? { signal } : {})
    await expect(call).rejects.toMatchObject({ name: 'APIUserAbortError', mayHaveRun: false, cause: 'no' })
    await server.close()
    expect(server.counted.connections).toBe(0)
  })
})
