import { context, createContextKey, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { AttemptInfo, Hooks } from '../client/hooks.ts'
import { REFUSALS } from '../transport/refusals.ts'
import { findTracer, type TraceOptions } from './trace-options.ts'

/**
 * Suppresses instrumentations of fetch while an attempt is sent. They would record it twice, and the one of undici
 * adds a second `traceparent`, which no receiver understands (opentelemetry-js-contrib 2796, 3711). The key is that of
 * `suppressTracing` in `@opentelemetry/core`; keys of the same name are the same.
 */
const SUPPRESS_TRACING = createContextKey('OpenTelemetry SDK Context Key SUPPRESS_TRACING')

/**
 * Creates hooks that record each attempt as a client span, following the HTTP semantic conventions, and propagate its
 * context in `traceparent` (or what the global propagator writes). The span is active while the attempt is sent and read, and
 * instrumentations of fetch are suppressed. `wfhost.flow_id` or `wfhost.org_id` names the subject, `url.template` the
 * operation, and after an error `wfhost.may_have_run` says whether the attempt may have acted. Bodies, arguments and keys
 * are not recorded.
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
export function traceHooks(options: TraceOptions = {}): Hooks {
  const spans = new WeakMap<AttemptInfo, Span>()
  return {
    onRequest: (attempt) => {
      const { hostname, pathname, port, protocol } = new URL(attempt.url)
      const { template, ...subject } = readPath(pathname)
      const attributes = {
        'http.request.method': attempt.method,
        'url.full': attempt.url,
        'url.template': template,
        ...subject,
        'server.address': hostname,
        'server.port': Number(port || (protocol === 'https:' ? 443 : 80)),
        ...(attempt.number > 1 ? { 'http.request.resend_count': attempt.number - 1 } : {}),
      }
      const span = findTracer(options).startSpan(`${attempt.method} ${template}`, { kind: SpanKind.CLIENT, attributes })
      spans.set(attempt, span)
      const carried = trace.setSpan(context.active(), span)
      propagation.inject(carried, attempt.headers, { set: (headers, name, value) => headers.set(name, value) })
    },
    around: (attempt, send) => {
      const span = spans.get(attempt)
      if (span) context.with(trace.setSpan(context.active(), span).setValue(SUPPRESS_TRACING, true), send)
    },
    onResponse: (attempt, { status }) => {
      const span = spans.get(attempt)
      span?.setAttribute('http.response.status_code', status)
      if (status >= 400) {
        const mayHaveRun = attempt.method === 'POST' && !REFUSALS.includes(status)
        span?.setAttributes({ 'error.type': String(status), 'wfhost.may_have_run': mayHaveRun })
        span?.setStatus({ code: SpanStatusCode.ERROR })
      }
      span?.end()
    },
    onError: (attempt, error) => {
      const span = spans.get(attempt)
      span?.setAttributes({ 'error.type': error.name, 'wfhost.may_have_run': error.mayHaveRun })
      span?.setStatus({ code: SpanStatusCode.ERROR, message: error.message })
      span?.end()
    },
  }
}

/** Tells the operation from what it is about: a name has to be the same for all workflows. */
function readPath(path: string): { readonly template: string; readonly [attribute: string]: string } {
  const found = /\/(?<kind>flow|org)s\/(?<id>[^/]+)(?<rest>\/published-run|\/[^/]+\/manifest)$/.exec(path)
  const { kind, id = '', rest } = found?.groups ?? {}
  if (found === null || kind === undefined) return { template: path }
  return {
    template: `${path.slice(0, found.index)}/${kind}s/{${kind}Id}${rest}`,
    [`wfhost.${kind}_id`]: decodeURIComponent(id),
  }
}
