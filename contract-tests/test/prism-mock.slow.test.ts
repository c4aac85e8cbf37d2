import { type OperationId, operationTable } from '@wfhost/openapi'
import {
  APIError,
  AuthenticationError,
  BadRequestError,
  createRegistryClient,
  createWorkflowClient,
  NoPublishedToolsetsError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
} from '@wfhost/sdk'
import { afterAll, expect, test } from 'vitest'
import { clientCalls } from './client-calls.ts'
import { documentedResponses as examples } from './drift/probes.ts'
import { startPrismMock } from './prism-process.ts'

// `prism mock openapi.yaml` shares no code with the reference server. Its responses come only from the API document.
const prism = await startPrismMock()
afterAll(prism.close)

const errorByStatus = new Map<number, typeof APIError>([
  [400, BadRequestError],
  [401, AuthenticationError],
  [402, APIError],
  [403, PermissionDeniedError],
  [404, NotFoundError],
  [429, RateLimitError],
  [504, APIError],
])

test('the document has an example for every status of its operations', () => {
  expect(examples.length).toBeGreaterThanOrEqual(30)
  expect(new Set(examples.map((example) => example.operationId)).size).toBe(Object.keys(operationTable).length)
})

test.each(examples.filter((example) => example.status < 300))(
  'the client reads $operationId $status $name as documented',
  async (example) => {
    expect(await call(example)).toEqual(example.value)
  },
)

test.each(examples.filter((example) => example.status >= 400))(
  'the client reads $operationId $status $name as the error of that status',
  async (example) => {
    const error = await call(example).then(
      () => undefined,
      (cause: unknown) => cause,
    )
    const expected = example.name === 'noPublishedToolsets' ? NoPublishedToolsetsError : errorByStatus.get(example.status)
    expect(error).toBeInstanceOf(expected ?? Error)
    expect(error).toMatchObject({ status: example.status, body: example.value })
  },
)

async function call(example: (typeof examples)[number]): Promise<unknown> {
  const { name, operationId, status, value } = example
  const options = { apiKey: 'any', maxRetries: 0, fetch: preferring(`code=${status}, example=${name}`) }
  const workflows = createWorkflowClient({ baseUrl: prism.url, ...options })
  const registry = createRegistryClient({ baseUrl: prism.url, ...options })
  return clientCalls[operationId as OperationId].readExample({ workflows, registry }, value)
}

function preferring(prefer: string): typeof fetch {
  return (input, init) => {
    const request = new Request(input, init)
    const headers = new Headers(request.headers)
    headers.set('prefer', prefer)
    return fetch(new Request(request, { headers }))
  }
}
