import { createWorkflowClient, type Hooks, type LogLevel } from '@wfhost/sdk'
import { describe, expect, test, vi } from 'vitest'
import { SUCCESS } from './faults.ts'

function limitedOnce() {
  let sent = 0
  const headers: Headers[] = []
  const fetch = async (request: Request) => {
    sent += 1
    headers.push(request.headers)
    return sent === 1 ? new Response('', { status: 429, headers: { 'retry-after': '0' } }) : new Response(SUCCESS)
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
    const hooks: Hooks = { onRequest: broken, onResponse: broken, onRetry: broken, onError: broken }
    expect((await createWorkflowClient({ ...limitedOnce().options, hooks }).run('flow')).status).toBe('success')
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
})
