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
import { documentedAnswers as answers } from './drift/probes.ts'
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
  expect(answers.length).toBeGreaterThanOrEqual(30)
  expect(new Set(answers.map((answer) => answer.operationId)).size).toBe(Object.keys(operationTable).length)
})

test.each(answers.filter((answer) => answer.status < 300))(
  'the client reads $operationId $status $name as the example says',
  async (answer) => {
    expect(await call(answer)).toEqual(answer.value)
  },
)

test.each(answers.filter((answer) => answer.status >= 400))(
  'the client reads $operationId $status $name as the error of that status',
  async (answer) => {
    const error = await call(answer).then(
      () => undefined,
      (cause: unknown) => cause,
    )
    const expected = answer.name === 'noPublishedToolsets' ? NoPublishedToolsetsError : errorByStatus.get(answer.status)
    expect(error).toBeInstanceOf(expected ?? Error)
    expect(error).toMatchObject({ status: answer.status, body: answer.value })
  },
)

async function call(answer: (typeof answers)[number]): Promise<unknown> {
  const { name, operationId, status, value } = answer
  const options = { apiKey: 'any', maxRetries: 0, fetch: answering(`code=${status}, example=${name}`) }
  const workflows = createWorkflowClient({ baseUrl: prism.url, ...options })
  const registry = createRegistryClient({ baseUrl: prism.url, ...options })
  return clientCalls[operationId as OperationId].readExample({ workflows, registry }, value)
}

function answering(prefer: string): typeof fetch {
  return (input, init) => {
    const request = new Request(input, init)
    const headers = new Headers(request.headers)
    headers.set('prefer', prefer)
    return fetch(new Request(request, { headers }))
  }
}
