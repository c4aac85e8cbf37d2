import { didYouMean } from '@wfhost/internal/messages'
import type { Redact } from '@wfhost/internal/redacted-text'
import { withTimeout } from '../../core/clock/clock.ts'
import { getRedact } from '../../core/journal/show-exchange.ts'
import type { JsonObject } from '../../core/json.ts'
import { utf8Length } from '../../core/memory/kept-text.ts'
import { randomText } from '../../core/random.ts'
import { createRefusal, type JsonResponse, type PlainRequest, Refusal } from '../../core/requests/plain-exchange.ts'
import { formatRetryAfter, type LimitSubject } from '../../core/requests/rate-limit.ts'
import { readRunArguments, readSchemaArguments } from '../../core/requests/read-arguments.ts'
import { readBody } from '../../core/requests/read-body.ts'
import { performWorkflow } from '../../core/workflows/perform-workflow.ts'
import type { RunState, StepTrace } from '../../core/workflows/run-store.ts'
import type { Workflow, World } from '../../core/world/world.ts'
import { findEffect, type PlannedFailure } from '../../faults/fault-effect.ts'
import type { RunResult } from '../../schema/state.ts'
import { authenticateWorkflow } from '../authenticate-workflow.ts'
import type { Operation, OperationRequest } from '../operation.ts'
import { findRunProblem } from './find-run-problem.ts'
import { runFormat } from './run-format.ts'

/** How long a client waits before it starts a run again that had no room, in milliseconds. */
const retryMs = 1000

interface RunBody {
  readonly args: readonly { readonly name: string; readonly value: JsonObject[string] }[]
  readonly mode?: 'sync' | 'async'
}

export const runWorkflowOperation: Operation = {
  perform: runPublishedWorkflow,
  format: runFormat,
  acceptsSession: false,
  findProblem: findRunProblem,
}

/**
 * Handles a request to run a published workflow. The source document gives the order of the checks (CHECK-ORDER): key (401), rate
 * limit (429), workflow (404), access (403), body and arguments (400).
 *
 * An assumption is an option of this server for a case that the source document leaves open. Two values of the assumption
 * `checkOrder` change the order:
 *
 * - `body-first`: key, rate limit, body, workflow, access, arguments.
 * - `limit-last`: key, workflow, access, body, arguments, rate limit.
 */
async function runPublishedWorkflow(world: World, operationRequest: OperationRequest): Promise<JsonResponse> {
  const { request } = operationRequest
  const { checkOrder, defaultMode } = world.assumptions
  const flowId = operationRequest.pathParameters.get('flowId') ?? ''

  // Each key belongs to one workflow.
  const authenticatedWorkflow = authenticateWorkflow(world, operationRequest)
  const rateLimitSubject = createRateLimitSubject(authenticatedWorkflow, flowId)
  if (checkOrder !== 'limit-last') world.rateLimiter.consume(rateLimitSubject)

  // With `body-first`, an invalid body is refused before the workflow and the access are checked.
  const earlyBody = checkOrder === 'body-first' ? readRunBody(world, request) : undefined
  const workflow = findPublishedWorkflow(world, flowId)
  if (authenticatedWorkflow !== workflow) throw createRefusal(403, 'The API key has no access to this workflow')

  const body = earlyBody ?? readRunBody(world, request)
  const args = await readArguments(world, workflow, body)
  if (checkOrder === 'limit-last') world.rateLimiter.consume(rateLimitSubject)

  return performRun(world, workflow, { args, mode: body.mode ?? defaultMode, operationRequest })
}

/** Names what a rate limit can count: the key, the requested workflow, or the organization. */
function createRateLimitSubject({ key = '', workspace }: Workflow, flowId: string): LimitSubject {
  // The workflow of a valid key always has a key. The default is only for the compiler.
  return { key, workflow: flowId, organization: workspace.id }
}

interface RequestedRun {
  readonly args: JsonObject
  readonly mode: RunState['mode']
  readonly operationRequest: OperationRequest
}

/**
 * Starts a run that has passed all checks. The response to an async run has its ID, and the response to a sync run its result.
 *
 * @throws {Refusal} 429 for an async run that exceeds the memory limit of the world.
 */
async function performRun(
  world: World,
  workflow: Workflow,
  { args, mode, operationRequest }: RequestedRun,
): Promise<JsonResponse> {
  // Only async runs count towards the memory limit, because a client can start any number of them without waiting for one.
  const asyncBytes = mode === 'async' ? utf8Length(operationRequest.request.body ?? '') : 0
  if (!world.runs.hasRoomFor(asyncBytes)) throw createMemoryRefusal(world)

  // A fault that a test has added can make the run fail.
  const failure = findEffect(operationRequest.faultEffects, 'run')?.failure
  const run = startRun(world, workflow, { args, mode, request: operationRequest.number, asyncBytes, failure })
  if (mode === 'async') return { status: 200, body: { runId: run.state.runId } }
  return respondWithResult(world, run)
}

/** Validates the arguments of a run with the schema of the workflow, or else with its parameters. */
async function readArguments(world: World, workflow: Workflow, { args }: RunBody): Promise<JsonObject> {
  const received = { args, assumptions: world.assumptions }
  if (workflow.schema === undefined) return readRunArguments(workflow.parameters, received)

  const { stopController } = world
  const validArguments = await readSchemaArguments(workflow.schema, received)
  // The world may have been reset while the schema validated the arguments.
  if (world.stopController !== stopController) stopController.signal.throwIfAborted()
  return validArguments
}

/** Creates the refusal of an async run that exceeds the memory limit together with the runs in progress. The client can send it later. */
function createMemoryRefusal({ assumptions, clock }: World): Refusal {
  const message = 'The async runs in progress use all the memory that this world has for them (maxBytes)'
  const headers = { 'retry-after': formatRetryAfter(retryMs, assumptions.retryAfterFormat, clock.now()) }
  return new Refusal({ status: 429, headers, body: { message } })
}

function readRunBody(world: World, request: PlainRequest): RunBody {
  return readBody<RunBody>(request, 'runPublishedWorkflow', getRedact(world))
}

function findPublishedWorkflow({ workflows }: World, flowId: string): Workflow {
  const workflow = workflows.get(flowId)
  if (workflow?.status === 'published') return workflow
  throw createRefusal(404, `No published workflow has this flowId${describeUnpublished(workflows, flowId)}`)
}

function describeUnpublished(workflows: World['workflows'], flowId: string): string {
  const workflow = workflows.get(flowId)
  if (workflow === undefined) return didYouMean(flowId, [...workflows.keys()])
  if (workflow.status === 'archived') return '; it is archived'
  return '; it is not published: wfhost-mock ctl publish, or publishWorkflow in code'
}

interface NewRun {
  readonly args: JsonObject
  readonly mode: RunState['mode']
  readonly asyncBytes: number
  /** The number of the request in the journal. */
  readonly request: number
  readonly failure: PlannedFailure | undefined
}

interface StartedRun {
  readonly state: RunState
  readonly ended: Promise<RunResult>
}

/** Starts a run. The run continues to its end, whether or not the caller awaits it. */
function startRun(world: World, workflow: Workflow, { args, failure, mode, request, asyncBytes }: NewRun): StartedRun {
  const runId = createRunId(world)
  const { flowId } = workflow
  workflow.startedRunCount += 1

  const trace: StepTrace[] = []
  // Read before the implementation starts its first step.
  const startedAt = world.clock.now()
  const ended = performWorkflow(world, workflow, { args, failure, trace }).then((result) => {
    endRun(world, state, result)
    return result
  })

  const outcome = { kind: 'running', work: { args, trace }, ended } as const
  const state = world.runs.start({ runId, flowId, mode, request, asyncBytes, startedAt }, outcome)
  return { state, ended }
}

/** Stores the result of a run, and calls the hooks of the service. */
function endRun(world: World, state: RunState, result: RunResult): void {
  const { flowId, mode, runId, startedAt } = state
  world.runs.end(state, result)

  if (world.onRunEnd !== undefined) {
    const redacted = redactFailure(result, getRedact(world))
    world.onRunEnd({ runId, flowId, mode, startedAt, endedAt: state.endedAt, result: redacted })
  }
  world.onChange?.()
}

/** Removes keys from the error of a failed run, because hooks write it to a log. */
function redactFailure(result: RunResult, redact: Redact): RunResult {
  if (result.status !== 'failed') return result

  const { name, traceback, value } = result.error
  return { ...result, error: { name: redact(name), value: redact(value), traceback: redact(traceback) } }
}

function createRunId({ assumptions, random }: World): string {
  if (assumptions.runIdType === 'string') return `run_${randomText(random, 12)}`
  return String(Math.floor(random() * Number.MAX_SAFE_INTEGER))
}

/** Waits for the result of a sync run. Responds with 504 if an assumption limits the wait, and the run takes longer. */
async function respondWithResult(world: World, { ended, state }: StartedRun): Promise<JsonResponse> {
  const { clock, assumptions } = world
  const result = await limitWait(ended, { clock, ms: assumptions.syncTimeoutMs })
  return { status: 200, body: assumptions.runRecord === 'times' ? addTimes(result, state) : result }
}

interface SyncTimeout {
  readonly clock: World['clock']
  readonly ms: number | undefined
}

function limitWait(ended: Promise<RunResult>, { clock, ms }: SyncTimeout): Promise<RunResult> {
  if (ms === undefined) return ended
  const createError = (): Refusal => createRefusal(504, `The workflow did not end within ${ms} ms`)
  return withTimeout(ended, { clock, ms, createError })
}

function addTimes(result: RunResult, { endedAt, runId, startedAt }: RunState): object {
  return { ...result, runId, startedAt: new Date(startedAt).toISOString(), endedAt: new Date(endedAt ?? startedAt).toISOString() }
}
