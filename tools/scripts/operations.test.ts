import { readdir, readFile } from 'node:fs/promises'
import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { type OperationId, operationTable } from '@wfhost/openapi'
import { createRegistryClient, createWorkflowClient } from '@wfhost/sdk'
import { traceCalls } from '@wfhost/sdk/otel'
import { responseSchemas } from '@wfhost/sdk/schemas'
import { describe, expect, test } from 'vitest'
import { operations as checkedOperations } from '../../contract-tests/src/operations/operations.ts'
import { clientCalls } from '../../contract-tests/test/client-calls.ts'
import { operations as servedOperations } from '../../mock-server/src/operations/operations.ts'
import { parityCases } from '../../mock-server/test/parity/parity-cases.ts'
import { operations as sentOperations } from '../../sdk/src/operations/operations.ts'

// The compiler also names an operation that one of these tables lacks. `npm test` runs without the compiler.
const tables = {
  'mock-server/src/operations/operations.ts': servedOperations,
  'sdk/src/operations/operations.ts': sentOperations,
  'sdk/src/schemas.ts': responseSchemas,
  'contract-tests/src/operations/operations.ts': checkedOperations,
  'contract-tests/test/client-calls.ts': clientCalls,
}

const operationIds = Object.keys(operationTable) as OperationId[]

describe.each(operationIds)('The operation %s', (operationId) => {
  test.each(Object.entries(tables))('is listed in %s', (_file, table) => {
    expect(Object.keys(table)).toContain(operationId)
  })

  test('has the documented statuses in the schemas of the client', () => {
    const documented = Object.keys(operationTable[operationId].responses)
    expect(Object.keys(responseSchemas[operationId])).toEqual(documented)
  })

  test('has more than ten requests in the corpus of mock-server/test/parity', () => {
    const { method, path } = operationTable[operationId]
    const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)
    const requests = parityCases.filter((parityCase) => parityCase.method === method && pattern.test(parityCase.path))
    expect(requests.length).toBeGreaterThan(10)
  })
})

const { fetch } = createMockService(createSampleWorld())
const workflows = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: sampleKeys.workflows, fetch })
const registry = createRegistryClient({ baseUrl: 'http://localhost', apiKey: sampleKeys.defaultEnvironment, fetch })

/** The methods of a client that send an operation. */
function listMethods(client: object): readonly string[] {
  return Object.keys(client).filter((name) => !['api', 'withOptions'].includes(name))
}

test.each(listMethods(workflows))('traceCalls in sdk/src/otel.ts records %s', (method) => {
  const traced = traceCalls(workflows)
  expect(Reflect.get(traced, method)).not.toBe(Reflect.get(workflows, method))
})

test.each([...listMethods(workflows), ...listMethods(registry)])('a page of docs/pages/client shows %s', async (method) => {
  const folder = new URL('../../docs/pages/client/', import.meta.url)
  const files = (await readdir(folder)).filter((file) => file.endsWith('.md'))
  const pages = await Promise.all(files.map((file) => readFile(new URL(file, folder), 'utf8')))
  const call = new RegExp(`\\w\\.${method}\\(`)
  expect(pages.some((page) => call.test(page))).toBe(true)
})
