import { getHttpOperationsFromSpec } from '@stoplight/prism-http'
import { validateInput, validateOutput } from '@stoplight/prism-http/dist/validator/index.js'
import { document, operationTable } from '@wfhost/openapi'
import { expect, test } from 'vitest'
import { failedRun } from '../../scripts/run-bodies.ts'
import { readAsWritten } from './as-written.ts'
import { type Example, listExamples } from './list-examples.ts'
import { listRemovals } from './remove-required.ts'

// Prism changes the document that it is given.
const operations = await getHttpOperationsFromSpec(structuredClone(document))
const { document: written, isValid } = await readAsWritten()
const { requests, responses } = listExamples(written)
const json = { 'content-type': 'application/json', 'retry-after': '30' }

test('Prism finds every operation', () => {
  expect(operations.map(({ iid }) => iid)).toEqual(Object.keys(operationTable))
})

test('Prism rejects a body that is known to be wrong, which it would not do if a schema did not compile', () => {
  const body = { ...failedRun(), error: { name: 'Error', value: 'No', traceback: 7 } }
  expect(answerFaults('runPublishedWorkflow', { status: 200, body })).not.toEqual([])
})

test('Prism misses a Retry-After', () => {
  const element = { statusCode: 429, headers: { 'content-type': 'application/json' }, body: { message: 'Slower' } }
  expect(faults(validateOutput({ resource: operationOf('executeTool'), element }))).not.toEqual([])
})

test.each(responses)('Prism accepts the answer $operationId $status $name', ({ operationId, status, value }) => {
  expect(answerFaults(operationId, { status, body: value })).toEqual([])
})

test.each(requests)('Prism accepts the request $operationId $name', ({ operationId, value }) => {
  expect(requestFaults(operationId, value)).toEqual([])
})

test('Prism rejects every example that lacks something required', () => {
  const without = (example: Example) =>
    listRemovals(example.schema, { document: written, isValid, value: example.value }).map(({ value }) => value)
  for (const example of responses) {
    for (const body of without(example)) {
      expect(answerFaults(example.operationId, { status: example.status, body }), JSON.stringify(body)).not.toEqual([])
    }
  }
  for (const example of requests) {
    for (const body of without(example)) expect(requestFaults(example.operationId, body), JSON.stringify(body)).not.toEqual([])
  }
})

function answerFaults(operationId: string, { body, status }: { readonly status: number; readonly body: unknown }): string[] {
  const element = { statusCode: status, headers: json, body }
  return faults(validateOutput({ resource: operationOf(operationId), element }))
}

function requestFaults(operationId: string, body: unknown): string[] {
  const resource = operationOf(operationId)
  const url = { path: resource.path.replace(/\{\w+\}/g, 'any'), query: {} }
  // Without a length Prism does not look at the body.
  const headers = { ...json, 'content-length': String(JSON.stringify(body).length) }
  return faults(validateInput({ resource, element: { method: resource.method === 'get' ? 'get' : 'post', url, headers, body } }))
}

function operationOf(operationId: string): (typeof operations)[number] {
  const operation = operations.find(({ iid }) => iid === operationId)
  if (operation === undefined) throw new Error(`Cannot ask Prism: it does not know ${operationId}`)
  return operation
}

function faults(verdict: ReturnType<typeof validateOutput> | ReturnType<typeof validateInput>): string[] {
  return verdict._tag === 'Right' ? [] : verdict.left.map(({ message, path }) => `${path?.join('.')}: ${message}`)
}
