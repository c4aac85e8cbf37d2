import {
  createMockService,
  createSampleWorld,
  type Fetching,
  type MockService,
  sampleKeys,
  systemClock,
} from '@wfhost/mock-server'
import { afterEach, describe, expect, test, vi } from 'vitest'

const url = 'http://flows.test/v1/public/wfhost/manifest'
const headers = { authorization: `Bearer ${sampleKeys.defaultEnvironment}` }

function sample(): MockService & Fetching {
  return createMockService(createSampleWorld())
}

describe('fetch of a service takes what fetch takes', () => {
  test.each([
    ['an address', url],
    ['a URL', new URL(url)],
    ['a request', new Request(url, { headers: { authorization: 'Bearer wrong' } })],
  ])('%s, and what the request is made with', async (_name, input) => {
    expect((await sample().fetch(input)).status).toBe(401)
    expect((await sample().fetch(input, { headers })).status).toBe(200)
  })

  test('an address that is none is refused as fetch does', async () => {
    await expect(sample().fetch('/v1/public/wfhost/manifest')).rejects.toBeInstanceOf(TypeError)
  })

  test('the signal that it is called with', async () => {
    const reason = new Error('left')
    await expect(sample().fetch(url, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })

  test('it can stand in the place of the global one', async () => {
    const sent: typeof globalThis.fetch = sample().fetch
    vi.stubGlobal('fetch', sent)
    expect((await fetch(url, { headers })).status).toBe(200)
    vi.unstubAllGlobals()
  })
})

describe('the clock of a service', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  test('moves on by its own operations, under faked timers, too', async () => {
    vi.useFakeTimers()
    const service = sample()
    service.freezeClock()
    const { now } = service.readClock()
    await service.advanceClock(5000)
    expect(service.readClock()).toEqual({ now: now + 5000, frozen: true })
    service.followClock()
    expect(service.readClock().frozen).toBe(false)
  })

  test('one that cannot be moved is refused', async () => {
    const service = createMockService({}, { clock: systemClock })
    await expect(service.advanceClock(1)).rejects.toThrow('Cannot control the clock: the service was given one of its own')
  })
})
