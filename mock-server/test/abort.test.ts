import { getEventListeners } from 'node:events'
import { createManualClock, createMockService, createSampleWorld, type MockService, sampleKeys } from '@wfhost/mock-server'
import { describe, expect, test } from 'vitest'
import { toWebResponse } from '../src/core/requests/web-fetch.ts'
import { type AdapterName, adapterNames, openAdapter, origin } from './adapters/open-adapter.ts'

const path = '/api/v2/external/flows/slow/published-run'
const run = {
  method: 'POST',
  headers: { authorization: `Bearer ${sampleKeys.workflows.slow}`, 'content-type': 'application/json' },
  body: '{"args":[]}',
}

function sample(): { readonly clock: ReturnType<typeof createManualClock>; readonly service: MockService } {
  const clock = createManualClock()
  return { clock, service: createMockService(createSampleWorld(), { clock }) }
}

describe.each(adapterNames.filter((name): name is AdapterName => name !== 'core'))('through %s', (name) => {
  test('a run whose client disconnects continues to its end', async () => {
    const { clock, service } = sample()
    const { close, send } = await openAdapter(name, service)
    const giving = new AbortController()
    const response = send(path, { ...run, signal: giving.signal })
    await service.waitForRequest({ flowId: 'slow' })
    giving.abort()
    await expect(response).rejects.toThrow()
    await clock.advance(10_000)
    expect(service.runs()).toMatchObject([{ status: 'success' }])
    await expect.poll(() => service.journal()).toMatchObject([{ response: { status: 200 } }])
    await close()
  })
})

describe('in process', () => {
  test('a caller that aborts gets its own reason immediately, and the run continues to its end', async () => {
    const { clock, service } = sample()
    const giving = new AbortController()
    const response = service.fetch(new Request(origin + path, { ...run, signal: giving.signal }))
    await service.waitForRequest({ flowId: 'slow' })
    const reason = new Error('the page was left')
    giving.abort(reason)
    await expect(response).rejects.toBe(reason)
    expect(service.runs()).toMatchObject([{ status: 'running' }])
    await clock.advance(10_000)
    expect(service.runs()).toMatchObject([{ status: 'success' }])
    expect(service.journal()).toMatchObject([{ response: { status: 200 } }])
  })

  test('a request that was given up before it is sent is not received', async () => {
    const { service } = sample()
    const reason = new Error('too late')
    const request = new Request(origin + path, { ...run, signal: AbortSignal.abort(reason) })
    await expect(service.fetch(request)).rejects.toBe(reason)
    expect(service.journal()).toEqual([])
    expect(service.runs()).toEqual([])
  })

  test('a body in chunks fails if the caller has aborted before the response', async () => {
    const reason = new Error('too late')
    const controller = new AbortController()
    async function* chunks(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(1)
    }
    controller.abort(reason)
    const response = toWebResponse({ status: 200, headers: {}, body: '', chunks }, { signal: controller.signal })
    await expect(response.arrayBuffer()).rejects.toBe(reason)
  })

  test('a body in chunks stops listening to the signal of the caller when it ends', async () => {
    const { signal } = new AbortController()
    async function* chunks(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(1)
    }
    const plain = { status: 200, headers: {}, body: '', chunks }
    await toWebResponse(plain, { signal }).arrayBuffer()
    await toWebResponse(plain, { signal }).body?.cancel()
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  test('a body that is still coming ends with the reason of the caller', async () => {
    const { clock, service } = sample()
    service.addFault({ kind: 'dribbled-body', everyMs: 1000 })
    const giving = new AbortController()
    const headers = { authorization: `Bearer ${sampleKeys.defaultEnvironment}` }
    const response = await service.fetch(new Request(`${origin}/v1/public/wfhost/manifest`, { headers, signal: giving.signal }))
    const text = response.text()
    await clock.advance(1000)
    const reason = new Error('enough')
    giving.abort(reason)
    await expect(text).rejects.toBe(reason)
    await clock.advance(1000)
  })
})
