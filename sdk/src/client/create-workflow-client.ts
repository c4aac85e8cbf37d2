import type { paths } from '@wfhost/openapi'
import type { Client } from 'openapi-fetch'
import type { Run } from '../operations/run-workflow/run.ts'
import { runWorkflow, type StartOptions, startWorkflow } from '../operations/run-workflow/run-workflow.ts'
import { createApi } from '../transport/api.ts'
import type { Arguments } from './arguments.ts'
import {
  type Checks,
  checkOptions,
  isChecked,
  keyVariableOf,
  listVariables,
  readRequiredOption,
  readVariable,
} from './check-options.ts'
import { createOptionsRedactor, withRedact } from './client-secrets.ts'
import type { ArgumentsOf, GivenArguments, ResultOf, Workflow } from './define-workflow.ts'
import { type CallOptions, type ClientOptions, clientChecks, resolveClientSettings, type SharedState } from './settings.ts'
import type { StartedRun } from './wait-for-run.ts'
import { type WorkflowKey, WorkflowService } from './workflow-service.ts'

/** How to reach a workflow service. */
export interface WorkflowClientOptions extends ClientOptions {
  /** Address of the workflow service. @default WFHOST_BASE_URL */
  readonly baseUrl?: string | URL | undefined
  /** Sent as a Bearer token (RUN-AUTH). @default WFHOST_API_KEY_<FLOW> of the workflow, else WFHOST_API_KEY */
  readonly apiKey?: WorkflowKey | undefined
}

const optionChecks: Checks<WorkflowClientOptions> = /* @__PURE__ */ Object.assign(
  { baseUrl: isChecked, apiKey: isChecked },
  clientChecks,
)

/** The parameters after the workflow: its arguments, unless it needs none, and options. */
export type CallArguments<Target extends Workflow | string, Args, Options> =
  Record<never, never> extends ArgumentsOf<Target>
    ? [args?: GivenArguments<Target, Args>, options?: Options]
    : [args: GivenArguments<Target, Args>, options?: Options]

/**
 * The part of a client that runs one workflow. A function that takes it can be tested with a stub.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import type { WorkflowRunner } from '@wfhost/sdk'
 *
 * async function triage(client: WorkflowRunner, subject: string): Promise<unknown> {
 *   const run = await client.run('support-triage', { subject })
 *   return run.status === 'success' ? run.result : 'unknown'
 * }
 *
 * const stub: WorkflowRunner = { run: async () => ({ status: 'success', result: 'billing', stepOutputs: {} }) }
 * assert.equal(await triage(stub, 'My invoice is wrong'), 'billing')
 * ```
 */
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

/**
 * Creates a client from options. Environment variables replace missing options.
 *
 * @param shared - State that `withOptions` passes on from the original client: middleware, and pauses after a 429.
 */
function createClient<Paths extends object>(clientOptions: WorkflowClientOptions, shared?: SharedState): WorkflowClient<Paths> {
  // The message of an invalid option must not contain a key.
  checkOptions(clientOptions, optionChecks, createOptionsRedactor(clientOptions).text)

  // From here on, the options have the key of the environment if the caller passed none.
  const options = { ...clientOptions, apiKey: clientOptions.apiKey ?? readKeyFromEnvironment() }
  const settings = resolveClientSettings(options, { option: 'baseUrl', variable: 'WFHOST_BASE_URL' }, shared)
  // If the environment has no key either, this throws an error that names the variable.
  const apiKey = readRequiredOption(options, { option: 'apiKey', variable: 'WFHOST_API_KEY' })

  return createMethods(new WorkflowService({ settings, apiKey, redact: createOptionsRedactor(options).text }), options)
}

/** Creates the methods of a client, which call the workflow service. */
function createMethods<Paths extends object>(service: WorkflowService, options: WorkflowClientOptions): WorkflowClient<Paths> {
  const { redact, settings } = service

  const client = {
    run: <Result>(workflow: string | Workflow, args?: object, callOptions?: CallOptions) =>
      runWorkflow<Result>(service, { workflow, args }, callOptions),
    start: (workflow: string | Workflow, args?: object, startOptions?: StartOptions) =>
      startWorkflow(service, { workflow, args }, startOptions),
    // Creates another client in the same way, with the middleware and the pauses of this one.
    withOptions: (changes: WorkflowClientOptions) => createClient({ ...options, ...changes }, settings.shared),
    // The key can depend on the workflow in the path. A caller can also send requests to paths without a flowId.
    api: createApi<Paths>(settings, (_path, { flowId = '' }) => service.authorize(String(flowId))),
  } satisfies Record<keyof WorkflowClient, unknown>

  // The public types derive the arguments and results from the workflow. The compiler cannot check this, so the cast is needed.
  return withRedact(client, redact) as unknown as WorkflowClient<Paths>
}

/** The keys in the environment: WFHOST_API_KEY_<FLOW> for one workflow, and WFHOST_API_KEY for all others. */
function readKeyFromEnvironment(): WorkflowKey | undefined {
  const common = readVariable('WFHOST_API_KEY')
  const hasKeysOfWorkflows = listVariables(/^WFHOST_API_KEY_./).length > 0
  if (!hasKeysOfWorkflows) return common

  return (flowId) => readVariable(keyVariableOf(flowId)) ?? common ?? ''
}
