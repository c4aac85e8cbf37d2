import { type Exchange, NoAnswer } from '../exchange.ts'
import type { ArgumentProbe } from './list-probes.ts'
import { readBySchema, type WorkflowDefinition } from './workflow-definition.ts'

/** A way in which the deployed workflow does not match its definition. */
export interface WorkflowFinding {
  /**
   * `example`: an example does not match the definition, and was not sent. `access`: the key or the workflow is unknown.
   * `arguments`: the workflow refuses what the definition accepts. `missing-argument`, `wrong-type`: they disagree on what
   * may be left out, or on a type. `result`: it does not match. `run-failed`: there is no result to check. `answer`: there
   * was no response, or none that the document describes.
   */
  readonly kind: 'example' | 'access' | 'arguments' | 'missing-argument' | 'wrong-type' | 'result' | 'run-failed' | 'answer'
  /** The parameter that it is about, if it is about one. */
  readonly parameter?: string
  readonly message: string
}

/** An exchange, or why there is none. */
export type Answer = Exchange | NoAnswer

/** What the answer to an example says against the definition. */
export async function judgeExample(
  definition: WorkflowDefinition,
  { exchange, shown }: { readonly exchange: Answer; readonly shown: string },
): Promise<WorkflowFinding | undefined> {
  if (exchange instanceof NoAnswer) return { kind: 'answer', message: `No answer to ${shown}: ${exchange.message}` }
  const { status } = exchange
  if (status === 400) return { kind: 'arguments', message: `The workflow refuses ${shown}: ${excerpt(exchange)}` }
  if ([401, 403, 404].includes(status)) {
    return { kind: 'access', message: `Workflow ${definition.flowId} answers ${status}: ${excerpt(exchange)}` }
  }
  const run = Object(exchange.body)
  if (status !== 200 || !['success', 'failed'].includes(run.status)) {
    return { kind: 'answer', message: `The answer to ${shown} is not the result of a run: ${status} ${excerpt(exchange)}` }
  }
  if (run.status === 'failed') return { kind: 'run-failed', message: `The run of ${shown} failed: ${excerpt(exchange)}` }
  const { objection } = { objection: undefined, ...(await readBySchema(definition.result, run.result)) }
  return objection === undefined
    ? undefined
    : { kind: 'result', message: `The definition refuses the result of ${shown}: ${objection}` }
}

/** Whether definition and workflow agree on arguments that differ in one. */
export function judgeProbe({ difference, kind, parameter, taken }: ArgumentProbe, exchange: Answer): WorkflowFinding[] {
  if (exchange instanceof NoAnswer || (exchange.status !== 200 && exchange.status !== 400)) {
    const answer = exchange instanceof NoAnswer ? exchange.message : `${exchange.status} ${excerpt(exchange)}`
    return [{ kind: 'answer', parameter, message: `No answer that tells anything to arguments ${difference}: ${answer}` }]
  }
  if ((exchange.status === 200) === taken) return []
  const message = taken
    ? `The definition takes arguments ${difference}, the workflow refuses them: ${excerpt(exchange)}`
    : `The workflow takes arguments ${difference}, the definition refuses them`
  return [{ kind, parameter, message }]
}

function excerpt({ text }: Exchange): string {
  return text.slice(0, 200)
}
