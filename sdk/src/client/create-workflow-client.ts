import { didYouMean } from '@wfhost/internal/messages'
import { describeValue, type Redact, withoutSecrets } from '@wfhost/internal/redacted-text'
import type { paths } from '@wfhost/openapi'
import type { Client } from 'openapi-fetch'
import { ConfigurationError } from '../errors/configuration-error.ts'
import { findProblems, noteOrigin } from '../responses/answer.ts'
import { endedRun, failedRun, type Run, startedRun } from '../responses/run.ts'
import { findRunId, isRunIdSource, type RunIdSource } from '../responses/run-id.ts'
import { createApi } from '../transport/api.ts'
import { type Answer, type Call, type Credentials, operations } from '../transport/call.ts'
import { callService, readAnswer, reportProblems } from '../transport/call-service.ts'
import { type Arguments, toArguments } from './arguments.ts'
import {
  type Checks,
  checkKey,
  checkOptions,
  checkSegment,
  hasVariable,
  isChecked,
  isSchema,
  keyVariableOf,
  readVariable,
  required,
} from './check-options.ts'
import { redactorOfOptions, withRedact } from './client-secrets.ts'
import { type ArgumentsOf, applySchema, type GivenArguments, type ResultOf, type Workflow } from './define-workflow.ts'
import {
  type CallOptions,
  type ClientOptions,
  type ClientSettings,
  callChecks,
  clientChecks,
  resolveCall,
  resolveClient,
  type Shared,
} from './settings.ts'
import type { StartedRun } from './wait-for-run.ts'

/** The limits of a start, and where its run ID is. */
export interface StartOptions extends CallOptions {
  /**
   * Where the run ID is in the response (RUN-ID-FIELD): the name of its field, or a function that finds it in the body.
   * @default the names `runId`, `run_id`, `runID`, `executionId`, `execution_id`, `jobId` and `id`, in this order
   */
  readonly runId?: RunIdSource | undefined
}

const startChecks: Checks<StartOptions> = /* @__PURE__ */ Object.assign({ runId: isRunIdSource }, callChecks)

/**
 * The keys of workflows: a string, a map by flowId, or a function.
 *
 * A function is called for each call, and once more after a 401, because a regenerated key is invalid immediately
 * (KEY-REGENERATED). A key is visible ASCII. Keys of four characters or more are redacted in all output.
 */
export type WorkflowKey = string | Readonly<Record<string, string>> | ((flowId: string) => string | Promise<string>)

/** How to reach a workflow service. */
export interface WorkflowClientOptions extends ClientOptions {
  /** Address of the workflow service. @default WFHOST_BASE_URL */
  readonly baseUrl?: string | URL | undefined
  /** Sent as a Bearer token (RUN-AUTH). @default WFHOST_API_KEY_<FLOW> of the workflow, else WFHOST_API_KEY */
  readonly apiKey?: WorkflowKey | undefined
}

const checks: Checks<WorkflowClientOptions> = /* @__PURE__ */ Object.assign(
  { baseUrl: isChecked, apiKey: isChecked },
  clientChecks,
)

/** The parameters after the workflow: its arguments, unless it needs none, and options. */
export type CallArguments<Target extends Workflow | string, Args, Options> =
  Record<never, never> extends ArgumentsOf<Target>
    ? [args?: GivenArguments<Target, Args>, options?: Options]
    : [args: GivenArguments<Target, Args>, options?: Options]

/** The part of a client that runs one workflow. A function that takes it can be tested with a stub. */
export interface WorkflowRunner<Target extends Workflow | string = string> {
  /** Runs the workflow, as a WorkflowClient does. */
  run(workflow: Target, args: ArgumentsOf<Target>, options?: CallOptions): Promise<Run<ResultOf<Target>>>
}

/**
 * Runs published workflows. A workflow is a flowId, or a definition whose schemas type the call. There is one signature
 * for both: with overloads, the compiler would report a mistake in the arguments as "no overload matches this call".
 */
export interface WorkflowClient<Paths extends object = paths> {
  /**
   * Runs a workflow and waits for its end (RUN-SYNC). A failed run is a result, not an exception. Rejects with an APIError,
   * or with a ConfigurationError before anything is sent.
   */
  run<Result = unknown, const Target extends Workflow | string = string, Args extends object = Arguments>(
    workflow: Target,
    ...rest: CallArguments<Target, Args, CallOptions>
  ): Promise<Run<ResultOf<Target, Result>>>
  /** Starts a workflow and returns its run ID without waiting for the end (RUN-ASYNC). */
  start<const Target extends Workflow | string, Args extends object>(
    workflow: Target,
    ...rest: CallArguments<Target, Args, StartOptions>
  ): Promise<StartedRun>
  /** Returns a client with other options. Both share their middleware, and a 429 pauses both. */
  withOptions(options: WorkflowClientOptions): WorkflowClient<Paths>
  /**
   * Sends single requests as an openapi-fetch client, typed by the document. The type parameter of the client adds endpoints
   * of your own. Requests carry the key and reject with the errors of this package. Middleware of `api.use` also sees the
   * requests of `run` and `start`.
   */
  readonly api: Client<Paths & paths>
}

/**
 * Creates a client of the workflow service. Missing options come from the environment at the time of the call.
 *
 * @throws ConfigurationError if neither option nor variable provides an address and a key, and in a page.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
 * import { createWorkflowClient } from '@wfhost/sdk'
 *
 * const { fetch } = createMockService(createSampleWorld())
 * const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: sampleKeys.workflows, fetch })
 *
 * const run = await client.run('support-triage', { subject: 'My invoice is wrong', priority: 2 })
 *
 * assert.equal(run.status, 'success')
 * assert.deepEqual(run.result, { team: 'billing', reply: 'We look into it now.' })
 * ```
 */
export function createWorkflowClient<Paths extends object = paths>(options: WorkflowClientOptions = {}): WorkflowClient<Paths> {
  return createClient(options)
}

/** Creates a client. One that `withOptions` creates shares the state of the first one. */
function createClient<Paths extends object>(given: WorkflowClientOptions, shared?: Shared): WorkflowClient<Paths> {
  const redact = redactorOfOptions(given).text
  checkOptions(given, checks, redact)

  const options = { ...given, apiKey: given.apiKey ?? findKeyInEnvironment() }
  const settings = resolveClient(options, { option: 'baseUrl', variable: 'WFHOST_BASE_URL' }, shared)
  const apiKey = required(options, { option: 'apiKey', variable: 'WFHOST_API_KEY' })
  const calls = new WorkflowCalls({ settings, apiKey, redact })

  const client = {
    run: <Result>(workflow: string | Workflow, args?: object, callOptions?: CallOptions) =>
      calls.run<Result>(workflow, args, callOptions),
    start: (workflow: string | Workflow, args?: object, startOptions?: StartOptions) => calls.start(workflow, args, startOptions),
    withOptions: (more: WorkflowClientOptions) => createClient({ ...options, ...more }, settings.shared),
    api: createApi<Paths>(settings, (_, { flowId }) => readKey(apiKey, flowId === undefined ? '' : String(flowId))),
  } satisfies Record<keyof WorkflowClient, unknown>

  // The public types derive the arguments from the workflow, which the compiler cannot follow through the class.
  return withRedact(client, redactorOfOptions(options).text) as unknown as WorkflowClient<Paths>
}

interface CallsContext {
  readonly settings: ClientSettings
  readonly apiKey: WorkflowKey
  readonly redact: Redact
}

interface RunRequest {
  readonly mode: 'sync' | 'async'
  readonly args: object
  readonly options: CallOptions
}

/** The calls of a client of the workflow service. */
class WorkflowCalls {
  readonly #context: CallsContext

  constructor(context: CallsContext) {
    this.#context = context
  }

  async run<Result>(target: string | Workflow, args: object = {}, options: CallOptions = {}): Promise<Run<Result>> {
    checkOptions(options, callChecks, this.#context.redact)
    const workflow = toWorkflow(target)
    const call = this.#createCall(workflow, { mode: 'sync', args, options })

    return callService(call, async (answer) => {
      const run = readAnswer<Run<Result>>(call, answer, endedRun)
      return noteOrigin(await applyResultSchema(workflow, run, { call, answer }), answer)
    })
  }

  async start(target: string | Workflow, args: object = {}, options: StartOptions = {}): Promise<StartedRun> {
    checkOptions(options, startChecks, this.#context.redact)
    const call = this.#createCall(toWorkflow(target), { mode: 'async', args, options })

    return callService(call, async (answer) => {
      const body = readAnswer<unknown>(call, answer, startedRun)
      const { runId, others } = findRunId(body, options.runId)
      if (others.length > 0) {
        call.settings.log('warn', answer.redactor.text(describeUnclearRunId(others)))
      }
      return noteOrigin({ runId }, answer)
    })
  }

  #createCall(workflow: Workflow, { mode, args, options }: RunRequest): Call {
    const { apiKey, settings } = this.#context
    const { flowId } = workflow

    return {
      ...operations.runPublishedWorkflow,
      action: `${mode === 'sync' ? 'run' : 'start'} workflow ${flowId}`,
      prepare: async (redact) => {
        const checkedArgs = await checkArguments(workflow, args, redact)
        return { params: { path: { flowId } }, body: { args: toArguments(checkedArgs, redact), mode } }
      },
      credentials: () => readKey(apiKey, flowId),
      isAnswer: isFailedRun,
      settings: resolveCall(settings, options),
    }
  }
}

/** Checks a workflow of the caller. An invalid schema would otherwise be noticed only after the run. */
function toWorkflow(target: string | Workflow): Workflow {
  const workflow: Workflow = typeof target === 'string' ? { flowId: target } : Object(target)
  checkSegment('flowId', workflow.flowId)
  checkOptions({ args: workflow.args, result: workflow.result }, { args: isSchema, result: isSchema })
  return workflow
}

interface ReadCall {
  readonly call: Call
  readonly answer: Answer
}

/** Validates and transforms the result of a successful run with the schema of the workflow. */
async function applyResultSchema<Result>(workflow: Workflow, run: Run<Result>, { answer, call }: ReadCall): Promise<Run<Result>> {
  if (workflow.result === undefined || run.status !== 'success' || call.settings.validation === 'off') return run

  const applied = await applySchema(workflow.result, 'result', run.result)
  if (applied.problems === undefined) return { ...run, result: applied.value as Result }

  reportProblems(call, answer, applied.problems)
  return run
}

/** Says why no run ID was chosen: several values could be it, or JSON has rounded a single one. */
function describeUnclearRunId(values: readonly string[]): string {
  const reason = values.length > 1 ? 'pass runId to say where it is' : 'JSON rounds it'
  return `Cannot tell the run ID from ${values.join(', ')}: ${reason}`
}

/** The statuses other than 200 with which a service can return a failed run (RUN-FAILED-HTTP). A refusal is never a run. */
const FAILED_RUN_STATUSES = [422, 500]

function isFailedRun(status: number, body: unknown): boolean {
  return FAILED_RUN_STATUSES.includes(status) && findProblems(failedRun, body, withoutSecrets).length === 0
}

/** The keys in the environment: WFHOST_API_KEY_<FLOW> for one workflow, and WFHOST_API_KEY for all others. */
function findKeyInEnvironment(): WorkflowKey | undefined {
  const common = readVariable('WFHOST_API_KEY')
  if (!hasVariable(/^WFHOST_API_KEY_./)) return common

  return (flowId) => readVariable(keyVariableOf(flowId)) ?? common ?? ''
}

/** Reads the key of a workflow. The path of a request by `api` can be without a flowId, which is empty then. */
async function readKey(apiKey: WorkflowKey, flowId: string): Promise<Credentials> {
  const subject = flowId === '' ? 'a path without flowId' : `workflow ${flowId}`
  const key = await findKey(apiKey, flowId)
  if (!key) throw new ConfigurationError(`Cannot use apiKey: it has no key for ${subject}${suggestWorkflow(apiKey, flowId)}`)

  const value = `Bearer ${checkKey(`apiKey for ${subject}`, key)}`
  // A service can name any key of the map in an error.
  const secrets = typeof apiKey === 'object' ? Object.values(apiKey).filter((secret) => secret) : [key]
  return { header: 'authorization', value, secrets }
}

function findKey(apiKey: WorkflowKey, flowId: string): string | undefined | Promise<string> {
  if (typeof apiKey === 'string') return apiKey
  if (typeof apiKey === 'function') return apiKey(flowId)
  return Object.hasOwn(apiKey, flowId) ? apiKey[flowId] : undefined
}

/** Suggests a similar flowId of a map. The names are not listed: a map that was inverted by mistake has keys as names. */
function suggestWorkflow(apiKey: WorkflowKey, flowId: string): string {
  return typeof apiKey === 'object' ? didYouMean(flowId, Object.keys(apiKey)) : ''
}

async function checkArguments({ flowId, args: schema }: Workflow, args: object, redact: Redact): Promise<object> {
  if (!schema) return args

  const applied = await applySchema(schema, 'args', args).catch((thrown: unknown) => {
    if (thrown instanceof ConfigurationError) throw thrown
    const message = `Cannot call workflow ${flowId}: the schema of args failed: ${describeValue(thrown, redact)}`
    throw new ConfigurationError(redact(message), { cause: thrown })
  })
  if (!applied.problems) return applied.value as object

  const problems = applied.problems.map(({ path, message }) => `${path}: ${message}`).join('; ')
  throw new ConfigurationError(redact(`Cannot call workflow ${flowId}: ${problems}`))
}
