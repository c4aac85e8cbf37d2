import type { ContractExchange, ContractResponse } from '../contract/contract-exchange.ts'
import { type Expectation, hasRunId } from '../contract/expectation.ts'
import { type Json, listOutcome, listResult, listSteps } from '../contract/list-expectations.ts'
import { isObject } from '../rules/expectations.ts'
import type { Exchange } from '../target/exchange.ts'
import type { Target, WorkflowFixture } from '../target/target.ts'
import { createRequest } from './create-request.ts'
import type { Operation } from './operation.ts'

export const runWorkflowOperation: Operation = {
  verb: 'run',
  noun: 'A run',
  effect: 'runs',
  findArea: (body) => (Object(body).mode === 'async' ? 'run-async' : 'run-sync'),
  listExpectations,
}

/** A request to run a workflow. It is well formed unless a rule replaces one of its parts. */
export interface RunRequest {
  /** Its `args` are sent if the rule states none. */
  readonly workflow: Pick<WorkflowFixture, 'flowId' | 'args'> & { readonly key?: string | undefined }
  readonly args?: Readonly<Record<string, unknown>> | undefined
  readonly mode?: string | undefined
  /** Replaces the JSON body that is made of `args` and `mode` (by default, sync). */
  readonly body?: unknown
  /** Replaces the text of the body, for a body that is not well-formed JSON. */
  readonly rawBody?: string | undefined
  /** Replaces the Authorization header; null leaves it out. */
  readonly authorization?: string | null | undefined
  readonly contentType?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** Sends a run request and returns the exchange. */
export function runWorkflow(target: Target, run: RunRequest): Promise<Exchange> {
  const { flowId } = run.workflow
  const headers = runHeaders(run)
  const body = run.rawBody ?? JSON.stringify(run.body ?? defaultRunBody(run))

  return target.send(createRequest(target, 'runPublishedWorkflow', { parameters: { flowId }, headers, body }))
}

function runHeaders(run: RunRequest): Record<string, string> {
  const authorization = run.authorization === undefined ? `Bearer ${run.workflow.key}` : run.authorization

  const headers: Record<string, string> = { 'content-type': run.contentType ?? 'application/json' }
  if (authorization !== null) headers['authorization'] = authorization
  return { ...headers, ...run.headers }
}

function defaultRunBody(run: RunRequest): unknown {
  const args = Object.entries(run.args ?? run.workflow.args ?? {})

  return { args: args.map(([name, value]) => ({ name, value })), mode: run.mode ?? 'sync' }
}

function listExpectations(exchange: ContractExchange): readonly Expectation[] {
  const { body } = exchange.response
  return isObject(body) && body['status'] === 'success' ? listRun(exchange, body) : listStart(exchange.response)
}

function listRun({ resultFields, response }: ContractExchange, body: Json): Expectation[] {
  return [
    { kind: 'status', status: response.status },
    ...listOutcome(body),
    ...listResult(body, resultFields),
    ...listSteps(body),
  ]
}

/** Lists the parts of the response to an async start. The document states only that it has a run ID. */
function listStart({ body }: ContractResponse): Expectation[] {
  return hasRunId(body) ? [{ kind: 'success' }, { kind: 'run-id' }] : [{ kind: 'success' }]
}
