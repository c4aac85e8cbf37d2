import { ConfigurationError } from '../errors/configuration-error.ts'
import { applySchema } from '../responses/apply-schema.ts'
import { findRunId } from '../responses/find-run-id.ts'
import { handleContractViolation } from '../responses/handle-contract-violation.ts'
import { findProblems } from '../responses/problems.ts'
import { endedRun, failedRun, type Run, startedRun } from '../responses/run.ts'
import { toMistake } from '../responses/to-mistake.ts'
import { buildRequest } from '../transport/build-request.ts'
import type { Call } from '../transport/call.ts'
import { callService } from '../transport/call-service.ts'
import { readAnswer } from '../transport/read-answer.ts'
import { checkKey, checkSegment, required } from './check-options.ts'
import type { ArgumentsOf, Given, ResultOf, Workflow } from './define-workflow.ts'
import { checkOptions } from './option-kinds.ts'
import { pollUntilEnded } from './poll-until-ended.ts'
import { type CallOptions, type ClientOptions, resolveCall, resolveClient } from './settings.ts'
import type { Started, StartedRun, StartOptions, WaitOptions } from './start-options.ts'
import { toArguments } from './to-arguments.ts'

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
  /** Sent as a Bearer token (RUN-AUTH). @default WFHOST_API_KEY */
  readonly apiKey?: WorkflowKey | undefined
}

/**
 * The parameters after the workflow: its arguments, unless it needs none, and options. A generic function that passes
 * them on names the types: `client.run<unknown, Target, Args>(workflow, ...rest)`.
 */
export type CallArguments<Target extends Workflow | string, Args, Options> =
  Record<never, never> extends ArgumentsOf<Target>
    ? [args?: Given<Target, Args>, options?: Options]
    : [args: Given<Target, Args>, options?: Options]

/**
 * Runs published workflows. A workflow is a flowId, or a definition whose schemas type the call. There is one signature
 * for both: with overloads, the compiler would report a mistake in the arguments as "no overload matches this call".
 */
export interface WorkflowClient {
  /**
   * Runs a workflow and waits for its end (RUN-SYNC). A failed run is a result, not an exception. Rejects with an APIError,
   * or with a ConfigurationError before anything is sent.
   */
  run<
    Result = unknown,
    const Target extends Workflow | string = string,
    Args extends ArgumentsOf<Target, object> = ArgumentsOf<Target>,
  >(workflow: Target, ...rest: CallArguments<Target, Args, CallOptions>): Promise<Run<ResultOf<Target, Result>>>
  /** Starts a workflow and returns at once with its run ID (RUN-ASYNC). */
  start<const Target extends Workflow | string, Args extends ArgumentsOf<Target, object>, const Options extends StartOptions>(
    workflow: Target,
    ...rest: CallArguments<Target, Args, Options>
  ): Promise<Started<Options>>
}

const REQUIREMENTS = { 401: 'KEY-INVALID', 403: 'KEY-SCOPE', 404: 'FLOW-UNKNOWN', 429: 'LIMIT-429', 504: 'RUN-TIMEOUT' }

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
export function createWorkflowClient(options: WorkflowClientOptions = {}): WorkflowClient {
  const client = resolveClient(options, { option: 'baseUrl', variable: 'WFHOST_BASE_URL' })
  const apiKey = required(options, { option: 'apiKey', variable: 'WFHOST_API_KEY' })

  const prepare = (target: string | Workflow, request: { args: object; mode: 'sync' | 'async'; options: CallOptions }) => {
    const workflow: Workflow = typeof target === 'string' ? { flowId: target } : Object(target)
    const flowId = checkSegment('flowId', workflow.flowId)
    // An invalid schema would otherwise be noticed only after the run.
    checkOptions({ args: workflow.args, result: workflow.result })
    const call: Call = {
      action: `${request.mode === 'sync' ? 'run' : 'start'} workflow ${flowId}`,
      once: true,
      requirements: REQUIREMENTS,
      buildRequest: async () => {
        const args = toArguments(await checkArguments(workflow, request.args))
        return buildRequest({
          address: client.address,
          path: '/api/v2/external/flows/{flowId}/published-run',
          parameters: { flowId },
          body: { args, mode: request.mode },
        })
      },
      credentials: async () => {
        const key = typeof apiKey === 'function' ? await apiKey(flowId) : typeof apiKey === 'object' ? apiKey[flowId] : apiKey
        if (!key) {
          const others = typeof apiKey === 'object' ? `; it has: ${Object.keys(apiKey).join(', ')}` : ''
          throw new ConfigurationError(`Cannot use apiKey: it has no key for workflow ${flowId}${others}`)
        }
        const value = `Bearer ${checkKey(`apiKey for workflow ${flowId}`, key)}`
        return {
          header: 'authorization',
          value,
          secrets: typeof apiKey === 'object' ? Object.values(apiKey).filter(Boolean) : [key],
        }
      },
      isAnswer: (body) => findProblems(failedRun, body).length === 0,
      settings: resolveCall(client, request.options),
    }
    return { workflow, call }
  }

  const workflows = {
    async run(target: string | Workflow, args: object = {}, callOptions: CallOptions = {}): Promise<Run> {
      const { workflow, call } = prepare(target, { args, mode: 'sync', options: callOptions })
      return callService(call, async (answer) => {
        const run = readAnswer<Run>(call, { ...answer, schema: endedRun })
        if (workflow.result === undefined || run.status !== 'success' || call.settings.validation === 'off') return run
        const applied = await applySchema(workflow.result, { whole: 'result', value: run.result })
        if (!applied.problems) return { ...run, result: applied.value }
        return handleContractViolation(call, { ...answer, problems: applied.problems }) as Run
      })
    },
    async start(target: string | Workflow, args: object = {}, callOptions: StartOptions = {}): Promise<StartedRun> {
      const { call } = prepare(target, { args, mode: 'async', options: callOptions })
      return callService(call, async (answer) => {
        const raw = readAnswer<unknown>(call, { ...answer, schema: startedRun })
        const started: StartedRun = { runId: findRunId(raw, callOptions.runId), raw, response: answer.response }
        const { ask } = callOptions
        if (!ask) return started
        const what = call.action.replace('start ', '')
        const question = { ...call.settings, what, ask: (signal: AbortSignal) => ask(started, signal) }
        const wait = (waitOptions?: WaitOptions) => pollUntilEnded(question, waitOptions)
        return { ...started, wait }
      })
    },
  }
  // The public types narrow these by the schemas of the workflow and by the options of the call.
  return workflows as WorkflowClient
}

async function checkArguments({ flowId, args: schema }: Workflow, args: object): Promise<object> {
  if (!schema) return args
  const applied = await applySchema(schema, { whole: 'args', value: args }).catch((thrown: unknown) => {
    throw toMistake(thrown, (said) => `Cannot call workflow ${flowId}: the schema of args failed: ${said}`)
  })
  if (!applied.problems) return applied.value as object
  const problems = applied.problems.map(({ place, message }) => `${place}: ${message}`).join('; ')
  throw new ConfigurationError(`Cannot call workflow ${flowId}: ${problems}`)
}
