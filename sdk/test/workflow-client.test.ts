import { createWorkflowClient, responseOf, unwrap, type WorkflowClientOptions, WorkflowFailedError } from '@wfhost/sdk'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { failedRun, succeededRun, withSteps } from '../../tools/scripts/run-bodies.ts'
import manifest from '../package.json' with { type: 'json' }
import { SUCCESS, succeeded } from './faults.ts'
import { clientOf as clientWith, keepLog } from './test-client.ts'

const FAILED = {
  ...failedRun(
    { name: 'MailboxFull', value: 'no room', traceback: 'at step answer' },
    { answer: { status: 'failed', error: { name: 'MailboxFull', value: 'no room' } } },
  ),
  creditsUsed: 2,
}

function clientOf(body: unknown, { status = 200, ...options }: WorkflowClientOptions & { readonly status?: number } = {}) {
  return clientWith(() => new Response(JSON.stringify(body), { status }), { baseUrl: 'http://localhost/base/', ...options })
}

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

describe('A workflow client', () => {
  test('sends a run as the API document describes it', async () => {
    const { client, sent } = clientOf(JSON.parse(SUCCESS))
    await client.run('a b/ü', { subject: 'x', nested: { deep: null }, list: [1, null], flag: false, zero: 0, empty: '' })
    const [request] = sent
    expect(request?.url).toBe('http://localhost/base/api/v2/external/flows/a%20b%2F%C3%BC/published-run')
    expect([request?.method, request?.redirect]).toEqual(['POST', 'manual'])
    expect(Object.fromEntries(request?.headers ?? [])).toEqual({
      authorization: 'Bearer canary',
      'content-type': 'application/json',
      'user-agent': `@wfhost/sdk/${manifest.version}`,
    })
    expect(await request?.text()).toBe(
      '{"args":[{"name":"subject","value":"x"},{"name":"nested","value":{"deep":null}},{"name":"list","value":[1,null]},' +
        '{"name":"flag","value":false},{"name":"zero","value":0},{"name":"empty","value":""}],"mode":"sync"}',
    )
  })

  test.each([200, 201, 422, 500])('returns a failed run that comes with %i as a result', async (status) => {
    const { client } = clientOf(FAILED, { status })
    const run = await client.run('flow')
    expect(run).toEqual(FAILED)
    expect(() => unwrap(run)).toThrow(WorkflowFailedError)
    expect(() => unwrap(run)).toThrow('The workflow failed: MailboxFull: no room')
  })

  test.each([
    [{ status: 'FAILED', error: { name: 'Boom', value: 'v' } }, 'ConfigurationError', 'expected a run, found object'],
    [{ status: 'failed', stepOutputs: {} }, 'WorkflowFailedError', 'The workflow failed: unknown: no message'],
    [{ result: 1 }, 'ConfigurationError', 'expected a run, found object'],
  ])('is not unwrapped as a result if validation let %j through', async (body, name, message) => {
    const run = clientOf(body, { validation: 'off' }).client.run('flow')
    await expect(run.then(unwrap)).rejects.toMatchObject({ name, message: expect.stringContaining(message) })
  })

  test('keeps undocumented fields', async () => {
    const body = { ...succeededRun({ $ref: 1 }), ...withSteps({ a: { status: 'success', result: 1, ms: 5 } }), runId: 'r' }
    expect(await clientOf(body).client.run('flow')).toEqual(body)
  })

  test('keeps the body of a response that is not as documented', async () => {
    const body = { ...failedRun(), error: { name: 'E' } }
    await expect(clientOf(body).client.run('flow')).rejects.toMatchObject({
      ...{ name: 'ResponseValidationError', code: 'invalid_response', body, mayHaveRun: true, status: 200 },
      problems: [
        { path: 'error.value', message: 'expected string, found nothing' },
        { path: 'error.traceback', message: 'expected string, found nothing' },
      ],
    })
  })

  test('returns and logs an undocumented response if validation is warn', async () => {
    const { lines, logged } = keepLog()
    const { client } = clientOf({ status: 'success' }, { ...logged, validation: 'warn' })
    expect(await client.run('flow')).toEqual({ status: 'success' })
    expect(lines).toEqual([
      '[wfhost] Cannot run workflow flow: the response is not as documented: result: expected a value, found nothing',
    ])
    expect(await client.run('flow', {}, { validation: 'off' })).toEqual({ status: 'success' })
    expect(lines).toHaveLength(1)
  })

  test.each([
    [{ runId: 'a' }, 'a'],
    [{ run_id: 7 }, '7'],
    [{ data: { id: 'nested' } }, 'nested'],
    [{ id: '', executionId: 'x' }, 'x'],
    [{ status: 'queued' }, undefined],
    [{ id: { not: 'an id' } }, undefined],
    [{ id: 'req_123', data: { runId: 'run-9' } }, 'run-9'],
    [{ flow: { id: 'f' }, data: { run_id: 'run-9' } }, 'run-9'],
    [{ a: { b: [{ c: { jobId: 5 } }] } }, '5'],
    [{ id: 'run-9', flow: { id: 'f' } }, 'run-9'],
    [{ flow: { id: 'f' }, run: { id: 'run-9' } }, undefined],
    [{ runs: [{ runId: 'a' }, { runId: 'b' }] }, undefined],
    [{ runs: [{ runId: 'a' }, { runId: 'a' }] }, 'a'],
  ])('finds the run ID of an asynchronous start: %j', async (body, runId) => {
    const started = await clientOf(body, { status: 202 }).client.start('flow')
    expect(started.runId).toBe(runId)
    expect(responseOf(started)).toMatchObject({ status: 202, fields: body })
  })

  test.each([
    ['{"flow":{"id":"f"},"run":{"id":"run-9"}}', {}, 'f, run-9: pass runId to say where it is'],
    ['{"runId":12345678901234567890}', {}, '12345678901234567000: JSON rounds it'],
    ['{"n":12345678901234567890}', { runId: (body: unknown) => Object(body).n }, '12345678901234567000: JSON rounds it'],
  ])('reports which run ID it cannot determine: %s', async (body, options, problem) => {
    const { lines, logged } = keepLog()
    const { client } = clientOf(JSON.parse(body), logged)
    expect((await client.start('flow', {}, options)).runId).toBeUndefined()
    expect(lines).toEqual([`[wfhost] Cannot determine the run ID from ${problem}`])
  })

  test('finds the run ID under other names, or by a function', async () => {
    const { client } = clientOf({ ticket: 't', runId: 'r' })
    expect((await client.start('flow', {}, { runId: 'ticket' })).runId).toBe('t')
    expect((await client.start('flow', {}, { runId: 'other' })).runId).toBe('r')
    expect((await client.start('flow', {}, { runId: () => 9 })).runId).toBe('9')
    expect((await client.start('flow', {}, { runId: () => undefined })).runId).toBeUndefined()
  })

  test.each([400, 404, 500, 502])('reads no run ID from the body of a %i', async (status) => {
    const { client } = clientOf({ id: 'error-7', runId: 'r', message: 'no' }, { status })
    await expect(client.start('flow')).rejects.toMatchObject({ status, body: { id: 'error-7' } })
  })

  test('rejects the result of a run as the response to an asynchronous start', async () => {
    await expect(clientOf(JSON.parse(SUCCESS)).client.start('flow')).rejects.toMatchObject({ name: 'ResponseValidationError' })
  })

  test.each(['', '.', '..'])('refuses %j as a flowId, which a path would lose', async (flowId) => {
    await expect(clientOf({}).client.run(flowId)).rejects.toMatchObject({ name: 'ConfigurationError' })
  })

  test.each([
    ['flows.example', ''],
    ['localhost:4010', ', found localhost:4010'],
    ['ftp://flows.example', ', found ftp://flows.example'],
    ['http://me:secret@flows.example', ''],
    ['http://x/?key=secret', ''],
    ['http://x/#secret', ''],
    ['wfk_secret', ''],
    ['ftp://flows.example/canary', ', found ftp://flows.example/[redacted]'],
    [`eyJ.${'secret'.repeat(20)}.x`, ''],
  ])('refuses %s as an address, and shows it unless it may hold a secret', (baseUrl, output) => {
    expect(() => createWorkflowClient({ baseUrl, apiKey: 'canary' })).toThrow(
      expect.objectContaining({
        message: `Cannot use baseUrl: expected an http or https address of origin and path${output}`,
      }),
    )
  })

  test('accepts headers in any form, uses the last one of a name, and ignores undefined', async () => {
    const headers = { 'X-Team': 'a', 'x-gone': undefined, 'x-kept': '1' }
    const { client, sent } = clientWith(succeeded, { baseUrl: new URL('http://localhost'), headers })
    await client.run('flow', {}, { headers: new Headers({ 'x-team': 'b' }) })
    expect(Object.fromEntries(sent[0]?.headers ?? [])).toEqual({
      ...{ authorization: 'Bearer canary', 'content-type': 'application/json' },
      ...{ 'x-team': 'b', 'x-kept': '1', 'user-agent': `@wfhost/sdk/${manifest.version}` },
    })
    await expect(client.run('flow', {}, { headers: { Authorization: 'Bearer other' } })).rejects.toThrow(
      'Cannot use header Authorization: it carries apiKey',
    )
  })

  test('names a missing option and its variable, and reads the variable if it is set', async () => {
    vi.stubEnv('WFHOST_BASE_URL', '')
    expect(() => createWorkflowClient()).toThrow('Cannot create a client: pass baseUrl or set WFHOST_BASE_URL')
    vi.stubEnv('WFHOST_BASE_URL', 'http://localhost:1')
    expect(() => createWorkflowClient()).toThrow('Cannot create a client: pass apiKey or set WFHOST_API_KEY')
    vi.stubEnv('WFHOST_API_KEY', 'canary')
    expect(createWorkflowClient()).toHaveProperty('run')
  })

  test('looks up fetch when it sends', async () => {
    const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: 'canary' })
    vi.stubGlobal('fetch', async () => new Response(SUCCESS))
    expect((await client.run('flow')).status).toBe('success')
  })

  test('disables the cache of the fetch of Next.js 14', async () => {
    const fetch = vi.fn(async () => new Response(SUCCESS))
    vi.stubGlobal('fetch', fetch)
    await createWorkflowClient({ baseUrl: 'http://localhost', apiKey: 'canary' }).run('flow')
    expect(fetch).toHaveBeenCalledWith(expect.anything(), expect.objectContaining({ next: { revalidate: 0 } }))
  })

  test.each(['fetch', 'Request'])('names a global %s that is missing', async (name) => {
    const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: 'canary' })
    vi.stubGlobal(name, undefined)
    const message = 'Cannot send: there is no global fetch or Request'
    await expect(client.run('flow')).rejects.toMatchObject({ name: 'ConfigurationError', message, mayHaveRun: false })
  })

  test('requires no global fetch if it has its own', async () => {
    vi.stubGlobal('fetch', undefined)
    expect(await clientOf(JSON.parse(SUCCESS)).client.run('flow')).toHaveProperty('result', 1)
  })

  test.each([
    ['<html>\n  Sign in', 'text/html', '<html> Sign in (200, text/html)'],
    ['', 'application/json', 'nothing (200, application/json)'],
    ['x'.repeat(200), '', `${'x'.repeat(100)}… (200, )`],
    ['Sign in', undefined, 'Sign in (200, no content type)'],
  ])('shows the beginning of a response that is not JSON in one line, and its type: %j', async (...row) => {
    const [body, type, found] = row
    // A text body would get a content type automatically.
    const headers = new Headers(type === undefined ? {} : { 'content-type': type })
    const { client } = clientWith(() => new Response(new TextEncoder().encode(body), { headers }))
    const message = `Cannot run workflow flow: the response is not as documented: expected JSON, found ${found}`
    await expect(client.run('flow')).rejects.toMatchObject({ name: 'ResponseValidationError', message, body, mayHaveRun: true })
  })

  test('rejects a response whose bytes are not UTF-8, and accepts the replacement character', async () => {
    const runWith = (result: Uint8Array<ArrayBuffer>) =>
      clientWith(() => new Response(new Blob(['{"status":"success","stepOutputs":{},"result":"', result, '"}']))).client.run(
        'flow',
      )
    expect(await runWith(new TextEncoder().encode('Größe \ufffd'))).toHaveProperty('result', 'Größe \ufffd')
    await expect(runWith(Buffer.from('Größe', 'latin1'))).rejects.toMatchObject({
      ...{ name: 'ResponseValidationError', mayHaveRun: true },
      message: expect.stringContaining('expected JSON, found bytes that are not UTF-8 (200, '),
    })
  })

  test('keeps an excerpt of the body of an error that could not be read to its end', async () => {
    const body = JSON.stringify({ message: 'no', more: 'x'.repeat(30_000_000) })
    const { client } = clientWith(() => new Response(body, { status: 400 }))
    const error = await client.run('flow').catch(Object)
    expect(error.message).toMatch(/^Cannot run workflow flow: the service responded with 400: \{"message":"no"/)
    expect(error.body).toBe(`${body.slice(0, 500)}…`)
  })

  test('refuses to be created in a page, except on loopback or with dangerouslyAllowBrowser', () => {
    vi.stubGlobal('document', {})
    vi.stubGlobal('location', { hostname: 'app.example' })
    const options = { baseUrl: 'https://flows.example', apiKey: 'canary' }
    expect(() => createWorkflowClient(options)).toThrow('could read the key')
    expect(createWorkflowClient({ ...options, dangerouslyAllowBrowser: true })).toHaveProperty('run')
    vi.stubGlobal('location', { hostname: 'localhost' })
    expect(createWorkflowClient(options)).toHaveProperty('run')
  })
})
