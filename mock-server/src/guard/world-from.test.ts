import { createMockService, createSampleWorld, sampleKeys, toHar } from '@wfhost/mock-server'
import { readWorldFile } from '@wfhost/mock-server/world-file'
import { createRegistryClient, createWorkflowClient, type Run } from '@wfhost/sdk'
import { expect, test } from 'vitest'
import { inYaml } from '../world-file/in-yaml.ts'
import { worldFrom } from './world-from.ts'

interface Keys {
  readonly workflows: Readonly<Record<string, string>>
  readonly tools: string
}

/** What a user of both clients sees; a traceback names files. */
async function use(fetch: (request: Request) => Promise<Response>, keys: Keys): Promise<unknown[]> {
  const options = { fetch, maxRetries: 0 }
  const workflows = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: keys.workflows, ...options })
  const registry = createRegistryClient({ baseUrl: 'http://localhost', apiKey: keys.tools, ...options })
  const run = async (flowId: string, args: Parameters<typeof workflows.run>[1]): Promise<unknown> => {
    const ended: Run | Error = await workflows.run(flowId, args).catch((error: Error) => error)
    if (ended instanceof Error) return [ended.name, Reflect.get(ended, 'retryAfterMs')]
    return ended.status === 'success' ? ended : { name: ended.error.name, value: ended.error.value, steps: ended.stepOutputs }
  }
  return [
    await run('echo', { text: 'a', number: 1 }),
    await run('echo', { text: 'b' }),
    await run('echo', {}),
    await run('support-triage', { subject: 'My invoice is wrong' }),
    await run('support-triage', { subject: 'Hello', priority: 1 }),
    await run('support-triage', {}),
    await run('charge-card', { amount: 5 }),
    await run('charge-card', { amount: 7 }),
    await run('monthly-report', {}),
    await run('monthly-report', {}),
    await run('nowhere', {}),
    await registry.execute({ toolset: 'weather', tool: 'forecast', arguments: { city: 'Vienna' } }),
    await registry.execute({ toolset: 'weather', tool: 'forecast', arguments: { city: 'Graz' } }),
    (await registry.manifest()).toolsets?.map(({ id, tools, version }) => [id, version, tools?.map(({ name }) => name)]),
  ]
}

const atItsPlace = '  a refusal comes at its place among the requests to the workflow, whatever their arguments'

test('a world that is made from a recording answers as the recorded service did', async () => {
  const service = createMockService(createSampleWorld())
  service.addFault({ kind: 'status', status: 429, retryAfterSeconds: 30, flowId: 'monthly-report', nth: 1 })
  const workflows = { ...sampleKeys.workflows, nowhere: sampleKeys.workflows.echo }
  const seen = await use(service.fetch, { workflows, tools: sampleKeys.defaultEnvironment })
  const made = worldFrom(JSON.stringify(toHar(service.journal(), 'http://localhost')))
  expect(made.notes).toEqual([
    'Took 13 of 14 entries, and left out',
    expect.stringMatching(/^ {2}1 × a world refuses it by itself: POST .*support-triage/),
    'Other than in the recording',
    '  workflow nowhere got 404 alone, and is archived; it may not have been published, or not have been there',
    '  tools that were not executed return null: send, count, version',
    atItsPlace,
  ])
  const text = inYaml(made.world ?? {})
  for (const key of Object.values(sampleKeys.workflows)) expect(text).not.toContain(key)
  const told = createMockService(readWorldFile(text).seed)
  const recorded = Object.fromEntries(Object.keys(workflows).map((flowId) => [flowId, `recorded-${flowId}`]))
  expect(await use(told.fetch, { workflows: { ...recorded, nowhere: 'recorded-echo' }, tools: 'recorded-tools' })).toEqual(seen)
})

test('the same arguments with other answers are a story', async () => {
  const service = createMockService(createSampleWorld())
  const key = service.publish({ flowId: 'draft' }, (_args, { nth }) => nth)
  const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: key, fetch: service.fetch })
  for (let sent = 0; sent < 2; sent += 1) await client.run('draft')
  expect(worldFrom(JSON.stringify(toHar(service.journal(), 'http://localhost'))).world?.workspaces?.[0]?.workflows).toEqual([
    { flowId: 'draft', key: 'recorded-draft', published: true, parameters: [], sequence: [{ result: 1 }, { result: 2 }] },
  ])
})

const base = 'https://workflows.example'

interface Shape {
  readonly answer?: object | string
  readonly args?: object
  readonly headers?: object
}

/** An entry as every tool writes it, before what is its own. */
function entryOf(flowId: string, status: number, { answer = '', ...more }: Shape = {}) {
  const args = Object.entries(more.args ?? { n: 1 }).map(([name, value]) => ({ name, value }))
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
  const headers = Object.entries({ 'Content-Type': 'application/json', ...more.headers }).map(([name, value]) => ({
    name,
    value,
  }))
  return {
    request: {
      method: 'POST',
      url: `${base}/api/v2/external/flows/${flowId}/published-run`,
      headers: [{ name: 'Content-Type', value: 'application/json' }],
      postData: { mimeType: 'application/json', text: JSON.stringify({ args, mode: 'sync' }) },
    },
    response: { status, headers, content: { size: text.length, mimeType: 'application/json', text } },
  }
}

function success(result: unknown): object {
  return { status: 'success', result, stepOutputs: {} }
}

/** A world that a world file can have, and what is said about it. */
function made(entries: readonly object[]) {
  const { notes, world } = worldFrom(`\ufeff${JSON.stringify({ log: { entries } })}`)
  if (world !== undefined) readWorldFile(inYaml(world))
  const workflows = world?.workspaces?.[0]?.workflows ?? []
  return { notes, faults: world?.faults, workflows: workflows.map(({ parameters: _, ...rest }) => rest) }
}

test('refusals are faults in their place, with what was said, or what a world does by itself', () => {
  const message = { message: 'Slow down' }
  const { faults, notes, workflows } = made([
    entryOf('f', 200, { answer: success(1) }),
    entryOf('f', 429, { answer: message, headers: { 'Retry-After': '17' } }),
    entryOf('f', 200, { answer: success(1) }),
    entryOf('f', 429, {
      answer: message,
      headers: { Date: 'Mon, 23 Nov 2026 10:00:00 GMT', 'Retry-After': 'Mon, 23 Nov 2026 10:00:09 GMT' },
    }),
    entryOf('f', 401, { answer: message }),
    entryOf('f', 400, { answer: message, args: { n: 'x' } }),
    entryOf('g', 429, { answer: message }),
    entryOf('h', 503, { answer: '<h1>Sorry</h1>' }),
    entryOf('i', 307),
    entryOf('j', 404, { answer: message }),
    entryOf('k', 403, { answer: message }),
  ])
  expect(faults).toEqual([
    { kind: 'status', status: 429, retryAfterSeconds: 17, body: message, flowId: 'f', nth: 2 },
    { kind: 'status', status: 429, retryAfterSeconds: 9, body: message, flowId: 'f', nth: 4 },
    { kind: 'retry-after-missing', flowId: 'g', nth: 1 },
    { kind: 'status', status: 503, flowId: 'h', nth: 1 },
    { kind: 'status', status: 307, flowId: 'i', nth: 1 },
  ])
  expect(workflows.map(({ archived = false, flowId, result }) => [flowId, archived, result])).toEqual([
    ['f', false, 1],
    ['g', false, null],
    ['h', false, null],
    ['i', false, null],
    ['j', true, null],
    ['k', false, null],
  ])
  const at = (flowId: string): string => `POST ${base}/api/v2/external/flows/${flowId}/published-run`
  expect(notes).toEqual([
    'Took 8 of 11 entries, and left out',
    `  3 × a world refuses it by itself: ${['f', 'k'].map(at).join(', ')}`,
    'Other than in the recording',
    ...['g', 'h', 'i'].map((flowId) => `  workflow ${flowId} returns null, as no result of it was recorded`),
    '  workflow j got 404 alone, and is archived; it may not have been published, or not have been there',
    '  workflow k returns null, as no result of it was recorded',
    atItsPlace,
  ])
})

test('what browsers and proxies write of their own is read, and what they left out is named', () => {
  const ok = entryOf('f', 200, { answer: success('ü') })
  const { request, response } = ok
  const inBase64 = Buffer.from(JSON.stringify(success('ü'))).toString('base64')
  const pseudo = [{ name: ':authority', value: 'workflows.example' }]
  const answered = (content: object, more: object = {}) => ({ request, response: { ...response, content, ...more } })
  const asked = (more: object) => ({ request: { ...request, ...more }, response })
  const { notes, workflows } = made([
    // Chromium: a preflight, HTTP/2, a body that it forgot, a request that failed, a WebSocket, and what a page loads.
    asked({ method: 'OPTIONS', postData: undefined }),
    asked({ headers: pseudo }),
    answered({ size: 40, mimeType: 'application/json' }),
    answered({ size: 0, mimeType: 'x-unknown' }, { status: 0, _error: 'net::ERR_FAILED' }),
    { ...asked({ method: 'GET', url: 'wss://workflows.example/live' }), _webSocketMessages: [{ type: 'send', data: '{}' }] },
    asked({ method: 'GET', url: 'https://cdn.example/app.js' }),
    asked({ method: 'GET', url: 'https://cdn.example/app.css?token=secret' }),
    // Firefox: what is discarded has a comment.
    answered({ size: -1, mimeType: 'application/json', comment: 'Response bodies are not included.' }),
    // Playwright, with content: 'attach'.
    asked({ bodySize: -1, postData: { mimeType: 'application/json', text: '', params: [], _file: '1.json' } }),
    // mitmproxy: a flow without a response, and no text where there is no body.
    { request, response: { status: 0, headers: [], cookies: [], content: {}, _error: null } },
    answered({ size: 0, compression: 0, mimeType: '', text: null }, { status: 204 }),
    // Charles and Fiddler: base64, how it was framed, comments, and the tunnel of TLS.
    answered({ size: 9, encoding: 'base64', text: inBase64 }, { headers: [{ name: 'Transfer-Encoding', value: 'chunked' }] }),
    { ...asked({ method: 'CONNECT', url: 'http://workflows.example:443' }), comment: '[#4]' },
    answered(
      { size: 9, mimeType: 'text/event-stream', text: 'data: 1' },
      { headers: [{ name: 'Content-Type', value: 'text/event-stream' }] },
    ),
    { request: { method: 'GET' } },
    // A gateway.
    asked({ url: request.url.replace('/api', '/base/path/api').replace('/f/', '/behind/') }),
  ])
  const result = { published: true, result: 'ü' }
  expect(workflows).toEqual([
    { flowId: 'f', key: 'recorded-f', ...result },
    { flowId: 'behind', key: 'recorded-behind', ...result },
  ])
  const name = `POST ${request.url}`
  expect(notes).toEqual([
    'Took 3 of 16 entries, and left out',
    '  1 × request.url: expected a string, found nothing; add it: log.entries[14]',
    `  1 × the document has POST alone there: OPTIONS ${request.url}`,
    `  2 × the recording lacks the body of the answer: ${name}`,
    `  1 × there was no answer (net::ERR_FAILED): ${name}`,
    '  4 × the document does not have the path: wss://workflows.example, https://cdn.example, http://workflows.example:443',
    `  1 × the recording lacks the body of the request: ${name}`,
    `  1 × there was no answer: ${name}`,
    `  1 × the answer is no result: 204 application/json: ${name}`,
    `  1 × the answer is no result: 200 text/event-stream: ${name}`,
  ])
})

test('where a world cannot answer as the service did, that is said', () => {
  const step = { status: 'success', result: 1 }
  const { notes, workflows } = made([
    entryOf('f', 200, { answer: { ...success(1), stepOutputs: { a: step } } }),
    entryOf('f', 200, { answer: success(2) }),
    entryOf('f', 422, { answer: { status: 'failed', error: { name: 'A', value: 'b' }, stepOutputs: {} }, args: { n: 'x' } }),
    entryOf('later', 200, { answer: { runId: 'run_1' } }),
  ])
  expect(workflows[0]?.cases).toEqual([
    { args: { n: 1 }, result: 2 },
    { args: { n: 'x' }, failure: { name: 'A', value: 'b' } },
  ])
  expect(notes).toEqual([
    'Took 4 of 4 entries',
    'Other than in the recording',
    '  step a of workflow f was left out by some runs, and returns null in those',
    '  argument n of workflow f has to be a number, and was also string',
    '  workflow f answers the same arguments always as it did last',
    '  workflow later returns null, as no result of it was recorded',
    '  what was answered with 422 is with 200, unless the assumptions say so',
  ])
})

test('a world file can have whatever was recorded, rounded where no number holds it, and each parameter once', () => {
  const answer = `{"status":"success","result":{"<<":{"a":9007199254740993}},"stepOutputs":{}}`
  const parameters = [{ name: 'a' }, { name: 'a', type: 'number' }]
  const manifest = entryOf('f', 200, { answer: { toolsets: [{ id: 's', tools: [{ name: 't', parameters }] }] } })
  const request = { ...manifest.request, method: 'GET', url: `${base}/v1/public/wfhost/manifest` }
  const { notes, workflows } = made([entryOf('f', 200, { answer }), { ...manifest, request }])
  expect(workflows[0]?.result).toEqual({ '<<': { a: 9_007_199_254_740_992 } })
  expect(notes).toEqual([
    'Took 2 of 2 entries',
    'Other than in the recording',
    '  tool t has each parameter once, and was listed with one twice',
    '  tools that were not executed return null: t',
    '  integers beyond 2^53 are rounded to what a number can hold',
  ])
})

test('of a recording without the API no world is made, and what is no recording says what it is', () => {
  const { status: _, ...rest } = entryOf('f', 200).response
  expect(made([{ ...entryOf('f', 200), response: { ...rest, status: 0 } }]).notes[0]).toBe('Took 0 of 1 entries, and left out')
  expect(worldFrom('{"log":{"entries":[]}}').world).toBeUndefined()
  expect(() => worldFrom('workspaces: []')).toThrow(
    'expected an HTTP Archive, as record and /__mock/journal.har write it; it is no JSON',
  )
  expect(() => worldFrom('[{"status":"COMPLETE"}]')).toThrow('; expected an object, found array')
  expect(() => worldFrom('{"log":{}}')).toThrow('; log.entries: expected an array, found nothing')
})
