import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { matchers } from '@wfhost/mock-server/matchers'
import { expect, test } from 'vitest'
import { execute, manifest, run, sendRequests } from './call-api.ts'

const key = sampleKeys.workflows.echo

test('verify fails a test that sent requests outside the API document', async () => {
  const service = createMockService(createSampleWorld())
  await run(service, { flowId: 'echo', key })
  await run(service, { flowId: 'echo', key: 'wrong' })
  service.verify()
  await sendRequests(service)
  expect(() => service.verify()).toThrow(
    [
      'Unexpected requests (2):',
      '  4. POST /api/v2/external/flows/echo/published-run: {"message":"args[0].value: expected string, found number"}',
      '  9. GET /nothing?x=1: the document has no such operation',
    ].join('\n'),
  )
})

test('verify compares a request with the API document for any response', async () => {
  const service = createMockService(createSampleWorld())
  service.addFault({ kind: 'status', status: 400, operation: 'executeTool' })
  const url = 'http://mock.test/api/v2/external/flows/echo/published-run'
  await service.fetch(url, { method: 'POST', body: 'garbage' })
  await service.fetch(url)
  // Allowed by the document: one meets the fault, the other has a wrong key.
  await execute(service, { key: sampleKeys.defaultEnvironment, payload: { toolset: 'mail', tool: 'count' } })
  await manifest(service, { key: 'wrong' })
  const path = '/api/v2/external/flows/echo/published-run'
  expect(() => service.verify()).toThrow(
    [
      'Unexpected requests (2):',
      `  1. POST ${path}: header Content-Type: expected application/json, found text/plain;charset=UTF-8; the server responded with 401 before it checked this`,
      `  2. GET ${path}: the document has it with POST`,
    ].join('\n'),
  )
})

test('verify leaves out only the requests that the test excepts', async () => {
  const service = createMockService(createSampleWorld())
  await sendRequests(service)
  service.verify({ except: [{ args: { text: 1 }, status: 400 }, { path: /^\/nothing/ }] })
  expect(() => service.verify({ except: [{ status: 400 }] })).toThrow('Unexpected requests (1):\n  7. GET /nothing?x=1')
})

test('verify reports the faults that matched no request if everyFaultMatched is set', async () => {
  const service = createMockService(createSampleWorld())
  service.addFault({ kind: 'status', status: 503, count: 1 })
  service.addFault({ kind: 'hang', flowId: 'slow' })
  await run(service, { flowId: 'echo', key })
  service.verify()
  expect(() => service.verify({ everyFaultMatched: true })).toThrow(
    /^Faults that matched no request \(1\):\n {2}fault_2: {"kind":"hang","flowId":"slow"}$/,
  )
  await service.fetch('http://mock.test/typo')
  expect(() => service.verify({ everyFaultMatched: true })).toThrow(
    [
      'Unexpected requests (1):',
      '  2. GET /typo: the document has no such operation',
      'Faults that matched no request (1):',
      '  fault_2: {"kind":"hang","flowId":"slow"}',
    ].join('\n'),
  )
  service.clearJournal()
  service.clearFaults()
  service.verify({ everyFaultMatched: true })
})

test('verify and toHaveReceived report requests that the journal has forgotten', async () => {
  const service = createMockService(createSampleWorld(), { journal: { entries: 2 } })
  await service.fetch('http://mock.test/typo')
  for (let index = 0; index < 2; index += 1) await run(service, { flowId: 'echo', key })
  const note = 'the journal has forgotten the first 1 requests; create the service with a larger one'
  expect(() => service.verify()).toThrow(`Cannot check every request: ${note}`)
  expect(() => matchers.toHaveReceived(service, { path: '/typo' })).toThrow(
    `Cannot determine which requests were received: ${note}`,
  )
  expect(() => matchers.toHaveReceived(service, { flowId: 'echo' }, 2)).toThrow(note)
  expect(matchers.toHaveReceived(service, { flowId: 'echo' }).pass).toBe(true)
  service.clearJournal()
  await run(service, { flowId: 'echo', key })
  service.verify()
  expect(matchers.toHaveReceived(service, { flowId: 'echo' }, 1).pass).toBe(true)
})
