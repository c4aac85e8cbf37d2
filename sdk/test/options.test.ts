import { createRegistryClient, createWorkflowClient, defineWorkflow, forwardWebhook, runMany, waitForRun } from '@wfhost/sdk'
import { openBatchFile } from '@wfhost/sdk/batch-file'
import { describe, expect, test } from 'vitest'
import { succeeded } from './faults.ts'
import { serviceOf } from './test-client.ts'

const workflow = { baseUrl: 'http://localhost', apiKey: 'canary' }
const registry = { baseUrl: 'http://localhost', apiKey: 'canary' }

type Options = Readonly<Record<string, unknown>>

/** The functions with options, each with its required arguments. */
const TAKERS = {
  client: async (options: Options) => createWorkflowClient({ ...workflow, ...options }),
  registry: async (options: Options) => createRegistryClient({ ...registry, ...options }),
  run: (options: Options) => createWorkflowClient({ ...workflow, totalTimeout: 0 }).run('flow', {}, options),
  start: (options: Options) => createWorkflowClient({ ...workflow, totalTimeout: 0 }).start('flow', {}, options),
  execute: (options: Options) => createRegistryClient({ ...registry, totalTimeout: 0 }).execute({}, options),
  wait: (options: Options) => waitForRun('run-7', { poll: async () => 1, ...options }),
  batch: (options: Options) => runMany(createWorkflowClient(workflow), 'flow', [], { ...options }).next(),
  file: (options: Options) => openBatchFile('/no/folder/done.jsonl', options),
} as const

type Taker = keyof typeof TAKERS

const calls: readonly Taker[] = ['client', 'registry', 'run', 'start', 'execute']
const timed = [...calls, 'wait', 'batch'] as const
const all = Object.keys(TAKERS) as Taker[]

/** The wrong values of an option, the messages, and the functions that have the option. */
const ROWS: readonly (readonly [option: string, value: unknown, problem: string, takers: readonly Taker[]])[] = [
  ['timeOut', 1, 'unknown option', all],
  ['baseURL', 'http://localhost', 'unknown option', all],
  ['retries', 2, 'unknown option', all],
  ['idempotent', 'no', 'expected true or false, found "no"', calls],
  ['retryUnknown', 'no', 'expected true or false, found "no"', ['file']],
  // Each variable of an environment is a text: this one would count as true, and runs would be sent again.
  ['idempotent', 'false', 'expected true or false, found "false"', calls],
  ['fetch', 'x', 'expected a function, found "x"', ['client', 'registry']],
  ['hooks', null, 'expected an object, found null', ['client', 'registry']],
  ['hooks', [3], 'expected an object, found 3', ['client', 'registry']],
  ['headers', 'x: y', 'expected an object, found "x: y"', calls],
  ['validation', 'strict', 'expected error, warn or off, found "strict"', calls],
  ['validation', 'error, warn', 'expected error, warn or off, found "error, warn"', calls],
  ...[0, -1, 0.5, NaN, '2'].flatMap((value) => {
    const message = `expected a whole number of 1 or more, found ${value === '2' ? '"2"' : value}`
    return [['concurrency', value, message, ['batch']] as const, ['maxUnknown', value, message, ['batch']] as const]
  }),
  ['totalTimeout', NaN, 'expected a number, found NaN', [...calls, 'batch']],
  ['totalTimeout', '5', 'expected a number, found "5"', [...calls, 'batch']],
  ['signal', {}, 'expected an AbortSignal, found {}', all],
  ['onProgress', 1, 'expected a function, found 1', ['batch']],
  ['onWait', 1, 'expected a function, found 1', ['file']],
  ['redact', 'key', 'expected a function, found "key"', ['file']],
  ['batch', 'support-triage', 'expected an object, found "support-triage"', ['file']],
  ['poll', 'x', 'expected a function, found "x"', ['wait']],
  ['clock', {}, 'expected a clock with now() and sleep(), found {}', ['client', 'registry', 'wait', 'batch']],
  ['clock', { now: Date.now }, 'expected a clock with now() and sleep(), found object', ['client', 'wait', 'batch']],
  ...[1.5, -1, NaN, '2'].flatMap((value) => {
    const message = `expected a whole number of 0 or more, found ${JSON.stringify(value) === 'null' ? 'NaN' : JSON.stringify(value)}`
    return [['maxRetries', value, message, timed] as const, ['maxRuns', value, message, ['batch']] as const]
  }),
  ...[NaN, -1, '2', null].flatMap((value) => {
    const message = `expected a number of 0 or more, found ${typeof value === 'string' ? '"2"' : String(value)}`
    return [
      ['timeout', value, message.replace('of 0 or more', 'above 0'), [...calls, 'batch']] as const,
      ['maxRetryAfter', value, message, [...calls, 'batch']] as const,
      ['interval', value, message, ['wait']] as const,
      ['maxInterval', value, message, ['wait']] as const,
    ]
  }),
  // In other clients 0 means no limit. Here no response could arrive in time.
  ['timeout', 0, 'expected a number above 0, found 0', [...calls, 'batch']],
  // Without a name, the service could not recognize a repeated request, and a run could be started twice.
  ...['', 'Idempotency Key', null].map(
    (value) => ['idempotencyHeader', value, `expected the name of a header, found ${JSON.stringify(value)}`, ['client']] as const,
  ),
  // Options of other functions.
  ['concurrency', 2, 'unknown option', ['client', 'registry', 'run', 'start', 'execute', 'wait']],
  ...['apiKey', 'fetch', 'hooks', 'idempotencyHeader', 'logger', 'clock', 'dangerouslyAllowBrowser'].map(
    (option) => [option, {}, 'unknown option', ['run', 'start', 'execute']] as const,
  ),
  ['baseUrl', 'http://localhost', 'unknown option', ['run', 'start', 'execute', 'wait', 'batch']],
  ['registryUrl', 'http://localhost', 'unknown option', all],
  ['session', 'x', 'unknown option', ['client', 'run', 'start', 'batch']],
  ['runId', ['id'], 'unknown option', ['client', 'registry', 'run', 'execute', 'wait', 'batch']],
]

describe('An option', () => {
  test.each(ROWS.flatMap(([option, value, problem, takers]) => takers.map((taker) => ({ taker, option, value, problem }))))(
    'of $taker is refused: $option, $problem',
    async ({ taker, option, value, problem }) => {
      const message = `Cannot use ${option}: ${problem}`
      await expect(TAKERS[taker]({ [option]: value })).rejects.toMatchObject({ name: 'ConfigurationError', message })
    },
  )

  test.each([null, 'http://localhost', 5])('has to be in an object: %j', async (options) => {
    const message = 'Cannot use options: expected an object, found '
    expect(() => createWorkflowClient(options as never)).toThrow(message)
    for (const taker of ['run', 'start', 'execute'] as const)
      await expect(TAKERS[taker](options as never)).rejects.toThrow(message)
  })

  test('of a batch is named where it is missing, and so are the inputs', async () => {
    const client = createWorkflowClient(workflow)
    await expect(runMany(undefined as never, 'flow', []).next()).rejects.toThrow(
      'Cannot use client: expected a client, found nothing',
    )
    const missing = runMany(client, 'flow', undefined as never)
    await expect(missing.next()).rejects.toThrow('Cannot use inputs: expected an iterable, found nothing')
  })

  test('may be undefined, without an end, or past', async () => {
    const { signal } = new AbortController()
    const client = createWorkflowClient({ ...workflow, signal, timeout: Infinity, maxRetries: 0, hooks: undefined })
    expect(
      await client
        .withOptions({ maxRetries: Infinity, totalTimeout: -1 })
        .run('flow')
        .catch(({ name }) => name),
    ).toBe('APITimeoutError')
    const batch = runMany(client, 'flow', [], { concurrency: Infinity, maxRuns: Infinity, signal })
    expect((await batch.next()).done).toBe(true)
  })

  test.each(['x;y', 'x y', 'x=y', '', 'é'])('refuse the name %j for the cookie of a session', async (cookie) => {
    const { fetch, sent } = serviceOf([() => Response.json({})])
    const client = createRegistryClient({ ...workflow, fetch, session: { value: 'canary-value', cookie } })
    await expect(client.organizationManifest('acme')).rejects.toMatchObject({
      name: 'ConfigurationError',
      message: expect.stringContaining('Cannot use session.cookie: expected the name of a cookie'),
    })
    expect(sent).toEqual([])
  })

  test('may have members that are undefined', async () => {
    const { fetch, sent } = serviceOf([succeeded, () => Response.json({ runId: 'run-7' }), () => Response.json({})])
    const client = createWorkflowClient({ ...workflow, fetch, hooks: { onRequest: undefined, onResponse: undefined } })
    await client.run(defineWorkflow({ flowId: 'flow', args: undefined, result: undefined }))
    await forwardWebhook(client, 'flow', '{}', { argument: undefined, args: undefined })

    const session = { value: 'session', cookie: undefined }
    await createRegistryClient({ ...workflow, fetch, session }).organizationManifest('acme')
    expect(sent.length).toBe(3)
    expect(sent[2]?.headers.get('cookie')).toBe('console_session=session')
  })
})
