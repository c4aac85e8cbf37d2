import { didYouMean } from '@wfhost/internal/messages'
import { describeValue, type Redact, withoutSecrets } from '@wfhost/internal/redacted-text'
import type { paths } from '@wfhost/openapi'
import type { Client } from 'openapi-fetch'
import { ConfigurationError } from '../errors/configuration-error.ts'
import { findProblems, noteOrigin } from '../responses/answer.ts'
import { endedRun, failedRun, type Run, startedRun } from '../responses/run.ts'
import { findRunId, isRunIdSource, type RunIdSource } from '../responses/run-id.ts'
import { createApi } from '../transport/api.ts'
import { type Call, type Credentials, operations } from '../transport/call.ts'
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
 * The key of a workflow; each has its own. A string, a map by flowId, or a function that is called for each call, and once
 * more after a 401: regeneration invalidates a key at once (KEY-REGENERATED). The format of a key is not documented, so any
 * visible ASCII is accepted; a key of four characters or more is redacted in all output.
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

/** A client as far as one workflow goes: what a function that runs it needs, and what a test may stand in for. */
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
  /** Starts a workflow and returns at once with its run ID (RUN-ASYNC). */
  start<const Target extends Workflow | string, Args extends object>(
    workflow: Target,
    ...rest: CallArguments<Target, Args, StartOptions>
  ): Promise<StartedRun>
  /** Returns this client with other options; both share their middleware, and what a 429 holds back. */
  withOptions(options: WorkflowClientOptions): WorkflowClient<Paths>
  /**
   * Sends single requests, typed by the document (or by the type parameter of the client, for endpoints of your own), as
   * openapi-fetch has it. They carry the key and reject with the errors of this package. What `api.use` registers sees the
   * requests of `run` and `start`, too: it may sign a request, or throw, and then nothing is sent.
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

function createClient<Paths extends object>(given: WorkflowClientOptions, shared?: Shared): WorkflowClient<Paths> {
  const redact = redactorOfOptions(given).text
  checkOptions(given, checks, redact)
  const options = { ...given, apiKey: given.apiKey ?? findKeyInEnvironment() }
  const client = resolveClient(options, { option: 'baseUrl', variable: 'WFHOST_BASE_URL' }, shared)
  const apiKey = required(options, { option: 'apiKey', variable: 'WFHOST_API_KEY' })
  const authorize = (flowId?: string) => readKey(apiKey, flowId)

  const prepare = (target: string | Workflow, args: object, request: { mode: 'sync' | 'async'; options: CallOptions }) => {
    const workflow: Workflow = typeof target === 'string' ? { flowId: target } : Object(target)
    const flowId = checkSegment('flowId', workflow.flowId)
    // An invalid schema would otherwise be noticed only after the run.
    checkOptions({ args: workflow.args, result: workflow.result }, { args: isSchema, result: isSchema })
    const { mode } = request
    const call: Call = {
      ...operations.runPublishedWorkflow,
      action: `${mode === 'sync' ? 'run' : 'start'} workflow ${flowId}`,
      prepare: async (redact) => {
        const body = { args: toArguments(await checkArguments(workflow, args, redact), redact), mode }
        return { params: { path: { flowId } }, body }
      },
      credentials: () => authorize(flowId),
      isAnswer: isFailedRun,
      settings: resolveCall(client, request.options),
    }
    return { workflow, call }
  }

  const methods = {
    async run<Result>(target: string | Workflow, args: object = {}, callOptions: CallOptions = {}): Promise<Run<Result>> {
      checkOptions(callOptions, callChecks, redact)
      const { workflow, call } = prepare(target, args, { mode: 'sync', options: callOptions })
      return callService(call, async (answer) => {
        const run = readAnswer<Run<Result>>(call, answer, endedRun)
        if (workflow.result === undefined || run.status !== 'success' || call.settings.validation === 'off') {
          return noteOrigin(run, answer)
        }
        const applied = await applySchema(workflow.result, 'result', run.result)
        if (applied.problems) reportProblems(call, answer, applied.problems)
        return noteOrigin(applied.problems ? run : { ...run, result: applied.value as Result }, answer)
      })
    },
    async start(target: string | Workflow, args: object = {}, callOptions: StartOptions = {}): Promise<StartedRun> {
      checkOptions(callOptions, startChecks, redact)
      const { call } = prepare(target, args, { mode: 'async', options: callOptions })
      return callService(call, async (answer) => {
        const body = readAnswer<unknown>(call, answer, startedRun)
        const { runId, others } = findRunId(body, callOptions.runId)
        if (others.length > 0) {
          const why = others[1] ? 'pass runId to say where it is' : 'JSON rounds it'
          call.settings.log('warn', answer.redactor.text(`Cannot tell the run ID from ${others.join(', ')}: ${why}`))
        }
        return noteOrigin({ runId }, answer)
      })
    },
    withOptions: (more: WorkflowClientOptions) => createClient({ ...options, ...more }, client.shared),
    api: createApi<Paths>(client, (_, { flowId }) => authorize(flowId === undefined ? undefined : String(flowId))),
  } satisfies Record<keyof WorkflowClient, unknown>
  return withRedact(methods, redactorOfOptions(options).text) as unknown as WorkflowClient<Paths>
}

/** Where services put the body of a failed run (RUN-FAILED-HTTP), beside 200. A refusal is never a run. */
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

/** The key for a workflow. A path of your own may have no flowId. */
async function readKey(apiKey: WorkflowKey, flowId = ''): Promise<Credentials> {
  const map = typeof apiKey === 'object' && apiKey
  const listed = map ? Object.hasOwn(map, flowId) && map[flowId] : apiKey
  const key = typeof listed === 'function' ? await listed(flowId) : listed
  const what = flowId === '' ? 'a path without flowId' : `workflow ${flowId}`
  if (!key) {
    // The names in the map are not listed: a map that was inverted by mistake has the keys for names.
    const others = map ? didYouMean(flowId, Object.keys(map)) : ''
    throw new ConfigurationError(`Cannot use apiKey: it has no key for ${what}${others}`)
  }
  const value = `Bearer ${checkKey(`apiKey for ${what}`, key)}`
  return { header: 'authorization', value, secrets: map ? Object.values(map).filter(Boolean) : [key] }
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
