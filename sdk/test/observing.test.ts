import { AsyncLocalStorage } from 'node:async_hooks'
import type { Hooks, WorkflowClientOptions } from '@wfhost/sdk'
import { describe, expect, test, vi } from 'vitest'
import { createFakeClock } from './fake-clock.ts'
import { limited, SUCCESS, succeeded } from './faults.ts'
import { clientOf, keepLog } from './test-client.ts'

/** A client whose first attempt receives a 429. */
function limitedOnce(options: WorkflowClientOptions, seconds = 0) {
  return clientOf([() => limited(seconds), succeeded], options)
}

describe('Hooks', () => {
  test('receive each attempt, and the reason and time of its retry', async () => {
    const heard: unknown[] = []
    const hooks: Hooks = {
      onRequest: ({ action, number, method, url, headers }) =>
        heard.push(['request', action, number, method, url, headers.has('authorization')]),
      onResponse: ({ number }, { status }) => heard.push(['response', number, status]),
      onRetry: ({ number }, { error, delayMs }) => heard.push(['retry', number, error.name, delayMs]),
      onError: ({ number }, error) => heard.push(['error', number, error.name]),
    }
    const url = 'http://localhost/api/v2/external/flows/flow/published-run'
    await limitedOnce({ hooks }).client.run('flow')
    expect(heard).toEqual([
      ['request', 'run workflow flow', 1, 'POST', url, false],
      ['response', 1, 429],
      ['retry', 1, 'RateLimitError', 0],
      ['request', 'run workflow flow', 2, 'POST', url, false],
      ['response', 2, 200],
    ])
  })

  test('receive the duration of an attempt until the end of its response', async () => {
    const clock = createFakeClock()
    const heard: number[] = []
    const respond = async () => {
      await clock.advance(1200)
      const rest = async (controller: ReadableStreamDefaultController) => {
        await clock.advance(300)
        controller.enqueue(new TextEncoder().encode(SUCCESS))
        controller.close()
      }
      return new Response(new ReadableStream({ pull: rest }, { highWaterMark: 0 }))
    }
    const hooks: Hooks = { onResponse: (_, { durationMs }) => heard.push(durationMs) }
    await clientOf(respond, { clock, hooks }).client.run('flow')
    expect(heard).toEqual([1500])
  })

  test('may be an object of a class with members of its own', async () => {
    class Counter {
      count = 0
      readonly onRequest = () => {
        this.count += 1
      }
    }
    const hooks = new Counter()
    await clientOf(undefined, { hooks }).client.run('flow')
    expect(hooks.count).toBe(1)
  })

  test('receive the delay before a retry', async () => {
    const clock = createFakeClock()
    const heard: number[] = []
    const hooks: Hooks = { onRetry: (_, { delayMs }) => heard.push(delayMs) }
    const run = limitedOnce({ clock, hooks }, 3).client.run('flow')
    await clock.advance(3000)
    await run
    expect(heard).toEqual([3000])
  })

  test('can add headers, and cannot replace the key', async () => {
    const hooks: Hooks = {
      onRequest: (attempt) => {
        attempt.headers.set('x-attempt', String(attempt.number))
        attempt.headers.set('authorization', 'Bearer other')
      },
    }
    const { client, sent } = limitedOnce({ hooks })
    await client.run('flow')
    expect(sent.map(({ headers }) => [headers.get('x-attempt'), headers.get('authorization')])).toEqual([
      ['1', 'Bearer canary'],
      ['2', 'Bearer canary'],
    ])
  })

  test.each([
    ['throw', () => expect.fail('broken hook')],
    ['return a promise that rejects', () => Promise.reject(new Error('broken hook'))],
  ])('do not cost a result when they %s', async (_, broken) => {
    const hooks: Hooks = { onResponse: broken, onRetry: broken, onError: broken }
    expect((await limitedOnce({ hooks }).client.run('flow')).status).toBe('success')
  })
})

describe('A hook before an attempt', () => {
  test('is awaited, so that its late changes are sent', async () => {
    const onRequest: Hooks['onRequest'] = async (attempt) => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      attempt.headers.set('x-signature', 'late')
    }
    const { client, sent } = limitedOnce({ hooks: { onRequest } })
    await client.run('flow')
    expect(sent.map(({ headers }) => headers.get('x-signature'))).toEqual(['late', 'late'])
  })

  test.each([
    ['throws', () => expect.fail('vetoed')],
    ['returns a promise that rejects', () => Promise.reject(new Error('vetoed'))],
  ])('that %s stops the call before anything is sent', async (_, onRequest) => {
    const { client, sent } = limitedOnce({ hooks: { onRequest } })
    const cause = expect.objectContaining({ message: 'vetoed' })
    const message = expect.stringMatching(/^Cannot run workflow flow: a hook failed: \w*Error: vetoed$/)
    await expect(client.run('flow')).rejects.toMatchObject({ name: 'ConfigurationError', mayHaveRun: false, message, cause })
    expect(sent).toEqual([])
  })

  test('that never ends is ended by the total timeout of the call', async () => {
    const { client, sent } = limitedOnce({ hooks: { onRequest: () => new Promise(() => {}) }, totalTimeout: 20 })
    await expect(client.run('flow')).rejects.toMatchObject({ name: 'APITimeoutError', mayHaveRun: false })
    expect(sent).toEqual([])
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
  ])('that %s sends it once', async (_, around) => {
    const { client, sent } = limitedOnce({ hooks: { around } })
    await client.run('flow')
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(sent).toHaveLength(2)
  })

  test('passes on the context in which it calls send, also with several hooks', async () => {
    const [one, other] = [new AsyncLocalStorage<number>(), new AsyncLocalStorage<number>()]
    const seen: unknown[] = []
    const respond = async () => {
      await new Promise((resolve) => setImmediate(resolve))
      seen.push([one.getStore(), other.getStore()])
      return succeeded()
    }
    const hooks: Hooks[] = [
      { around: ({ number }, send) => one.run(number, send) },
      { around: ({ number }, send) => other.run(number + 1, send) },
    ]
    await clientOf(respond, { hooks }).client.run('flow')
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
  ] as const)('at level %s writes %i lines', async (logLevel: NonNullable<WorkflowClientOptions['logLevel']>, count) => {
    const { lines, logged } = keepLog()
    await limitedOnce({ ...logged, logLevel }).client.run('flow')
    vi.stubEnv('WFHOST_LOG', logLevel)
    await limitedOnce(logged).client.run('flow')
    vi.unstubAllEnvs()
    expect(lines).toHaveLength(2 * count)
    expect(lines.join()).not.toContain('canary')
  })

  test('warns of an unknown level, and uses warn', async () => {
    const { lines, logged } = keepLog()
    vi.stubEnv('WFHOST_LOG', 'verbose')
    await limitedOnce(logged).client.run('flow')
    vi.unstubAllEnvs()
    expect(lines).toEqual(['[wfhost] Cannot use log level verbose: expected off, warn, info, debug'])
  })

  test.each([
    ['a status', async () => new Response('{}', { status: 503 }), [/responded with 503$/]],
    ['a refusal', async () => new Response('{}', { status: 400 }), [/responded with 400$/]],
    ['a drift', async () => new Response('{}'), [/not as documented: status/]],
    ['a broken connection', async () => Promise.reject(new Error('reset')), [/connection failed/]],
    ['a limit', () => limited(0), [/responded with 429; once more in 0 ms$/, /responded with 429$/]],
  ])('has at level info one line for each retry and one for the end: %s', async (...[, respond, expected]) => {
    const { lines, logged } = keepLog()
    await expect(clientOf(respond, { ...logged, logLevel: 'info', maxRetries: 1 }).client.run('flow')).rejects.toThrow()
    expect(lines).toEqual(expected.map((line) => expect.stringMatching(line)))
  })
})
