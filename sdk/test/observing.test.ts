import {
  type Attributes,
  propagation,
  type Span,
  type SpanOptions,
  type SpanStatus,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { createWorkflowClient, type Hooks, type LogLevel } from '@wfhost/sdk'
import { traceHooks } from '@wfhost/sdk/otel'
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

interface RecordedSpan {
  readonly name: string
  readonly options: SpanOptions
  readonly attributes: Attributes
  readonly status: SpanStatus[]
  ended: number
}

/** A tracer that keeps its spans. */
function createTracer(): { tracer: Tracer; spans: RecordedSpan[] } {
  const spans: RecordedSpan[] = []
  const startSpan = (name: string, options: SpanOptions = {}): Span => {
    const recorded: RecordedSpan = { name, options, attributes: { ...options.attributes }, status: [], ended: 0 }
    spans.push(recorded)
    const id = String(spans.length).padStart(16, '0')
    const span = trace.wrapSpanContext({ traceId: 'a'.repeat(32), spanId: id, traceFlags: 1 })
    return Object.assign(span, {
      setAttribute: (key: string, value: string) => Object.assign(recorded.attributes, { [key]: value }),
      setStatus: (status: SpanStatus) => recorded.status.push(status),
      end: () => {
        recorded.ended += 1
      },
    })
  }
  return { tracer: { startSpan } as unknown as Tracer, spans }
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

  test('do not cost a result when they throw', async () => {
    const broken = () => {
      throw new Error('broken hook')
    }
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

describe('Spans', () => {
  test('follow the conventions for HTTP, one for each attempt, and are sent on', async () => {
    const { tracer, spans } = createTracer()
    const { options, headers } = limitedOnce()
    propagation.setGlobalPropagator({
      // biome-ignore lint/complexity/useMaxParams: the form of the OpenTelemetry API
      inject: (where, carrier, setter) => setter.set(carrier, 'traceparent', `00-${trace.getSpanContext(where)?.spanId}`),
      extract: (where) => where,
      fields: () => ['traceparent'],
    })
    await createWorkflowClient({ ...options, hooks: traceHooks({ tracer }) }).run('flow')
    propagation.disable()
    const common = {
      'http.request.method': 'POST',
      'url.full': 'http://localhost/api/v2/external/flows/flow/published-run',
      'server.address': 'localhost',
      'server.port': 80,
    }
    expect(spans.map(({ name, attributes, ended }) => ({ name, attributes, ended }))).toEqual([
      { name: 'POST', attributes: { ...common, 'http.response.status_code': 429, 'error.type': '429' }, ended: 1 },
      { name: 'POST', attributes: { ...common, 'http.request.resend_count': 1, 'http.response.status_code': 200 }, ended: 1 },
    ])
    expect(headers.map((each) => each.get('traceparent'))).toEqual(['00-0000000000000001', '00-0000000000000002'])
    expect(JSON.stringify(spans)).not.toContain('canary')
  })

  test('name the error of an attempt without a response', async () => {
    const { tracer, spans } = createTracer()
    const fetch = () => Promise.reject(new TypeError('fetch failed: Bearer canary'))
    const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: 'canary', fetch, hooks: traceHooks({ tracer }) })
    await client.run('flow').catch(() => {})
    expect(spans).toMatchObject([{ attributes: { 'error.type': 'APIConnectionError' }, status: [{ code: 2 }], ended: 1 }])
    expect(JSON.stringify(spans)).not.toContain('canary')
  })
})
