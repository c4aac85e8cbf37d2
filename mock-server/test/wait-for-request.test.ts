import { sampleKeys } from '@wfhost/mock-server'
import { expect, test, vi } from 'vitest'
import { run } from './call-api.ts'
import { createFrozenService } from './journal/create-frozen-service.ts'
import { sendRequests } from './journal/send-requests.ts'

const key = sampleKeys.workflows.echo

test('waitForRequest resolves with the first request that matches, past or future', async () => {
  const service = createFrozenService()
  const waiting = service.waitForRequest({ operation: 'executeTool' })
  const answered = service.waitForRequest({ operation: 'executeTool', status: 200 })
  await sendRequests(service)
  expect(await waiting).toMatchObject({ number: 6, operation: 'executeTool', response: undefined })
  expect(await answered).toMatchObject({ number: 6, response: { status: 200 } })
  expect(await service.waitForRequest({ flowId: 'slow' })).toMatchObject({ number: 4 })
  await expect(service.waitForRequest({ flowId: 'never' }, { signal: AbortSignal.timeout(10) })).rejects.toThrow('timeout')
})

test('waitForRequest gives up after its time, with the requests that came nearest, under faked timers, too', async () => {
  vi.useFakeTimers()
  const service = createFrozenService()
  const pattern = { flowId: /^never/ }
  const message = 'Cannot wait longer: no request like {"flowId":"/^never/"} arrived within 5 ms\n'
  await expect(service.waitForRequest(pattern, { timeoutMs: 5 })).rejects.toThrow(`${message}No request has arrived at all`)
  vi.useRealTimers()
  await run(service, { flowId: 'echo', key })
  await expect(service.waitForRequest(pattern, { timeoutMs: 5 })).rejects.toThrow(
    `${message}Nearest:\n  1. POST /api/v2/external/flows/echo/published-run: flowId: expected /^never/, found "echo"`,
  )
})

test.each<[object, string]>([
  [{ timeoutMs: Number.NaN }, 'timeoutMs: expected a number, found NaN'],
  [{ timeoutMs: Number.POSITIVE_INFINITY }, 'timeoutMs: expected a number, found Infinity'],
  [{ timeout: 5 }, 'timeout: nothing is called "timeout" here; did you mean "timeoutMs"?'],
])('waitForRequest refuses %j at once: %s', async (options, message) => {
  await expect(createFrozenService().waitForRequest({}, options)).rejects.toThrow(`Cannot wait for a request: ${message}`)
})
