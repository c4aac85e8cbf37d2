import { type Span, SpanStatusCode } from '@opentelemetry/api'
import type { WorkflowClient } from '../client/create-workflow-client.ts'
import type { Workflow } from '../client/define-workflow.ts'
import type { StartedRun } from '../client/start-options.ts'
import type { Run } from '../responses/run.ts'
import { findTracer, type TraceOptions } from './trace-options.ts'

/**
 * Creates a client that records each call as a span, from the key to the last attempt; the spans of `traceHooks` are its
 * children. `wfhost.flow_id` names the workflow, `wfhost.run_status` and `wfhost.run_id` the outcome, and `error.type` and
 * `wfhost.may_have_run` the failure: the code of the error, or the name of the error of a failed run.
 * Arguments, results and messages of failed runs are not recorded.
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
export function traceCalls(client: WorkflowClient, options: TraceOptions = {}): WorkflowClient {
  const traced = <Outcome>(verb: 'run' | 'start', tell: (span: Span, outcome: Outcome) => void) => {
    return (target: string | Workflow, ...rest: readonly unknown[]) => {
      const { flowId = target } = Object(target)
      const attributes = { 'wfhost.flow_id': String(flowId) }
      const call = (): Promise<Outcome> => Reflect.apply(client[verb], client, [target, ...rest])
      return findTracer(options).startActiveSpan(`${verb} workflow`, { attributes }, (span) => record(span, { call, tell }))
    }
  }
  // What they take and give is what the calls of the client do.
  return { run: traced('run', tellRun), start: traced('start', tellStarted) } as WorkflowClient
}

interface Recorded<Outcome> {
  readonly call: () => Promise<Outcome>
  readonly tell: (span: Span, outcome: Outcome) => void
}

async function record<Outcome>(span: Span, { call, tell }: Recorded<Outcome>): Promise<Outcome> {
  try {
    const outcome = await call()
    tell(span, outcome)
    return outcome
  } catch (error) {
    const { code, message, mayHaveRun } = Object(error)
    span.setAttribute('wfhost.may_have_run', mayHaveRun === true)
    fail(span, { type: String(code), message })
    throw error
  } finally {
    span.end()
  }
}

function tellRun(span: Span, run: Run): void {
  // Without validation it may be anything.
  const { status, error } = Object(run)
  span.setAttribute('wfhost.run_status', String(status))
  if (status === 'failed') fail(span, { type: String(Object(error).name) })
}

function tellStarted(span: Span, { runId }: StartedRun): void {
  if (runId !== undefined) span.setAttribute('wfhost.run_id', runId)
}

function fail(span: Span, { type, message }: { readonly type: string; readonly message?: string }): void {
  span.setAttribute('error.type', type)
  span.setStatus({ code: SpanStatusCode.ERROR, ...(message === undefined ? {} : { message }) })
}
