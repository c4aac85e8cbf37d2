import { runWorkflow } from '../calls.ts'
import { createSecrets } from '../engine/secrets.ts'
import { connectTarget } from '../target/connect-target.ts'
import { NoAnswer } from '../target/exchange.ts'
import {
  type Answer,
  judgeExample,
  judgeProbe,
  listProbes,
  readBySchema,
  type WorkflowDefinition,
  type WorkflowFinding,
} from './workflow-probes.ts'

/** Where a deployed workflow is, and arguments that it is known to accept. */
export interface WorkflowCheckOptions {
  readonly baseUrl: string
  readonly apiKey: string
  /** Arguments by name. Each is sent, so they should do no harm; parameters that are in none of them are not checked. */
  readonly examples: readonly Readonly<Record<string, unknown>>[]
  /** Every check runs the workflow, once for each example and up to twice for each parameter. @default false */
  readonly allowRuns?: boolean
  /** @default globalThis.fetch */
  readonly fetch?: (request: Request) => Promise<Response>
  /** How long a run may take. @default 30000 */
  readonly timeoutMs?: number
}

/** Whether a deployed workflow matches its definition. */
export interface WorkflowCheck {
  readonly fits: boolean
  readonly findings: readonly WorkflowFinding[]
  readonly requests: number
}

/**
 * Checks whether a deployed workflow still matches the definition that code uses. It sends the examples, then each
 * example with one argument left out, and with one of a wrong type: the workflow must refuse what the definition refuses.
 *
 * @throws {Error} if runs are not allowed or there is no example; then nothing has been sent.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { checkWorkflow } from '@wfhost/contract-tests'
 * import { createMockService } from '@wfhost/mock-server'
 * import { defineWorkflow } from '@wfhost/sdk'
 * import { z } from 'zod'
 *
 * const greet = defineWorkflow({ flowId: 'greet', args: z.object({ name: z.string() }), result: z.string() })
 * const parameters = [{ name: 'name', type: 'number', required: true }] as const
 * const workflows = [{ flowId: 'greet', key: 'key', published: true, parameters, implementation: () => 'Hello' }]
 * const { fetch } = createMockService({ workspaces: [{ id: 'team', workflows }] })
 *
 * const examples = [{ name: 'Ada' }]
 * const options = { baseUrl: 'http://workflows.test', apiKey: 'key', allowRuns: true, examples, fetch }
 * const { findings, fits } = await checkWorkflow(greet, options)
 *
 * assert.equal(fits, false)
 * assert.equal(findings[0]?.kind, 'arguments')
 * ```
 */
export async function checkWorkflow(definition: WorkflowDefinition, options: WorkflowCheckOptions): Promise<WorkflowCheck> {
  const { allowRuns = false, apiKey, examples } = options
  const { flowId } = definition
  if (!allowRuns) throw new Error(`Cannot check workflow ${flowId}: every check runs it, which allowRuns: true allows`)
  if (examples.length === 0) throw new Error(`Cannot check workflow ${flowId}: without an example nothing can be sent`)
  const secrets = createSecrets()
  secrets.add('API_KEY', apiKey)
  const send = createSend(flowId, { ...options, redact: secrets.redact })
  const findings: WorkflowFinding[] = []
  const probed = new Set<string>()
  let requests = 0

  async function findingsOf(example: Readonly<Record<string, unknown>>): Promise<readonly WorkflowFinding[]> {
    const { objection, value } = { value: undefined, ...(await readBySchema(definition.args, example)) }
    const shown = `the example ${JSON.stringify(example)}`
    if (objection !== undefined) return [{ kind: 'example', message: `The definition refuses ${shown}: ${objection}` }]
    requests += 1
    const refused = await judgeExample(definition, { exchange: await send(Object(value)), shown })
    if (refused !== undefined) return [refused]
    const parameters = Object.keys(example).filter((name) => !probed.has(name))
    const found: WorkflowFinding[] = []
    for (const probe of await listProbes(definition, { args: example, parameters })) {
      probed.add(probe.parameter)
      requests += 1
      found.push(...judgeProbe(probe, await send(probe.args)))
    }
    return found
  }

  for (const example of examples) {
    findings.push(...(await findingsOf(example)))
    if (findings.some(({ kind }) => kind === 'access' || kind === 'answer')) break
  }
  const told = findings.map((finding) => ({ ...finding, message: secrets.redact(finding.message) }))
  return { fits: told.length === 0, findings: told, requests }
}

function createSend(
  flowId: string,
  { apiKey, baseUrl, fetch, redact, timeoutMs }: WorkflowCheckOptions & { readonly redact: (text: string) => string },
): (args: Readonly<Record<string, unknown>>) => Promise<Answer> {
  const bounds = { ...(fetch === undefined ? {} : { fetch }), ...(timeoutMs === undefined ? {} : { timeoutMs }) }
  const target = connectTarget({ name: flowId, baseUrl, ...bounds })
  return async (args) => {
    const given = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined))
    try {
      const exchange = await runWorkflow(target, { workflow: { flowId, key: apiKey }, args: given })
      // Before a message shows a part of it, as a key that was cut is not recognised.
      return { ...exchange, text: redact(exchange.text) }
    } catch (error) {
      if (error instanceof NoAnswer) return error
      throw error
    }
  }
}
