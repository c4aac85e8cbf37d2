import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { type OperationId, operationTable } from '@wfhost/openapi'
import { expect, test } from 'vitest'
import { readAsWritten } from '../../../openapi/test/as-written.ts'
import { listExamples } from '../../../openapi/test/list-examples.ts'

const { document } = await readAsWritten()
const { parameters, requests, responses } = listExamples(document)

// A call consists of the examples with the same name. A call without a body has the name of its response.
const operationIds = Object.keys(operationTable) as OperationId[]
const calls = operationIds.flatMap((operationId) => {
  const bodies = requests.filter((request) => request.operationId === operationId)
  if (bodies.length > 0) return bodies.map(({ name, value }) => ({ operationId, name, body: value }))
  return responses
    .filter((response) => response.operationId === operationId && response.status === 200)
    .map(({ name }) => ({ operationId, name, body: undefined }))
})

test.each(calls)('the sample world responds to the example $name of $operationId with the documented response', async (call) => {
  const { body, name, operationId } = call
  const [output, ...others] = responses.filter(
    (response) => response.operationId === operationId && response.name === name && response.status !== 202,
  )
  expect(others).toEqual([])
  const values = new Map(
    parameters
      .filter((each) => each.operationId === operationId && (each.name === name || each.parameter === 'product'))
      .map(({ parameter, value }) => [parameter, String(value)]),
  )
  const { method, path } = operationTable[operationId]
  const url = path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => values.get(parameter) ?? `no-${parameter}`)
  const flowKeys: Readonly<Record<string, string>> = sampleKeys.workflows
  const key = flowKeys[values.get('flowId') ?? ''] ?? sampleKeys.defaultEnvironment
  const service = createMockService(createSampleWorld())
  const response = await service.fetch(
    new Request(`http://127.0.0.1:4010${url}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  )
  const { status, value } = output ?? {}
  // A run ID is another one for each run.
  const wanted = name === 'async' ? { runId: expect.stringMatching(/^run_\w{12}$/) } : value
  expect({ status: response.status, body: await response.json() }).toEqual({ status, body: wanted })
})

test('every operation has an example that this test sends', () => {
  expect(new Set(calls.map(({ operationId }) => operationId))).toEqual(new Set(Object.keys(operationTable)))
})
