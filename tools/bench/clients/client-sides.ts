import { createWorkflowClient } from '@wfhost/sdk'
import { createNodeTransport } from '@wfhost/sdk/node'
import { readResponse } from '@wfhost/sdk/schemas'
import got from 'got'
import ky from 'ky'
import OpenAI from 'openai'
import createFetchClient from 'openapi-fetch'
import retry, { AbortError } from 'p-retry'
import { Agent, request } from 'undici'
import { key, operationNamed } from '../servers/operations.ts'

export interface ClientSide {
  readonly side: string
  readonly retries: boolean
  readonly call: () => Promise<void>
}

interface Paths {
  readonly '/api/v2/external/flows/{flowId}/published-run': {
    post: {
      parameters: { path: { flowId: string } }
      requestBody: { content: { 'application/json': unknown } }
      responses: { 200: { content: { 'application/json': unknown } } }
    }
  }
}

const args = { subject: 'My invoice is wrong', priority: 2 }
const body = { args: Object.entries(args).map(([name, value]) => ({ name, value })), mode: 'sync' }
const authorization = `Bearer ${key}`
const { responseBody, path } = operationNamed('sync run')
const expected = JSON.stringify(responseBody)

/** Raw fetch first, then the other clients, each as in its documentation. */
export function clientSides(baseUrl: string): readonly ClientSide[] {
  const client = createWorkflowClient({ baseUrl, apiKey: key })
  const overUndici = createWorkflowClient({ baseUrl, apiKey: key, transport: createNodeTransport() })
  const unchecked = createWorkflowClient({ baseUrl, apiKey: key, validation: 'off' })
  const typed = createFetchClient<Paths>({ baseUrl, headers: { authorization } })
  const kyClient = ky.create({ headers: { authorization } })
  const openai = new OpenAI({ apiKey: key, baseURL: baseUrl })
  const url = baseUrl + path
  const params = { params: { path: { flowId: 'support-triage' } } }
  const typedCall = async () => (await typed.POST('/api/v2/external/flows/{flowId}/published-run', { ...params, body })).data
  return [
    { side: 'fetch', retries: false, call: async () => check(await raw(url)) },
    { side: 'fetch, validated', retries: false, call: async () => validate(await raw(url)) },
    { side: '@wfhost/sdk', retries: true, call: async () => check(await client.run('support-triage', args)) },
    {
      side: '@wfhost/sdk over the Node transport',
      retries: true,
      call: async () => check(await overUndici.run('support-triage', args)),
    },
    { side: '@wfhost/sdk, validation off', retries: true, call: async () => check(await unchecked.run('support-triage', args)) },
    { side: 'openapi-fetch', retries: false, call: async () => check(await typedCall()) },
    { side: 'openapi-fetch, validated', retries: false, call: async () => validate(await typedCall()) },
    { side: 'ky', retries: true, call: async () => check(await kyClient.post(url, { json: body }).json()) },
    { side: 'ky, validated', retries: true, call: async () => validate(await kyClient.post(url, { json: body }).json()) },
    { side: 'openai post()', retries: true, call: async () => check(await openai.post(path, { body })) },
    { side: 'undici.request', retries: false, call: async () => check(await rawUndiciRun(baseUrl)) },
    {
      side: 'got',
      retries: true,
      call: async () => check(await got.post(url, { json: body, headers: { authorization } }).json()),
    },
    { side: 'p-retry around fetch', retries: true, call: async () => check(await retry(() => raw(url), { retries: 2 })) },
  ]
}

/** Sends a sync run with fetch, without a client. */
export function rawRun(baseUrl: string): Promise<unknown> {
  return raw(baseUrl + path)
}

const agent = new Agent()

/** Sends a sync run with undici.request, without a client. */
export async function rawUndiciRun(baseUrl: string): Promise<unknown> {
  const response = await request(baseUrl + path, {
    dispatcher: agent,
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (response.statusCode !== 200) throw new Error(`Cannot count a call: the status is ${response.statusCode}`)
  return response.body.json()
}

/** The limit: fetch, and JSON.parse of its text. */
async function raw(url: string): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new AbortError(`the response is ${response.status}`)
  return JSON.parse(await response.text())
}

function check(value: unknown): void {
  if (JSON.stringify(value) !== expected) throw new Error(`Cannot count a call: it returned ${JSON.stringify(value)}`)
}

function validate(value: unknown): void {
  const headers = new Headers({ 'content-type': 'application/json' })
  const { problems } = readResponse('runPublishedWorkflow', { status: 200, headers, body: value, mode: 'sync' })
  if (problems.length > 0) throw new Error(`Cannot count a call: ${problems[0]?.message}`)
  check(value)
}
