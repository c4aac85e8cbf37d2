import type { OperationId } from '@wfhost/openapi'
import { succeededRun } from '../../scripts/run-bodies.ts'

/** A request that every side gets, and the response that all of them send. */
export interface BenchOperation {
  readonly name: string
  readonly operationId: OperationId
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly status: number
  /** The fixed response of the sides that do nothing else. */
  readonly responseBody: unknown
}

/** The key that every side accepts. */
export const key = 'wfk_support_triage'

const bearer = { authorization: `Bearer ${key}` }
const json = { 'content-type': 'application/json' }
const run = '/api/v2/external/flows/support-triage/published-run'
const args = [
  { name: 'subject', value: 'My invoice is wrong' },
  { name: 'priority', value: 2 },
]
const sync = JSON.stringify({ args, mode: 'sync' })

/** The tool sets of every side. */
export const toolsets = [
  {
    id: 'mail',
    name: 'Mail',
    version: '1.2.0',
    visibility: 'private',
    tools: [{ name: 'send', description: 'Send a message', parameters: ['to', 'text'].map(requiredText) }],
  },
  {
    id: 'weather',
    name: 'Weather',
    version: '3.0.1',
    visibility: 'public',
    tools: [{ name: 'forecast', description: 'The forecast for a city', parameters: ['city'].map(requiredText) }],
  },
] as const

function requiredText(name: string) {
  return { name, type: 'string', required: true } as const
}

/** All requests to a server under load. */
export const operations: readonly BenchOperation[] = [
  {
    name: 'sync run',
    operationId: 'runPublishedWorkflow',
    method: 'POST',
    path: run,
    headers: { ...bearer, ...json },
    body: sync,
    status: 200,
    responseBody: succeededRun(
      { team: 'billing', reply: 'We look into it now.' },
      { classify: { status: 'success', result: 'billing' }, answer: { status: 'success', result: 'We look into it now.' } },
    ),
  },
  {
    name: 'async run',
    operationId: 'runPublishedWorkflow',
    method: 'POST',
    path: run,
    headers: { ...bearer, ...json, prefer: 'example=async' },
    body: JSON.stringify({ args, mode: 'async' }),
    status: 200,
    responseBody: { runId: 'run_4q7hx2m9c3kd' },
  },
  {
    name: 'manifest',
    operationId: 'getPublicManifest',
    method: 'GET',
    path: '/v1/public/wfhost/manifest',
    headers: bearer,
    status: 200,
    responseBody: {
      executeUrl: 'http://127.0.0.1:4010/v1/public/wfhost/execute',
      toolsets,
    },
  },
  {
    name: 'execute',
    operationId: 'executeTool',
    method: 'POST',
    path: '/v1/public/wfhost/execute',
    headers: { ...bearer, ...json },
    body: JSON.stringify({ toolset: 'mail', tool: 'send', arguments: { to: 'ada@example.org', text: 'Hello' } }),
    status: 200,
    responseBody: { status: 'success', result: { delivered: true } },
  },
  {
    name: '401',
    operationId: 'runPublishedWorkflow',
    method: 'POST',
    path: run,
    headers: json,
    body: sync,
    status: 401,
    responseBody: { message: 'The API key is missing or invalid' },
  },
  {
    name: '429',
    operationId: 'runPublishedWorkflow',
    method: 'POST',
    path: run,
    headers: { ...bearer, ...json, prefer: 'code=429' },
    body: sync,
    status: 429,
    responseBody: { message: 'The rate limit is exceeded' },
  },
]

export function operationNamed(name: string): BenchOperation {
  const found = operations.find((operation) => operation.name === name)
  if (found === undefined) throw new Error(`Cannot find the operation ${name}: there is none`)
  return found
}
