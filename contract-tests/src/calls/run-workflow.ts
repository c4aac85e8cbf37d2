import type { Exchange } from '../target/exchange.ts'
import type { Target, WorkflowFixture } from '../target/target.ts'

/** A run request as a rule words it: well formed unless the rule says otherwise. */
export interface RunCall {
  /** Its own arguments are sent where the rule has none. */
  readonly workflow: Pick<WorkflowFixture, 'flowId' | 'args'> & { readonly key?: string }
  readonly args?: Readonly<Record<string, unknown>>
  readonly mode?: string
  /** Replaces the JSON body that args and mode (default sync) give. */
  readonly body?: unknown
  /** Replaces the text of the body. */
  readonly text?: string
  /** Replaces the Authorization header; null leaves it out. */
  readonly authorization?: string | null
  readonly contentType?: string
}

/** Sends a request to run a published workflow. */
export function runWorkflow(target: Target, call: RunCall): Promise<Exchange> {
  const { flowId, key } = call.workflow
  const authorization = call.authorization === undefined ? `Bearer ${key}` : call.authorization
  const args = Object.entries(call.args ?? call.workflow.args ?? {}).map(([name, value]) => ({ name, value }))
  const body = call.body ?? { args, mode: call.mode ?? 'sync' }
  return target.send({
    operationId: 'runPublishedWorkflow',
    method: 'POST',
    url: `${target.baseUrl}/api/v2/external/flows/${encodeURIComponent(flowId)}/published-run`,
    headers: {
      'content-type': call.contentType ?? 'application/json',
      ...(authorization === null ? {} : { authorization }),
    },
    body: call.text ?? JSON.stringify(body),
  })
}
