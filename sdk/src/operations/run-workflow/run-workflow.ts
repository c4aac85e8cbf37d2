import type { StandardSchemaV1 } from '@standard-schema/spec'
import { describeValue, type Redact, withoutSecrets } from '@wfhost/internal/redacted-text'
import { toArguments } from '../../client/arguments.ts'
import { type Check, type Checks, checkOptions, checkPathSegment, checkRequired, isObject } from '../../client/check-options.ts'
import { applySchema, type Workflow, workflowChecks } from '../../client/define-workflow.ts'
import { type CallOptions, callChecks, resolveCallSettings } from '../../client/settings.ts'
import type { StartedRun } from '../../client/wait-for-run.ts'
import type { WorkflowService } from '../../client/workflow-service.ts'
import { ConfigurationError } from '../../errors/configuration-error.ts'
import { noteOrigin } from '../../responses/origin.ts'
import { findProblems } from '../../responses/problems.ts'
import type { Call, CallInit, CallResponse } from '../../transport/call.ts'
import { callService, checkBody, reportProblems } from '../../transport/call-service.ts'
import { runWorkflowOperation } from './operation.ts'
import { endedRun, failedRun, type Run, type SucceededRun, startedRun } from './run.ts'
import { findRunId, isRunIdSource, type RunIdSource } from './run-id.ts'

/** The limits of a start, and where its run ID is. */
export interface StartOptions extends CallOptions {
  /**
   * Where the run ID is in the response (RUN-ID-FIELD): the name of its field, or a function that finds it in the body.
   * @default the names `runId`, `run_id`, `runID`, `executionId`, `execution_id`, `jobId` and `id`, in this order
   */
  readonly runId?: RunIdSource | undefined
}

const startChecks: Checks<StartOptions> = /* @__PURE__ */ Object.assign({ runId: isRunIdSource }, callChecks)

/** A workflow, and the arguments of one run of it. */
interface RunInput {
  readonly workflow: string | Workflow
  readonly args?: object | undefined
}

/** Runs a workflow and waits for its end. */
export async function runWorkflow<Result>(
  service: WorkflowService,
  { args = {}, workflow: target }: RunInput,
  options: CallOptions = {},
): Promise<Run<Result>> {
  checkOptions(options, callChecks, service.redact)
  const workflow = toWorkflow(target, service.redact)
  const call = createRunCall(service, { workflow, args, mode: 'sync', options })

  return callService(call, (callResponse) => {
    const run = checkBody<Run<Result>>(call, callResponse, endedRun)
    if (workflow.result === undefined || run.status !== 'success' || call.settings.validation === 'off') {
      return noteOrigin(run, callResponse)
    }
    return applyResultSchema(workflow.result, run, { call, callResponse })
  })
}

/** Starts a workflow and returns its run ID without waiting for the end. */
export async function startWorkflow(
  service: WorkflowService,
  { args = {}, workflow }: RunInput,
  options: StartOptions = {},
): Promise<StartedRun> {
  checkOptions(options, startChecks, service.redact)
  const call = createRunCall(service, { workflow: toWorkflow(workflow, service.redact), args, mode: 'async', options })

  return callService(call, (callResponse) => {
    const body = checkBody<unknown>(call, callResponse, startedRun)
    const { runId, unclear } = findRunId(body, options.runId)
    if (unclear.length > 0) {
      call.settings.log('warn', callResponse.redactor.text(describeUnclearRunId(unclear)))
    }
    return noteOrigin({ runId }, callResponse)
  })
}

const isWorkflow: Check = ['a flowId or a workflow', isObject[1]]

interface RunRequest {
  readonly workflow: Workflow
  readonly args: object
  readonly mode: 'sync' | 'async'
  readonly options: CallOptions
}

/**
 * Creates the call for a run of a workflow. `callService` then sends it: it calls `prepare` and `credentials` before the first
 * attempt.
 */
function createRunCall(service: WorkflowService, request: RunRequest): Call {
  const { mode, options, workflow } = request
  const { flowId } = workflow

  return {
    ...runWorkflowOperation,
    action: `${mode === 'sync' ? 'run' : 'start'} workflow ${flowId}`,
    prepare: (redact) => prepareRun(request, redact),
    credentials: () => service.authorize(flowId),
    // A service can return a failed run with an error status. The run is a result then, and no error is thrown.
    isResult: isFailedRun,
    settings: resolveCallSettings(service.settings, options),
  }
}

/**
 * Prepares the request for a run. The schema of the workflow validates the arguments. Without a schema, the result is not a
 * promise, because a call is faster without one.
 */
function prepareRun({ args, mode, workflow }: RunRequest, redact: Redact): CallInit | Promise<CallInit> {
  const { args: argumentsSchema, flowId } = workflow

  function createInit(validArgs: object): CallInit {
    return { params: { path: { flowId } }, body: { args: toArguments(validArgs, redact), mode } }
  }

  if (argumentsSchema === undefined) return createInit(args)
  return applyArgumentsSchema(argumentsSchema, { flowId, args, redact }).then(createInit)
}

/** Checks a workflow of the caller. An invalid schema would otherwise be noticed only after the run. */
function toWorkflow(target: string | Workflow, redact: Redact): Workflow {
  if (typeof target === 'string') return { flowId: checkPathSegment('flowId', target) }

  checkRequired('workflow', target, isWorkflow, redact)
  checkOptions(target, workflowChecks, redact)
  checkPathSegment('flowId', target.flowId)
  return target
}

interface ReadCall {
  readonly call: Call
  readonly callResponse: CallResponse
}

/** Validates and transforms the result of a successful run with the schema of the workflow. */
async function applyResultSchema<Result>(
  schema: StandardSchemaV1,
  run: SucceededRun<Result>,
  { callResponse, call }: ReadCall,
): Promise<Run<Result>> {
  const applied = await applySchema(schema, 'result', run.result)
  if (applied.problems === undefined) return noteOrigin({ ...run, result: applied.value as Result }, callResponse)

  reportProblems(call, callResponse, applied.problems)
  return noteOrigin(run, callResponse)
}

/** Says why no run ID was chosen: several values could be it, or JSON has rounded a single one. */
function describeUnclearRunId(values: readonly string[]): string {
  const reason = values.length > 1 ? 'pass runId to say where it is' : 'JSON rounds it'
  return `Cannot determine the run ID from ${values.join(', ')}: ${reason}`
}

/** The statuses other than 200 with which a service can return a failed run (RUN-FAILED-HTTP). A refusal is never a run. */
const FAILED_RUN_STATUSES = [422, 500]

/** Whether a response with an error status is a failed run, which is a result and not an error. */
function isFailedRun(status: number, body: unknown): boolean {
  return FAILED_RUN_STATUSES.includes(status) && findProblems(failedRun, body, withoutSecrets).length === 0
}

interface GivenArguments {
  readonly flowId: string
  readonly args: object
  readonly redact: Redact
}

/** Validates and transforms the arguments of a run with the schema of the workflow. */
async function applyArgumentsSchema(schema: StandardSchemaV1, { args, flowId, redact }: GivenArguments): Promise<object> {
  const applied = await applySchema(schema, 'args', args).catch((thrown: unknown) => {
    if (thrown instanceof ConfigurationError) throw thrown
    const message = `Cannot call workflow ${flowId}: the schema of args failed: ${describeValue(thrown, redact)}`
    throw new ConfigurationError(redact(message), { cause: thrown })
  })
  if (!applied.problems) return applied.value as object

  const problems = applied.problems.map(({ path, message }) => `${path}: ${message}`).join('; ')
  throw new ConfigurationError(redact(`Cannot call workflow ${flowId}: ${problems}`))
}
