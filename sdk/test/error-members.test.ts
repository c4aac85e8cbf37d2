import {
  type APIError,
  ConfigurationError,
  createRegistryClient,
  createWorkflowClient,
  isAPIError,
  NotSentError,
  type Run,
  responseOf,
  unwrap,
} from '@wfhost/sdk'
import { openBatchFile } from '@wfhost/sdk/batch-file'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { useFolder } from './command-surroundings.ts'
import { clientOf, rejectionOf, serviceOf } from './test-client.ts'

describe('An error of a call', () => {
  test('is serialized by JSON.stringify with the members for a log, and without bodies', async () => {
    const respond = () => Response.json({ message: 'no' }, { status: 403, headers: { 'x-request-id': 'req-7' } })
    const error = await rejectionOf(clientOf(respond).client.run('flow'))
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      name: 'PermissionDeniedError',
      message: 'Cannot run workflow flow: the service responded with 403: no',
      code: 'permission_denied',
      status: 403,
      mayHaveRun: false,
      requirement: 'KEY-SCOPE',
      requestId: 'req-7',
      docs: expect.stringContaining('PermissionDeniedError'),
    })
  })

  test.each([
    ['x-request-id', { 'x-request-id': 'a', 'request-id': 'b' }, 'a'],
    ['request-id', { 'request-id': 'b' }, 'b'],
    ['x-correlation-id', { 'x-correlation-id': 'c' }, 'c'],
    ['no header', {}, undefined],
  ])('has the request ID of %s', async (_, headers, requestId) => {
    const error = await rejectionOf(clientOf(() => new Response('', { status: 404, headers })).client.run('flow'))
    expect((error as APIError).requestId).toBe(requestId)
  })

  test('narrows by its code', async () => {
    const respond = () => new Response('', { status: 429, headers: { 'retry-after': '600' } })
    const error = await rejectionOf(clientOf(respond).client.run('flow'))
    if (!isAPIError(error) || error.code !== 'rate_limited') throw new Error('not narrowed')
    expect(error.retryAfterMs).toBe(600_000)
    expect([new Error('x'), undefined, { code: 'rate_limited' }, new ConfigurationError('x')].some(isAPIError)).toBe(false)
  })

  test('of the configuration is serialized by JSON.stringify', () => {
    const members = JSON.parse(JSON.stringify(new ConfigurationError('Cannot use x: unknown option')))
    expect(members).toMatchObject({ name: 'ConfigurationError', code: 'configuration', mayHaveRun: false })
  })
})

test('A failed run as an exception is serialized without its run, which can be large', async () => {
  const failedRun = { status: 'failed', error: { name: 'Declined', value: 'no funds', traceback: 'at charge' }, stepOutputs: {} }
  const run = await clientOf(() => Response.json(failedRun)).client.run('flow')
  const error = await rejectionOf(Promise.resolve(run).then(unwrap))
  expect(error).toMatchObject({ errorName: 'Declined', run: failedRun })
  expect(JSON.parse(JSON.stringify(error))).toEqual({
    name: 'WorkflowFailedError',
    message: 'The workflow failed: Declined: no funds',
    code: 'workflow_failed',
    errorName: 'Declined',
    docs: expect.stringContaining('WorkflowFailedError'),
  })
})

test('A NotSentError is serialized with its message', () => {
  expect(JSON.parse(JSON.stringify(new NotSentError('The tunnel is down')))).toEqual({
    name: 'NotSentError',
    message: 'The tunnel is down',
    code: 'not_sent',
    docs: expect.stringContaining('NotSentError'),
  })
})

test.each([
  ['a promise, which would be unwrapped to undefined', Promise.resolve(), 'object'],
  ['undefined', undefined, 'nothing'],
  ['null', null, 'null'],
  ['a run ID', 'run-7', 'string'],
  ['the result of a start, which has not ended', { runId: 'run-7' }, 'object'],
])('unwrap() refuses %s', (_, value, found) => {
  const message = `Cannot unwrap the value: expected a run, found ${found}. Await it, or pass unwrap to then()`
  expect(() => unwrap(value as unknown as Run)).toThrow(new ConfigurationError(message))
})

test('responseOf() refuses a promise, which has no response of its own', () => {
  const promise = clientOf().client.run('flow')
  expect(() => responseOf(promise as unknown as Run)).toThrow('Cannot read the response of a promise: await it')
})

test.each([undefined, null, 'run-7', { runId: 'run-7' }])(
  'responseOf() returns undefined for %j, which has no response',
  (value) => {
    expect(responseOf(value as unknown as Run)).toBeUndefined()
  },
)

describe('The environment', () => {
  afterEach(() => vi.unstubAllEnvs())

  test('has keys of single workflows, and one for all others', async () => {
    vi.stubEnv('WFHOST_API_KEY', 'common-key')
    vi.stubEnv('WFHOST_API_KEY_SUPPORT_TRIAGE', 'triage-key')
    const { fetch, sent } = serviceOf()
    const client = createWorkflowClient({ baseUrl: 'http://localhost', fetch })
    await client.run('support-triage')
    await client.run('echo')
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer triage-key', 'Bearer common-key'])
  })

  test('may have only keys of single workflows', async () => {
    vi.stubEnv('WFHOST_API_KEY', undefined)
    vi.stubEnv('WFHOST_API_KEY_ECHO', 'echo-key')
    const { fetch, sent } = serviceOf()
    const client = createWorkflowClient({ baseUrl: 'http://localhost', fetch })
    await client.run('echo')
    await expect(client.run('other')).rejects.toThrow('Cannot use apiKey: it has no key for workflow other')
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer echo-key'])
  })

  test('has a console session for the organization manifest', async () => {
    vi.stubEnv('WFHOST_CONSOLE_SESSION', 'session-of-the-environment')
    const { fetch, sent } = serviceOf(() => new Response('{}'))
    await createRegistryClient({ baseUrl: 'http://localhost', fetch }).organizationManifest('acme')
    expect(sent[0]?.headers.get('cookie')).toBe('console_session=session-of-the-environment')
  })
})

test('A file store is closed at the end of its block', async () => {
  const { at } = useFolder()
  const path = at('disposed.jsonl')
  {
    await using store = await openBatchFile(path)
    expect(store.recorded.size).toBe(0)
  }
  // The lock of the first store is gone.
  await using again = await openBatchFile(path)
  expect(again.recorded.size).toBe(0)
})
