import {
  type Attributes,
  context,
  createContextKey,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { type Checks, checkOptions } from './client/check-options.ts'
import { redactFor } from './client/client-secrets.ts'
import type { CallArguments, WorkflowClient } from './client/create-workflow-client.ts'
import type { Workflow } from './client/define-workflow.ts'
import { type AttemptInfo, type Hooks, notify } from './client/observe.ts'
import type { CallOptions } from './client/settings.ts'
import type { APIError } from './errors/api-error.ts'
import type { StartOptions } from './operations/run-workflow/run-workflow.ts'
import { redacted } from './responses/origin.ts'
import { isRefusal } from './transport/status-error.ts'

/** Where spans go. */
export interface TraceOptions {
  /** Starts the spans. @default the tracer that the global provider has for this package */
  readonly tracer?: Tracer | undefined
}

const optionChecks: Checks<TraceOptions> = {
  tracer: ['a tracer of OpenTelemetry', (value) => Object(value).startSpan],
}

/** Finds the tracer at each call, because a client can be created before the provider. */
function findTracer({ tracer }: TraceOptions): Tracer {
  return tracer ?? trace.getTracer('@wfhost/sdk')
}

/**
 * Creates a client that records each call as one span. The span begins before the key is obtained, and ends after the last
 * attempt. Arguments, results and messages of failed runs are not recorded.
 *
 * If the client also has the hooks of `traceHooks`, which record each request, their spans are children of this one.
 *
 * A span has these attributes:
 *
 * - `wfhost.flow_id`: the workflow
 * - `wfhost.run_status`: `success` or `failed`, of a run that has ended
 * - `wfhost.run_id`: the ID of a run that was started
 * - `error.type`: the code of the thrown error, or the error name of a failed run
 * - `wfhost.may_have_run`: after an error, whether the workflow may have run
 *
 * @throws ConfigurationError for unknown options.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
 * import { createWorkflowClient } from '@wfhost/sdk'
 * import { traceCalls, traceHooks } from '@wfhost/sdk/otel'
 *
 * const { fetch } = createMockService(createSampleWorld())
 * const options = { baseUrl: 'http://localhost', apiKey: sampleKeys.workflows, fetch, hooks: traceHooks() }
 * const client = traceCalls(createWorkflowClient(options))
 *
 * assert.equal((await client.run('echo')).status, 'success')
 * ```
 */
export function traceCalls<Client extends WorkflowClient>(client: Client, options: TraceOptions = {}): Client {
  checkOptions(options, optionChecks)
  const tracing = new CallTracing(client, options)

  // The signatures repeat those of the client, because TypeScript cannot wrap generic methods without them.
  const run: WorkflowClient['run'] = <Result, Target extends Workflow | string, Args extends object>(
    workflow: Target,
    ...callArguments: CallArguments<Target, Args, CallOptions>
  ) => tracing.record('run', workflow, () => client.run<Result, Target, Args>(workflow, ...callArguments))

  const start: WorkflowClient['start'] = <Target extends Workflow | string, Args extends object>(
    workflow: Target,
    ...callArguments: CallArguments<Target, Args, StartOptions>
  ) => tracing.record('start', workflow, () => client.start<Target, Args>(workflow, ...callArguments))

  const withOptions: WorkflowClient['withOptions'] = (changes) => traceCalls(client.withOptions(changes), options)

  // `api` is not traced here, because `traceHooks` records its requests. If any other method is missing here, the compiler
  // reports it.
  const tracedMethods: Omit<WorkflowClient, 'api'> = { run, start, withOptions }
  return { ...client, ...tracedMethods }
}

/** Records the calls of one client as spans. */
class CallTracing {
  readonly #client: object
  readonly #options: TraceOptions

  constructor(client: object, options: TraceOptions) {
    this.#client = client
    this.#options = options
  }

  record<Outcome extends object>(
    verb: 'run' | 'start',
    workflow: string | Workflow,
    call: () => Promise<Outcome>,
  ): Promise<Outcome> {
    const flowId: unknown = typeof workflow === 'string' ? workflow : Object(workflow).flowId
    const attributes = { 'wfhost.flow_id': redactFor(this.#client, String(flowId)) }
    const tracer = findTracer(this.#options)
    return tracer.startActiveSpan(`${verb} workflow`, { attributes }, (span) => recordCall(span, call))
  }
}

/** Makes a call, and records its result or its error in the span. */
async function recordCall<Outcome extends object>(span: Span, call: () => Promise<Outcome>): Promise<Outcome> {
  // A span can throw, such as from its processor. That must not replace the result of a run, so `notify` ignores it.
  const record = (write: () => void) => notify([span], write)

  try {
    const outcome = await call()
    record(() => recordOutcome(span, outcome))
    return outcome
  } catch (error) {
    const { code, message, mayHaveRun } = Object(error)
    record(() => span.setAttribute('wfhost.may_have_run', mayHaveRun === true))
    record(() => recordFailure(span, String(code), message))
    throw error
  } finally {
    record(() => span.end())
  }
}

/** Records the result of `run` or `start`. If the client does not validate responses, the result can have any fields. */
function recordOutcome(span: Span, outcome: object): void {
  const { status, error, runId } = Object(redacted(outcome))
  // Only the result of `start` has a run ID and no status.
  if (status === undefined && runId !== undefined) span.setAttribute('wfhost.run_id', runId)
  if (status !== undefined) span.setAttribute('wfhost.run_status', String(status))
  if (status === 'failed') recordFailure(span, String(Object(error).name))
}

function recordFailure(span: Span, type: string, message?: string): void {
  span.setAttribute('error.type', type)
  span.setStatus({ code: SpanStatusCode.ERROR, ...(message === undefined ? {} : { message }) })
}

/**
 * Suppresses instrumentations of fetch while an attempt is sent. They would record it twice, and the one of undici
 * adds a second `traceparent`, which no receiver understands (opentelemetry-js-contrib 2796, 3711). The key is that of
 * `suppressTracing` in `@opentelemetry/core`; keys of the same name are the same.
 */
const SUPPRESS_TRACING = createContextKey('OpenTelemetry SDK Context Key SUPPRESS_TRACING')

/**
 * Creates hooks that record each attempt as a client span, following the HTTP semantic conventions. The span is active while
 * the attempt is sent and read, and instrumentations of fetch are suppressed. Its context is propagated in `traceparent`, or
 * in the headers of the global propagator. Bodies, arguments and keys are not recorded.
 *
 * Besides the attributes of the conventions, a span has:
 *
 * - `wfhost.flow_id` or `wfhost.org_id`: the workflow or the organization in the path
 * - `wfhost.may_have_run`: after an error, whether the workflow or the tool may have run
 *
 * @throws ConfigurationError for unknown options.
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
  checkOptions(options, optionChecks)

  const spans = new AttemptSpans(options)
  return {
    onRequest: (attempt) => spans.start(attempt),
    around: (attempt, send) => spans.sendWithin(attempt, send),
    onResponse: (attempt, { status }) => spans.endWithStatus(attempt, status),
    onError: (attempt, error) => spans.endWithError(attempt, error),
  }
}

/** The spans of the attempts in progress. */
class AttemptSpans {
  readonly #options: TraceOptions
  readonly #spans = new WeakMap<AttemptInfo, Span>()

  constructor(options: TraceOptions) {
    this.#options = options
  }

  /** Starts the span of an attempt, and adds its context to the headers of the request. */
  start(attempt: AttemptInfo): void {
    const { headers, method, path } = attempt
    const attributes = createAttributes(attempt)
    const span = findTracer(this.#options).startSpan(`${method} ${path}`, { kind: SpanKind.CLIENT, attributes })
    this.#spans.set(attempt, span)

    const contextWithSpan = trace.setSpan(context.active(), span)
    propagation.inject(contextWithSpan, headers, { set: (carrier, name, value) => carrier.set(name, value) })
  }

  /** Sends the attempt while its span is active. Without a span, the client sends the attempt itself. */
  sendWithin(attempt: AttemptInfo, send: () => void): void {
    const span = this.#spans.get(attempt)
    if (span === undefined) return

    const contextWithSpan = trace.setSpan(context.active(), span)
    // Otherwise an instrumentation of fetch would add a second span for the same attempt.
    context.with(contextWithSpan.setValue(SUPPRESS_TRACING, true), send)
  }

  endWithStatus(attempt: AttemptInfo, status: number): void {
    const span = this.#spans.get(attempt)
    span?.setAttribute('http.response.status_code', status)
    if (status >= 400) {
      const mayHaveRun = attempt.method === 'POST' && !isRefusal(status)
      markAsFailed(span, { type: String(status), mayHaveRun })
    }
    span?.end()
  }

  endWithError(attempt: AttemptInfo, { mayHaveRun, message, name }: APIError): void {
    const span = this.#spans.get(attempt)
    markAsFailed(span, { type: name, mayHaveRun, message })
    span?.end()
  }
}

interface AttemptFailure {
  readonly type: string
  readonly mayHaveRun: boolean
  readonly message?: string
}

function markAsFailed(span: Span | undefined, { mayHaveRun, message, type }: AttemptFailure): void {
  span?.setAttributes({ 'error.type': type, 'wfhost.may_have_run': mayHaveRun })
  span?.setStatus({ code: SpanStatusCode.ERROR, ...(message === undefined ? {} : { message }) })
}

/** The attributes of an attempt, by the HTTP semantic conventions. */
function createAttributes({ method, number, params, path, url }: AttemptInfo): Attributes {
  const attributes: Attributes = { 'http.request.method': method, 'url.full': url, 'url.template': path }

  const { flowId, orgId } = params
  if (flowId !== undefined) attributes['wfhost.flow_id'] = String(flowId)
  if (orgId !== undefined) attributes['wfhost.org_id'] = String(orgId)
  if (number > 1) attributes['http.request.resend_count'] = number - 1

  // An address that contains a key is redacted, and then it is not always a URL.
  if (!URL.canParse(url)) return attributes
  const { hostname, port, protocol } = new URL(url)
  attributes['server.address'] = hostname
  attributes['server.port'] = Number(port || (protocol === 'https:' ? 443 : 80))
  return attributes
}
