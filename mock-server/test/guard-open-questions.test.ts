import { type Assumptions, createManualClock, createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { createGuard } from '@wfhost/mock-server/guard'
import { expect, test } from 'vitest'
import { assumptionOptions } from '../src/schema/assumptions.ts'

const flows = '/api/v2/external/flows'
const host = sampleKeys.defaultEnvironment
const registry = '/v1/public/wfhost'
const { workflows } = sampleKeys

interface SentRequest {
  readonly path: string
  readonly key?: string
  readonly body?: unknown
}

const started = { path: `${flows}/echo/published-run`, key: workflows.echo, body: { args: [], mode: 'async' } }
const charge = {
  path: `${flows}/charge-card/published-run`,
  key: workflows['charge-card'],
  body: { args: [{ name: 'amount', value: 1 }], mode: 'sync' },
}
const slow = { path: `${flows}/slow/published-run`, key: workflows.slow, body: { args: [], mode: 'sync' } }
const unknownKey = { ...charge, key: 'unknown' }
const failing = { toolset: 'mail', tool: 'send', arguments: { to: 'full@example.org', text: '' } }
const counting = { toolset: 'mail', tool: 'count' }

function execution(body: object): SentRequest {
  return { path: `${registry}/execute`, key: host, body }
}

/** Sends a request through a guard, and returns the message of each violation. */
async function findViolations(fetch: (request: Request) => Promise<Response>, sent: SentRequest): Promise<string[]> {
  const messages: string[] = []
  const guard = createGuard({ fetch, onViolation: ({ message }) => messages.push(message) })
  const { body, key, path } = sent
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (key !== undefined) headers['authorization'] = `Bearer ${key}`
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
  await guard.fetch(new Request(`http://guard.test${path}`, init))
  return messages
}

/** Returns a service with assumptions. Its clock moves a slow run beyond each limit. */
function createServiceWith(assumptions: Partial<Assumptions>) {
  const service = createMockService(createSampleWorld(), { assumptions, clock: createManualClock(0) })
  if (assumptions.emptyBalanceStatus !== undefined) service.setCredits('acme', 0)
  return async (request: Request): Promise<Response> => {
    const response = service.fetch(request)
    if (assumptions.syncTimeoutMs !== undefined) await service.clock.advance(assumptions.syncTimeoutMs)
    return response
  }
}

test.each<readonly [Partial<Assumptions>, SentRequest]>([
  [{ failedRunStatus: 422 }, charge],
  [{ failedRunStatus: 500 }, charge],
  [{ runErrorBody: 'text' }, unknownKey],
  [{ registryErrorBody: 'text' }, { path: `${registry}/manifest`, key: 'unknown' }],
  [{ failedExecutionStatus: 422 }, execution(failing)],
  [{ emptyBalanceStatus: 403 }, execution(counting)],
  [{ syncTimeoutStatus: 408, syncTimeoutMs: 1 }, slow],
  [{ syncTimeoutStatus: 503, syncTimeoutMs: 1 }, slow],
  [{ statusEndpoint: 'runs' }, { path: `${flows}/echo/runs/1`, key: workflows.echo }],
])('a violation names the open question that a server with %j decides differently', async (assumptions, request) => {
  const [option] = Object.keys(assumptions) as [keyof Assumptions]
  const { requirement } = assumptionOptions[option]
  const note = new RegExp(`; the source document leaves this open: .+ \\(${requirement}\\)$`)
  expect(await findViolations(createServiceWith(assumptions), request)).toEqual([expect.stringMatching(note)])
})

test.each<readonly [string, SentRequest, Response | undefined]>([
  ['ORG-SESSION', { path: '/v1/orgs/acme/wfhost/manifest' }, undefined],
  ['EXE-PAYLOAD', execution({ toolset: 'mail' }), undefined],
  ['EXE-PAYLOAD', execution(counting), Response.json(['done'])],
  ['MAN-BODY', { path: `${registry}/manifest`, key: host }, Response.json({ toolsets: 5 })],
  ['RUN-ID-FIELD', started, Response.json({ runId: null })],
  ['RUN-ID-FIELD', started, Response.json({ runId: 'run-1' }, { status: 201 })],
  ['RUN-TIMEOUT-FORM', slow, new Response('late', { status: 504 })],
])('a violation that is about %s names it: %j', async (requirement, request, response) => {
  const service = createMockService(createSampleWorld())
  const messages = await findViolations(response === undefined ? service.fetch : async () => response.clone(), request)
  expect(messages).toEqual([expect.stringContaining(` (${requirement})`)])
})

test('a violation states the open question in words', async () => {
  expect(await findViolations(createServiceWith({ failedRunStatus: 422 }), charge)).toEqual([
    'status: expected one of 200, 202, 400, 401, 403, 404, 429, 504, found 422; the source document leaves this open: the HTTP status of the response with a failed run (RUN-FAILED-HTTP)',
  ])
})

test.each<readonly [string, SentRequest, Response]>([
  ['a run without its steps', charge, Response.json({ status: 'success', result: 1 })],
  ['a status that no open question is about', charge, Response.json({}, { status: 418 })],
  ['a result with the status of another success', charge, Response.json({ status: 'success', stepOutputs: {} }, { status: 201 })],
  ['a limit without Retry-After', charge, Response.json({ message: 'slow down' }, { status: 429 })],
  ['a manifest that is not JSON', { path: `${registry}/manifest`, key: host }, new Response('toolsets')],
  ['another message for no tool sets', { path: `${registry}/manifest`, key: host }, Response.json({}, { status: 400 })],
])('a violation that the source document decides names no open question: %s', async (_, request, response) => {
  expect(await findViolations(async () => response, request)).toEqual([expect.not.stringContaining('leaves this open')])
})
