import { APITimeoutError } from '@wfhost/sdk'
import { expect, test, vi } from 'vitest'
import { clientOf } from './test-client.ts'

test('under fake timers a timeout fires at most 2 ms after the stated time, and not before it', async () => {
  vi.useFakeTimers()
  try {
    const answer = ({ signal }: Request) =>
      new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    const { client } = clientOf(answer, { maxRetries: 0 })
    const settled = vi.fn()
    const call = client.run('echo', {}, { timeout: 5000 }).catch((error: unknown) => error)
    void call.finally(settled)
    await vi.advanceTimersByTimeAsync(4999)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(3)
    expect(settled).toHaveBeenCalled()
    expect(await call).toBeInstanceOf(APITimeoutError)
  } finally {
    vi.useRealTimers()
  }
})
