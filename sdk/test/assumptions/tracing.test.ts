import { inspect } from 'node:util'
import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { ReadableSpan } from '@opentelemetry/sdk-trace'
import { sampleKeys } from '@wfhost/mock-server'
import { createRegistryClient, createWorkflowClient, defineWorkflow } from '@wfhost/sdk'
import { traceCalls, traceHooks } from '@wfhost/sdk/otel'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { failedRun } from '../../../tools/scripts/run-bodies.ts'
import { useTracing } from '../use-tracing.ts'
import { describeWithAssumptions } from './describe-with-assumptions.ts'

const { exporter, provider } = useTracing()

const url = 'http://localhost/api/v2/external/flows/echo/published-run'
const template = '/api/v2/external/flows/{flowId}/published-run'
const common = {
  ...{ 'http.request.method': 'POST', 'url.full': url, 'server.address': 'localhost', 'server.port': 80 },
  ...{ 'url.template': template, 'wfhost.flow_id': 'echo' },
}

function traceparent(span: ReadableSpan | undefined): string {
  const { traceId, spanId, traceFlags } = span?.spanContext() ?? {}
  return `00-${traceId}-${spanId}-0${traceFlags}`
}

/** A retry follows immediately. */
const withoutWaits = { random: () => 0 }

/** A client with spans, and the `traceparent` headers that its service receives. */
function recordingClient(fetch: (request: Request) => Promise<Response>) {
  const received: (string | null)[] = []
  const recording = (request: Request) => {
    received.push(request.headers.get('traceparent'))
    return fetch(request)
  }
  const options = { baseUrl: 'http://localhost', apiKey: sampleKeys.workflows, fetch: recording, hooks: traceHooks() }
  return { received, client: createWorkflowClient({ ...options, ...withoutWaits }) }
}

describeWithAssumptions('Spans of the OpenTelemetry SDK', ({ createService }) => {
  test('follow the conventions for HTTP, one for each attempt', async () => {
    const { fetch } = createService()
    let sent = 0
    const { client } = recordingClient(async (request) => {
      sent += 1
      return sent === 1 ? new Response('', { status: 429, headers: { 'retry-after': '0' } }) : fetch(request)
    })
    await client.run('echo')
    const spans = exporter.getFinishedSpans()
    expect(spans.map(({ name, kind, attributes, status }) => ({ name, kind, attributes, status: status.code }))).toEqual([
      {
        name: `POST ${template}`,
        kind: SpanKind.CLIENT,
        attributes: { ...common, 'http.response.status_code': 429, 'error.type': '429', 'wfhost.may_have_run': false },
        status: SpanStatusCode.ERROR,
      },
      {
        name: `POST ${template}`,
        kind: SpanKind.CLIENT,
        attributes: { ...common, 'http.request.resend_count': 1, 'http.response.status_code': 200 },
        status: SpanStatusCode.UNSET,
      },
    ])
    expect(spans.map(({ instrumentationScope }) => instrumentationScope.name)).toEqual(['@wfhost/sdk', '@wfhost/sdk'])
  })

  test('are children of the span of the caller, and are sent on in traceparent', async () => {
    const { client, received } = recordingClient(createService().fetch)
    await trace.getTracer('test').startActiveSpan('caller', async (span) => {
      await client.run('echo')
      await client.run('echo')
      span.end()
    })
    const [first, second, caller] = exporter.getFinishedSpans()
    const parent = caller?.spanContext().spanId
    expect([first, second].map((span) => span?.parentSpanContext?.spanId)).toEqual([parent, parent])
    expect(received).toEqual([first, second].map(traceparent))
    expect(first?.spanContext().spanId).not.toBe(second?.spanContext().spanId)
  })

  test('are separate for concurrent calls', async () => {
    const { client, received } = recordingClient(createService().fetch)
    await Promise.all(Array.from({ length: 20 }, () => client.run('echo')))
    const spans = exporter.getFinishedSpans()
    expect(new Set(received)).toEqual(new Set(spans.map(traceparent)))
    expect(received).toHaveLength(20)
  })

  test('are named by the operation, and have its attributes', async () => {
    const { fetch } = createService()
    const options = { fetch, hooks: traceHooks(), apiKey: sampleKeys.defaultEnvironment }
    const client = createWorkflowClient({ ...options, baseUrl: 'http://localhost' })
    const registry = createRegistryClient({ ...options, baseUrl: 'http://localhost' })
    const calls = [client.start('a b'), registry.organizationManifest('acme'), registry.manifest()]
    await Promise.allSettled(calls)
    const spans = exporter.getFinishedSpans().map(({ name, attributes }) => {
      return [name, attributes['wfhost.flow_id'], attributes['wfhost.org_id']]
    })
    expect(spans).toHaveLength(3)
    expect(spans).toEqual(
      expect.arrayContaining([
        [`POST ${template}`, 'a b', undefined],
        ['GET /v1/orgs/{orgId}/{product}/manifest', undefined, 'acme'],
        ['GET /v1/public/{product}/manifest', undefined, undefined],
      ]),
    )
  })

  test('go to the tracer of the option', async () => {
    const { fetch } = createService()
    const hooks = traceHooks({ tracer: provider.getTracer('mine') })
    await createWorkflowClient({ baseUrl: 'http://localhost', apiKey: sampleKeys.workflows, fetch, hooks }).run('echo')
    expect(exporter.getFinishedSpans().map(({ instrumentationScope }) => instrumentationScope.name)).toEqual(['mine'])
  })
})

describeWithAssumptions('A traced client', ({ createService }) => {
  test('creates a span for each call, with a child span for each attempt', async () => {
    const { fetch } = createService()
    let sent = 0
    const recorded = recordingClient(async (request) => {
      sent += 1
      return sent === 1 ? new Response('', { status: 429, headers: { 'retry-after': '0' } }) : fetch(request)
    })
    const client = traceCalls(recorded.client)
    await client.run('echo')
    const spans = exporter.getFinishedSpans()
    expect(spans.map(({ name }) => name)).toEqual([`POST ${template}`, `POST ${template}`, 'run workflow'])
    const call = spans.at(-1)
    expect(spans.slice(0, 2).map(({ parentSpanContext }) => parentSpanContext?.spanId)).toEqual(
      Array.from({ length: 2 }, () => call?.spanContext().spanId),
    )
    expect(call).toMatchObject({
      attributes: { 'wfhost.flow_id': 'echo', 'wfhost.run_status': 'success' },
      status: { code: SpanStatusCode.UNSET },
    })
  })

  test('records the ID of a started run, a failed run, and mayHaveRun', async () => {
    const { fetch } = createService()
    const client = traceCalls(recordingClient(fetch).client, { tracer: provider.getTracer('mine') })
    const broken = traceCalls(recordingClient(() => Promise.reject(new TypeError('fetch failed'))).client)
    const { runId } = await client.start('echo')
    await client.run('charge-card', { amount: 12 })
    await client.run(defineWorkflow({ flowId: 'charge-card', args: z.object({ amount: z.number() }) }), { amount: 0.5 })
    const error = await broken.run('echo').catch((error: unknown) => error)
    const [started, failed, defined, unknown] = exporter.getFinishedSpans().filter(({ name }) => !name.startsWith('POST'))
    expect(started).toMatchObject({ name: 'start workflow', attributes: { 'wfhost.flow_id': 'echo' } })
    expect(started?.attributes['wfhost.run_id']).toBe(runId)
    expect(started?.instrumentationScope.name).toBe('mine')
    expect(failed?.attributes).toEqual({
      ...{ 'wfhost.flow_id': 'charge-card', 'wfhost.run_status': 'failed', 'error.type': 'CardDeclined' },
    })
    expect(failed?.status).toEqual({ code: SpanStatusCode.ERROR })
    expect(defined?.attributes['wfhost.flow_id']).toBe('charge-card')
    expect(unknown?.attributes).toEqual({
      ...{ 'wfhost.flow_id': 'echo', 'error.type': 'connection', 'wfhost.may_have_run': true },
    })
    expect(error).toMatchObject({ mayHaveRun: true, message: unknown?.status.message })
  })
})

test('The span of a call shows no key that a run repeats', async () => {
  const key = 'canary-workflow-key'
  const responses = [failedRun({ name: key, value: key, traceback: key }), { runId: `run-of-${key}` }]
  const fetch = async () => Response.json(responses.shift())
  const client = traceCalls(createWorkflowClient({ baseUrl: 'http://localhost', apiKey: key, fetch }))
  await client.run('echo')
  await client.withOptions({ maxRetries: 0 }).start('echo')
  const [run, started] = exporter.getFinishedSpans().map(({ attributes }) => attributes)
  expect([run?.['error.type'], started?.['wfhost.run_id']]).toEqual(['[redacted]', 'run-of-[redacted]'])
})

describe('Spans of attempts that go wrong', () => {
  test('name the error of an attempt without a response, and end', async () => {
    const { client } = recordingClient(() => Promise.reject(Object.assign(new TypeError('fetch failed'), { code: 'ECONNRESET' })))
    await client.run('echo').catch(() => {})
    const [span] = exporter.getFinishedSpans()
    expect(span?.attributes).toEqual({ ...common, 'error.type': 'APIConnectionError', 'wfhost.may_have_run': true })
    expect(span?.status).toMatchObject({ code: SpanStatusCode.ERROR, message: expect.stringContaining('ECONNRESET') })
  })

  test('say whether an attempt may have run, as the errors do', async () => {
    for (const status of [400, 401, 403, 404, 408, 500, 502]) {
      const { client } = recordingClient(async () => new Response('', { status }))
      const error = await client.run('echo').catch((error: unknown) => error)
      const [span] = exporter.getFinishedSpans()
      expect({ error, attributes: span?.attributes }).toMatchObject({
        error: { status, mayHaveRun: status === 408 || status >= 500 },
        attributes: { 'wfhost.may_have_run': status === 408 || status >= 500 },
      })
      exporter.reset()
    }
  })

  test('contain no key and no session, also if the service or fetch repeats one', async () => {
    const secrets = ['canary-workflow-key', 'canary-hosting-key', 'canary-session'] as const
    const [apiKey, hostingKey, session] = secrets
    const responses = [
      async (request: Request) => Response.json({ message: [...request.headers].join() }, { status: 401 }),
      async (request: Request) => Promise.reject(new TypeError(`bad header ${[...request.headers].join()}`)),
    ]
    for (const fetch of responses) {
      const options = { fetch, hooks: traceHooks(), maxRetries: 0 }
      const workflows = createWorkflowClient({ ...options, baseUrl: 'http://localhost', apiKey })
      const registry = createRegistryClient({ ...options, baseUrl: 'http://localhost', apiKey: hostingKey, session })
      const calls = [workflows.run('echo'), registry.manifest(), registry.organizationManifest('acme'), registry.execute({})]
      expect((await Promise.allSettled(calls)).map(({ status }) => status)).toEqual(calls.map(() => 'rejected'))
    }
    const spans = exporter.getFinishedSpans()
    expect(spans).toHaveLength(8)
    const printedSpans = inspect(spans, { depth: 10, showHidden: true })
    for (const secret of secrets) expect(printedSpans).not.toContain(secret)
  })
})
