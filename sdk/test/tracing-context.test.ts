import { trace } from '@opentelemetry/api'
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici'
import { TracerProvider } from '@opentelemetry/sdk-trace'
import { createWorkflowClient, runMany } from '@wfhost/sdk'
import { traceCalls, traceHooks } from '@wfhost/sdk/otel'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { SUCCESS, succeeded } from './faults.ts'
import { response, startRawServer } from './raw-server.ts'
import { clientOf } from './test-client.ts'
import { useTracing } from './use-tracing.ts'

const { exporter, provider } = useTracing()
const instrumentation = new UndiciInstrumentation()
instrumentation.setTracerProvider(provider)

beforeEach(() => instrumentation.enable())
afterEach(() => instrumentation.disable())

/** A server that responds to every run, and each `traceparent` that reached it. */
async function startService() {
  const received: string[] = []
  const server = await startRawServer({
    onRequest: ({ text, socket }) => {
      received.push(...[...text.matchAll(/^traceparent: (\S+)/gim)].map(([, value = '']) => value))
      return socket.write(response(200, { body: SUCCESS }))
    },
  })
  return Object.assign(server, { received })
}

function spanIds(): (string | undefined)[] {
  return exporter.getFinishedSpans().map((span) => span.spanContext().spanId)
}

describe('With the instrumentation of undici', () => {
  test('an attempt is one span, and sends one traceparent, its own', async () => {
    await using server = await startService()
    const client = createWorkflowClient({ baseUrl: server.url, apiKey: 'canary', hooks: traceHooks() })
    await client.run('flow')
    await client.run('flow')
    expect(exporter.getFinishedSpans().map(({ instrumentationScope }) => instrumentationScope.name)).toEqual([
      '@wfhost/sdk',
      '@wfhost/sdk',
    ])
    expect(server.received.map((value) => value.split('-')[2])).toEqual(spanIds())
  })

  test('a fetch of the caller is traced as before, also right after a call', async () => {
    await using server = await startService()
    const client = createWorkflowClient({ baseUrl: server.url, apiKey: 'canary', hooks: traceHooks() })
    await client.run('flow')
    await fetch(server.url, { method: 'POST' }).then((received) => received.text())
    expect(exporter.getFinishedSpans().map(({ instrumentationScope }) => instrumentationScope.name)).toEqual([
      '@wfhost/sdk',
      '@opentelemetry/instrumentation-undici',
    ])
    expect(server.received.map((value) => value.split('-')[2])).toEqual(spanIds())
  })
})

describe('The span of an attempt', () => {
  test('is active only while the attempt is sent and its response is read', async () => {
    const active: (string | undefined)[] = []
    const note = () => active.push(trace.getActiveSpan()?.spanContext().spanId)
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      note()
      controller.enqueue(new TextEncoder().encode(SUCCESS))
      controller.close()
    }
    const fetch = async () => {
      note()
      await new Promise((resolve) => setImmediate(resolve))
      note()
      return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }))
    }
    const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: 'canary', fetch, hooks: traceHooks() })
    await client.run('flow')
    note()
    const [span] = spanIds()
    expect(active).toEqual([span, span, span, undefined])
  })
})

test('A span processor that throws replaces neither a result nor an error', async () => {
  const breaking = {
    ...{ onStart: () => {}, forceFlush: async () => {}, shutdown: async () => {} },
    onEnd: () => expect.fail('the exporter is gone'),
  }
  const tracer = new TracerProvider({ spanProcessors: [breaking] }).getTracer('test')
  const { client } = clientOf([succeeded, () => new Response('{}', { status: 500 })])
  const outcomes: string[] = []
  for await (const { outcome } of runMany(traceCalls(client, { tracer }), 'flow', [{}, {}], { concurrency: 1 })) {
    outcomes.push(outcome)
  }
  expect(outcomes).toEqual(['succeeded', 'unknown'])
})
