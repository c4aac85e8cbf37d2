import { excerpt, type RedactedText } from '@wfhost/internal/redacted-text'
import type { ArgumentProbe } from './argument-probes.ts'
import { isObject } from './rules/expectations.ts'
import { type Exchange, NoResponseError } from './target/exchange.ts'
import { parseWithSchema, type WorkflowDefinition } from './workflow-definition.ts'

// An alias, since no entry exports it: the declarations of users have its members instead of its name.
/** A way in which the deployed workflow does not match its definition. */
export type WorkflowFinding = {
  /**
   * The kind of the finding:
   * - `example`: an example does not match the definition, and was not sent.
   * - `access`: the key or the workflow is unknown.
   * - `arguments`: the workflow refuses arguments that the definition accepts.
   * - `missing-argument`: the workflow and the definition disagree on which arguments are optional.
   * - `wrong-type`: the workflow and the definition disagree on a type.
   * - `result`: the result does not match the definition.
   * - `run-failed`: it has no result to check.
   * - `unexpected-response`: there was no response, or the document does not describe it.
   */
  readonly kind:
    | 'example'
    | 'access'
    | 'arguments'
    | 'missing-argument'
    | 'wrong-type'
    | 'result'
    | 'run-failed'
    | 'unexpected-response'
  /** The parameter that it is about, if it is about one. */
  readonly parameter?: string
  readonly message: string
}

/** An exchange whose text contains no key. */
export type RedactedExchange = Omit<Exchange, 'text'> & { readonly text: RedactedText }

/**
 * Judges whether the response of a deployed workflow to an example fits the definition of the workflow. The example fits the
 * definition, so the workflow should run with it.
 *
 * @param exampleName the example in messages, such as `the example {"name":"Ada"}`
 * @returns a finding, or undefined if the response fits
 */
export async function judgeResponseToExample(
  definition: WorkflowDefinition,
  response: RedactedExchange | NoResponseError,
  exampleName: string,
): Promise<WorkflowFinding | undefined> {
  if (response instanceof NoResponseError) {
    return { kind: 'unexpected-response', message: `No response to ${exampleName}: ${response.message}` }
  }

  const { status } = response
  const quote = quoteResponse(response)
  if (status === 400) return { kind: 'arguments', message: `The workflow refuses ${exampleName}: ${quote}` }

  // A server may also respond with 404 to hide a workflow to which the key has no access.
  const isInaccessible = status === 401 || status === 403 || status === 404
  if (isInaccessible) {
    return { kind: 'access', message: `Workflow ${definition.flowId} responds with ${status}: ${quote}` }
  }

  // `judgeRun` also reports a response that is not the result of a run, such as a 429.
  return judgeRun(definition, response, exampleName)
}

/** Checks that the response is a successful run, and that its result matches the definition. */
async function judgeRun(
  definition: WorkflowDefinition,
  response: RedactedExchange,
  exampleName: string,
): Promise<WorkflowFinding | undefined> {
  const { status } = response
  const quote = quoteResponse(response)

  const run = readRun(response)
  if (run === undefined) {
    return {
      kind: 'unexpected-response',
      message: `The response to ${exampleName} is not the result of a run: ${status} ${quote}`,
    }
  }
  if (run['status'] === 'failed') return { kind: 'run-failed', message: `The run of ${exampleName} failed: ${quote}` }

  const parsed = await parseWithSchema(definition.result, run['result'])
  if (parsed.kind === 'valid') return undefined
  return { kind: 'result', message: `The definition refuses the result of ${exampleName}: ${parsed.problem}` }
}

/** Returns the result of a run. Undefined for any other response. */
function readRun({ body, status }: RedactedExchange): Readonly<Record<string, unknown>> | undefined {
  if (status !== 200 || !isObject(body)) return undefined
  return body['status'] === 'success' || body['status'] === 'failed' ? body : undefined
}

/** Compares whether the definition and the workflow accept the same arguments. */
export function judgeProbe(probe: ArgumentProbe, response: RedactedExchange | NoResponseError): WorkflowFinding[] {
  const { difference, isAccepted, kind, parameter } = probe
  if (response instanceof NoResponseError) return [createUnclearFinding(probe, response.message)]

  const { status } = response
  const quote = quoteResponse(response)
  if (status !== 200 && status !== 400) return [createUnclearFinding(probe, `${status} ${quote}`)]

  const workflowAccepts = status === 200
  if (workflowAccepts === isAccepted) return []

  const message = workflowAccepts
    ? `The workflow takes arguments ${difference}, the definition refuses them`
    : `The definition takes arguments ${difference}, the workflow refuses them: ${quote}`
  return [{ kind, parameter, message }]
}

function createUnclearFinding({ difference, parameter }: ArgumentProbe, response: string): WorkflowFinding {
  const message = `The response to arguments ${difference} shows neither that the workflow accepts them nor that it refuses them: ${response}`
  return { kind: 'unexpected-response', parameter, message }
}

/** How much of a response a finding shows, in characters. */
const LONGEST_RESPONSE = 200

function quoteResponse({ text }: RedactedExchange): RedactedText {
  return excerpt(text, LONGEST_RESPONSE)
}
