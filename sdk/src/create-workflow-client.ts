import type { Call } from './call.ts'
import { callService } from './call-service.ts'
import { checkAddress, checkKey, checkSegment, required } from './check-options.ts'
import { checkPlace } from './check-place.ts'
import { findProblems } from './find-problems.ts'
import { findRunId, type RunIdSource } from './find-run-id.ts'
import { createLog } from './log.ts'
import { readAnswer } from './read-answer.ts'
import type { Run, StartedRun } from './run.ts'
import { endedRun, failedRun, startedRun } from './run-schemas.ts'
import { type CallOptions, type ClientOptions, resolveSettings } from './settings.ts'
import { type Arguments, toArguments } from './to-arguments.ts'
import { wordRequest } from './word-request.ts'

/**
 * The key of a workflow: each has its own. By flowId, or from a function that is asked at each call, and once more after
 * a 401: regeneration invalidates a key at once (KEY-REGENERATED).
 */
export type WorkflowKey = string | Readonly<Record<string, string>> | ((flowId: string) => string | Promise<string>)

/** How to reach a workflow service. */
export interface WorkflowClientOptions extends ClientOptions {
  /** Address of the workflow service. @default WFHOST_BASE_URL */
  readonly baseUrl?: string | undefined
  /** @default WFHOST_API_KEY */
  readonly apiKey?: WorkflowKey | undefined
}

/** What bounds a start, and where its run ID is. */
export interface StartOptions extends CallOptions {
  /** @default RUN_ID_NAMES */
  readonly runId?: RunIdSource | undefined
}

/** Runs published workflows. */
export interface WorkflowClient {
  /** Runs a workflow and waits for its end (RUN-SYNC). A failed run is a result, not an exception. */
  readonly run: <Result = unknown>(flowId: string, args?: Arguments, options?: CallOptions) => Promise<Run<Result>>
  /** Starts a workflow and returns at once with its run ID (RUN-ASYNC). */
  readonly start: (flowId: string, args?: Arguments, options?: StartOptions) => Promise<StartedRun>
}

const REQUIREMENTS = { 401: 'KEY-INVALID', 403: 'KEY-SCOPE', 404: 'FLOW-UNKNOWN', 429: 'LIMIT-429', 504: 'RUN-TIMEOUT' }

/**
 * Creates a client of the workflow service. Missing options come from the environment at the time of the call.
 *
 * @throws ConfigurationError when neither option nor variable gives an address.
 */
export function createWorkflowClient(options: WorkflowClientOptions = {}): WorkflowClient {
  const baseUrl = required({ option: 'baseUrl', value: options.baseUrl, variable: 'WFHOST_BASE_URL' })
  const apiKey = required({ option: 'apiKey', value: options.apiKey, variable: 'WFHOST_API_KEY' })
  const address = checkAddress('baseUrl', baseUrl)
  checkPlace({ address, allowBrowser: options.allowBrowser, log: createLog(options) })

  const prepare = (action: 'run' | 'start', { flowId, callOptions }: { flowId: string; callOptions: CallOptions }): Call => ({
    action: `${action} workflow ${checkSegment('flowId', flowId)}`,
    once: true,
    requirements: REQUIREMENTS,
    credentials: async () => {
      const key = typeof apiKey === 'function' ? await apiKey(flowId) : typeof apiKey === 'object' ? apiKey[flowId] : apiKey
      const secret = checkKey(`apiKey for workflow ${flowId}`, key)
      return { header: 'authorization', value: `Bearer ${secret}`, secret }
    },
    isAnswer: (body) => findProblems(failedRun, body).length === 0,
    settings: resolveSettings(options, callOptions),
  })
  const send = (call: Call, request: { flowId: string; args: object; mode: 'sync' | 'async' }) => {
    // An interface has no index signature, so `object` does not fit what the document calls an object.
    const body = { args: toArguments(request.args) as never, mode: request.mode }
    const path = { flowId: request.flowId }
    return callService(wordRequest({ operation: 'runPublishedWorkflow', address, path, body }), call)
  }

  return {
    // biome-ignore lint/complexity/useMaxParams: a call reads like the workflow: which one, with what, and how
    async run<Result>(flowId: string, args: Arguments = {}, callOptions: CallOptions = {}) {
      const call = prepare('run', { flowId, callOptions })
      const answer = await send(call, { flowId, args, mode: 'sync' })
      return readAnswer<Run<Result>>(call, { ...answer, schema: endedRun })
    },
    // biome-ignore lint/complexity/useMaxParams: like run
    async start(flowId, args = {}, callOptions = {}) {
      const call = prepare('start', { flowId, callOptions })
      const answer = await send(call, { flowId, args, mode: 'async' })
      const raw = readAnswer<unknown>(call, { ...answer, schema: startedRun })
      return { runId: findRunId(raw, callOptions.runId), raw, response: answer.response }
    },
  }
}
