import { AsyncLocalStorage } from 'node:async_hooks'
import { createWorkflowClient, type Hooks, type LogLevel } from '@wfhost/sdk'
import { describe, expect, test, vi } from 'vitest'
import { createFakeClock } from './fake-clock.ts'
import { SUCCESS } from './faults.ts'

function limitedOnce(retryAfter = '0') {
  let sent = 0
  const headers: Headers[] = []
  const fetch = async (request: Request) => {
    sent += 1
    headers.push(request.headers)
    return sent === 1 ? new Response('', { status: 429, headers: { 'retry-after': retryAfter } }) : new Response(SUCCESS)
  }
  return { headers, options: { baseUrl: 'http://localhost', apiKey: 'canary', fetch } }
}

describe('Hooks', () => {
  test('are told of each attempt, and why and when it is repeated', async () => {
    const heard: unknown[] = []
    const hooks: Hooks = {
      onRequest: ({ action, number, method, url, headers }) =>
        heard.push(['request', action, number, method, url, headers.has('authorization')]),
      onResponse: ({ number }, { status }) => heard.push(['response', number, status]),
      onRetry: ({ number }, { error, delayMs }) => heard.push(['retry', number, error.name, delayMs]),
      onError: ({ number }, error) => heard.push(['error', number, error.name]),
    }
    const url = 'http://localhost/api/v2/external/flows/flow/published-run'
    await createWorkflowClient({ ...limitedOnce().options, hooks }).run('flow')
    expect(heard).toEqual([
      ['request', 'run workflow flow', 1, 'POST', url, false],
      ['response', 1, 429],
      ['retry', 1, 'RateLimitError', 0],
      ['request', 'run workflow flow', 2, 'POST', url, false],
      ['response', 2, 200],
    ])
  })

  test('are told how long an attempt took until its whole answer was there', async () => {
    const clock = createFakeClock()
    const heard: number[] = []
    const fetch = async () => {
      await clock.advance(1200)
      const rest = async (controller: ReadableStreamDefaultController) => {
        await clock.advance(300)
        controller.enqueue(new TextEncoder().encode(SUCCESS))
        controller.close()
      }
      return new Response(new ReadableStream({ pull: rest }, { highWaterMark: 0 }))
    }
    const hooks: Hooks = { onResponse: (_, { durationMs }) => heard.push(durationMs) }
    await createWorkflowClient({ baseUrl: 'http://localhost', apiKey: 'canary', fetch, clock, hooks }).run('flow')
    expect(heard).toEqual([1500])
  })

  test('are told how long is waited before a retry', async () => {
    const clock = createFakeClock()
    const heard: number[] = []
    const hooks: Hooks = { onRetry: (_, { delayMs }) => heard.push(delayMs) }
    const run = createWorkflowClient({ ...limitedOnce('3').options, clock, hooks }).run('flow')
    await clock.advance(3000)
    await run
    expect(heard).toEqual([3000])
  })

  test('can add headers, and cannot replace the key', async () => {
    const { options, headers } = limitedOnce()
    const hooks: Hooks = {
      onRequest: (attempt) => {
        attempt.headers.set('x-attempt', String(attempt.number))
        attempt.headers.set('authorization', 'Bearer other')
      },
    }
    await createWorkflowClient({ ...options, hooks }).run('flow')
    expect(headers.map((each) => [each.get('x-attempt'), each.get('authorization')])).toEqual([
      ['1', 'Bearer canary'],
      ['2', 'Bearer canary'],
    ])
  })

  test.each([
    ['throw', () => expect.fail('broken hook')],
    ['return a promise that rejects', () => Promise.reject(new Error('broken hook'))],
  ])('do not cost a result when they %s', async (_, broken) => {
    const hooks: Hooks = { onResponse: broken, onRetry: broken, onError: broken }
    expect((await createWorkflowClient({ ...limitedOnce().options, hooks }).run('flow')).status).toBe('success')
  })
})

describe('A hook before an attempt', () => {
  test('is awaited: what it adds late is sent', async () => {
    const { options, headers } = limitedOnce()
    const onRequest: Hooks['onRequest'] = async (attempt) => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      attempt.headers.set('x-signature', 'late')
    }
    await createWorkflowClient({ ...options, hooks: { onRequest } }).run('flow')
    expect(headers.map((each) => each.get('x-signature'))).toEqual(['late', 'late'])
  })

  test.each([
    ['throws', () => expect.fail('vetoed')],
    ['returns a promise that rejects', () => Promise.reject(new Error('vetoed'))],
  ])('that %s stops the call before anything is sent', async (_, onRequest) => {
    const { options, headers } = limitedOnce()
    const call = createWorkflowClient({ ...options, hooks: { onRequest } }).run('flow')
    const cause = expect.objectContaining({ message: 'vetoed' })
    await expect(call).rejects.toMatchObject({ name: 'ConfigurationError', mayHaveRun: false, cause })
    expect(headers).toEqual([])
  })

  test('that does not come to an end is ended by the deadline of the call', async () => {
    const { options, headers } = limitedOnce()
    const hooks: Hooks = { onRequest: () => new Promise(() => {}) }
    const call = createWorkflowClient({ ...options, hooks, deadline: 20 }).run('flow')
    await expect(call).rejects.toMatchObject({ name: 'APITimeoutError', mayHaveRun: false })
    expect(headers).toEqual([])
  })
})

describe('A hook around an attempt', () => {
  const later = (_: unknown, send: () => void) => void setTimeout(send, 0)
  test.each<[string, NonNullable<Hooks['around']>]>([
    ['calls send', (_, send) => send()],
    ['calls send twice', (_, send) => [send(), send()]],
    ['calls send later', later],
    ['does not call send', () => {}],
    ['throws', () => expect.fail('broken hook')],
    ['calls send and throws', (_, send) => [send(), expect.fail('broken hook')]],
  ])('that %s has it sent once', async (_, around) => {
    const { options, headers } = limitedOnce()
    await createWorkflowClient({ ...options, hooks: { around } }).run('flow')
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(headers).toHaveLength(2)
  })

  test('gives it the context that send is called in, and all of several do', async () => {
    const [one, other] = [new AsyncLocalStorage<number>(), new AsyncLocalStorage<number>()]
    const seen: unknown[] = []
    const fetch = async () => {
      await new Promise((resolve) => setImmediate(resolve))
      seen.push([one.getStore(), other.getStore()])
      return new Response(SUCCESS)
    }
    const hooks: Hooks[] = [
      { around: ({ number }, send) => one.run(number, send) },
      { around: ({ number }, send) => other.run(number + 1, send) },
    ]
    await createWorkflowClient({ ...limitedOnce().options, fetch, hooks }).run('flow')
    seen.push([one.getStore(), other.getStore()])
    expect(seen).toEqual([
      [1, 2],
      [undefined, undefined],
    ])
  })
})

describe('The log', () => {
  test.each([
    ['off', 0],
    ['warn', 0],
    ['info', 1],
    ['debug', 5],
  ] as const)('has at level %s so many lines: %i', async (logLevel: LogLevel, count) => {
    const lines: string[] = []
    const write = (line: string) => void lines.push(line)
    const logger = { debug: write, info: write, warn: write }
    await createWorkflowClient({ ...limitedOnce().options, logger, logLevel }).run('flow')
    vi.stubEnv('WFHOST_LOG', logLevel)
    await createWorkflowClient({ ...limitedOnce().options, logger }).run('flow')
    vi.unstubAllEnvs()
    expect(lines).toHaveLength(2 * count)
    expect(lines.join()).not.toContain('canary')
  })

  test('warns of an unknown level, and goes on at warn', async () => {
    const lines: string[] = []
    const write = (line: string) => void lines.push(line)
    const logger = { debug: write, info: write, warn: write }
    vi.stubEnv('WFHOST_LOG', 'verbose')
    await createWorkflowClient({ ...limitedOnce().options, logger }).run('flow')
    vi.unstubAllEnvs()
    expect(lines).toEqual(['[wfhost] Cannot use log level verbose: expected off, warn, info, debug'])
  })

  test.each([
    ['a status', async () => new Response('{}', { status: 503 }), [/answered 503$/]],
    ['a refusal', async () => new Response('{}', { status: 400 }), [/answered 400$/]],
    ['a drift', async () => new Response('{}'), [/not as documented: status/]],
    ['a broken connection', async () => Promise.reject(new Error('reset')), [/connection failed/]],
    [
      'a limit',
      async () => new Response('', { status: 429, headers: { 'retry-after': '0' } }),
      [/answered 429; once more in 0 ms$/, /answered 429$/],
    ],
  ])('has at level info one line for each retry and one for the end: %s', async (...row) => {
    const [, fetch, expected] = row
    const lines: string[] = []
    const write = (line: string) => void lines.push(line)
    const logger = { debug: write, info: write, warn: write }
    const options = { ...limitedOnce().options, fetch, logger, logLevel: 'info', maxRetries: 1 } as const
    await expect(createWorkflowClient(options).run('flow')).rejects.toThrow()
    expect(lines).toEqual(expected.map((line) => expect.stringMatching(line)))
  })
})
