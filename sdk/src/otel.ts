import { context, propagation, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'
import type { AttemptInfo, Hooks } from './hooks.ts'

/** Where spans go. */
export interface TraceOptions {
  /** Starts the spans. @default the tracer that the global provider has for this package */
  readonly tracer?: Tracer | undefined
}

/**
 * Makes hooks that record each attempt as a client span, by the semantic conventions for HTTP, and send its context on
 * with `traceparent` (or what the global propagator writes). Bodies, arguments and keys are not recorded.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
 * import { createWorkflowClient } from '@wfhost/sdk'
 * import { traceHooks } from '@wfhost/sdk/otel'
 *
 * const { fetch } = createMockService(createSampleWorld())
 * const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: sampleKeys.workflows, fetch, hooks: traceHooks() })
 *
 * assert.equal((await client.run('echo')).status, 'success')
 * ```
 */
export function traceHooks({ tracer }: TraceOptions = {}): Hooks {
  const spans = new WeakMap<AttemptInfo, Span>()
  return {
    onRequest: (attempt) => {
      const { hostname, port, protocol } = new URL(attempt.url)
      const attributes = {
        'http.request.method': attempt.method,
        'url.full': attempt.url,
        'server.address': hostname,
        'server.port': Number(port || (protocol === 'https:' ? 443 : 80)),
        ...(attempt.number > 1 ? { 'http.request.resend_count': attempt.number - 1 } : {}),
      }
      const active = tracer ?? trace.getTracer('@wfhost/sdk')
      const span = active.startSpan(attempt.method, { kind: SpanKind.CLIENT, attributes })
      spans.set(attempt, span)
      const carried = trace.setSpan(context.active(), span)
      // biome-ignore lint/complexity/useMaxParams: the form of the OpenTelemetry API
      propagation.inject(carried, attempt.headers, { set: (headers, name, value) => headers.set(name, value) })
    },
    onResponse: (attempt, { status }) => {
      const span = spans.get(attempt)
      span?.setAttribute('http.response.status_code', status)
      if (status >= 400) {
        span?.setAttribute('error.type', String(status))
        span?.setStatus({ code: SpanStatusCode.ERROR })
      }
      span?.end()
    },
    onError: (attempt, error) => {
      const span = spans.get(attempt)
      span?.setAttribute('error.type', error.name)
      span?.setStatus({ code: SpanStatusCode.ERROR, message: error.message })
      span?.end()
    },
  }
}
