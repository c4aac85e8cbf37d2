import { createManualClock, createMockService, createSampleWorld, type MockService } from '@wfhost/mock-server'
import { createGuard } from '@wfhost/mock-server/guard'
import { expect, test } from 'vitest'
import { count } from '../../tools/scripts/count.ts'
import { succeededRun, withSteps } from '../../tools/scripts/run-bodies.ts'
import type { OnExchange } from '../src/core/journal/journal.ts'
import { parityCases } from './parity/parity-cases.ts'

const origin = 'http://guard.test'
const run = '/api/v2/external/flows/echo/published-run'
const authorization = 'Bearer a-secret'
const result = succeededRun(1)

function post(body: string): Request {
  return new Request(origin + run, { method: 'POST', headers: { authorization, 'content-type': 'application/json' }, body })
}

const wrongRuns: readonly { readonly request: object; readonly response: object; readonly message: string }[] = [
  {
    request: {},
    response: { ...result, status: 'succeeded' },
    message: 'status: expected one of success, failed, found "succeeded"',
  },
  {
    request: { mode: 'sync' },
    response: { status: 'success', result: 1 },
    message: 'stepOutputs: expected an object, found nothing',
  },
  { request: { mode: 'sync' }, response: { runId: 'r' }, message: 'status: expected one of success, failed, found nothing' },
  { request: { mode: 'async' }, response: result, message: 'body: expected a run that has started, found the result of one' },
  {
    request: {},
    response: { ...result, ...withSteps({ a: { status: 'gone' } }) },
    message: 'stepOutputs.a.status: expected one of success, failed, found "gone"',
  },
]

test.each(wrongRuns)(
  'reports the response $response as one violation that names path and workflow',
  async ({ response, request, message }) => {
    const guard = createGuard({ fetch: async () => Response.json(response) })
    await guard.fetch(post(JSON.stringify({ args: [], ...request })))
    expect(guard.journal()[0]?.violations).toEqual([
      { request: 1, direction: 'response', operation: 'runPublishedWorkflow', flowId: 'echo', message },
    ])
  },
)

test.each([
  { status: 429, sent: 'slow down', message: 'header Retry-After: expected seconds or an HTTP-date, found nothing' },
  { status: 418, sent: 'tea', message: 'status: expected one of 200, 400, 401, 404, 429, found 418' },
  { status: 400, sent: 'Nothing', message: 'body: expected the message "No published toolsets", found another one' },
])('a manifest with the status $status and the message $sent is a violation', async ({ message, sent, status }) => {
  const found: string[] = []
  const fetch = async (): Promise<Response> => Response.json({ message: sent }, { status })
  const guard = createGuard({ fetch, onViolation: (violation) => void found.push(violation.message) })
  await guard.fetch(new Request(`${origin}/v1/public/wfhost/manifest`, { headers: { authorization } }))
  expect(found).toEqual([message])
})

test.each([
  { name: 'nothing', body: '', message: 'body: expected JSON, found nothing' },
  {
    name: 'a number that JSON lacks',
    body: '{"result":NaN}',
    message: expect.stringMatching(/^body: expected JSON, found none: /),
  },
  { name: '2000 levels', body: '['.repeat(2000) + ']'.repeat(2000), message: 'body: expected at most 1200 levels, found more' },
  { name: 'Latin-1', body: Buffer.from('{"result":"é"}', 'latin1'), message: 'body: expected JSON in UTF-8, found other bytes' },
])('names the reason why a response cannot be compared: $name', async ({ body, message }) => {
  const headers = { 'content-type': 'application/json' }
  const guard = createGuard({ fetch: async () => new Response(body, { headers }) })
  await guard.fetch(post('{"args":[]}'))
  expect(guard.journal()[0]?.violations).toMatchObject([{ direction: 'response', message }])
})

test.each(['null', '{"args":[{"name":"a"}]}', '{bad'])(
  'reports the body %s as a violation, and forwards it unchanged',
  async (body) => {
    const service = createMockService(createSampleWorld())
    const guard = createGuard({ fetch: service.fetch })
    expect((await guard.fetch(post(body))).status).toBe(401)
    expect(guard.journal()[0]?.violations).toMatchObject([{ direction: 'request', flowId: 'echo' }])
    expect(service.journal()[0]?.request.body).toBe(body)
  },
)

test('a request outside the API document is a violation, and a preflight is not', async () => {
  const guard = createGuard({ fetch: createMockService().fetch })
  const headers = { origin: 'http://page.test', 'access-control-request-method': 'POST' }
  await guard.fetch(new Request(`${origin}/nothing`))
  await guard.fetch(new Request(origin + run))
  await guard.fetch(new Request(origin + run, { method: 'OPTIONS', headers }))
  expect(guard.journal().map(({ violations }) => violations.map(({ message }) => message))).toEqual([
    ['GET /nothing: the document has no such operation'],
    [`GET ${run}: the document has it with POST`],
    [],
  ])
})

function fresh(onExchange: OnExchange = () => () => {}): MockService {
  return createMockService(createSampleWorld(), { clock: createManualClock(), baseUrl: origin, onExchange })
}

async function output(response: Response): Promise<unknown> {
  return [response.status, [...response.headers].toSorted(), await response.text()]
}

test('a guard changes no response, and finds no violation in the responses of the reference server', async () => {
  let faulty = false
  const onExchange: OnExchange = () => (exchange) => {
    faulty = exchange.faults.length > 0
  }
  const [alone, guarded] = [fresh(), fresh(onExchange)]
  const guard = createGuard({ fetch: guarded.fetch })
  const complaints: string[] = []
  let found = 0
  for (const { before, body, headers, method, name, path } of parityCases) {
    before?.(alone)
    before?.(guarded)
    const request = (): Request => new Request(origin + path, { method, headers, ...(body === undefined ? {} : { body }) })
    expect(await output(await guard.fetch(request())), name).toEqual(await output(await alone.fetch(request())))
    const violations = guard.journal().flatMap((exchange) => exchange.violations)
    found += violations.length
    const ofResponse = violations.filter(({ direction }) => direction === 'response')
    if (!faulty) complaints.push(...ofResponse.map(({ message }) => `${name}: ${message}`))
    guard.clearJournal()
  }
  expect(complaints).toEqual([])
  expect(found).toBeGreaterThan(parityCases.length / 4)
  count({ guard: { cases: parityCases.length, 'violations found': found } })
}, 60_000)
