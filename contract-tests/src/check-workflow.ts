import { excerpt, type Redact, type RedactedText } from '@wfhost/internal/redacted-text'
import { z } from 'zod'
import { ConfigurationError } from './config/config-schema.ts'
import { refuseInvalidOptions } from './config/refuse-options.ts'
import { serverSchema } from './config/server-schema.ts'
import { createSecrets } from './engine/secrets.ts'
import { runWorkflow } from './requests.ts'
import { connectTarget } from './target/connect-target.ts'
import { type Exchange, NoResponse } from './target/exchange.ts'
import { text } from './target/fixtures.ts'

/** The options of `checkWorkflow`: a deployed workflow, and arguments that it accepts. */
export interface WorkflowCheckOptions {
  /** The URL of the workflow service. */
  readonly baseUrl: string
  /** The key of the workflow. */
  readonly apiKey: string
  /** Arguments by name. Each example is sent, so it should do no harm. A parameter that no example has is not checked. */
  readonly examples: readonly Readonly<Record<string, unknown>>[]
  /**
   * Must have `runs`: the workflow is run once for each example, and up to twice for each parameter.
   *
   * @default [], and the function throws
   */
  readonly allow?: readonly 'runs'[] | undefined
  /** Sends a request. @default globalThis.fetch */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined
  /** The time limit of one run, in milliseconds. @default 30000 */
  readonly timeoutMs?: number | undefined
}

/** The result of `checkWorkflow`. */
export interface WorkflowCheck {
  /** Whether the workflow matches its definition. */
  readonly fits: boolean
  /** Each difference between the workflow and its definition. */
  readonly findings: readonly WorkflowFinding[]
  /** How many requests were sent. */
  readonly requests: number
}

/**
 * Checks whether a deployed workflow still matches the definition that code uses. It sends each example, then the example
 * without each of its arguments, and with each argument of a wrong type. The workflow must refuse what the definition
 * refuses.
 *
 * @throws {ConfigurationError} if `allow` does not have `runs`, if there is no example, or for an unknown option. Nothing
 * has been sent then.
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
 * const options = { baseUrl: 'http://workflows.test', apiKey: 'key', allow: ['runs'], examples, fetch } as const
 * const { findings, fits } = await checkWorkflow(greet, options)
 *
 * assert.equal(fits, false)
 * assert.equal(findings[0]?.kind, 'arguments')
 * ```
 */
export async function checkWorkflow(definition: WorkflowDefinition, options: WorkflowCheckOptions): Promise<WorkflowCheck> {
  refuseInvalidOptions(optionsSchema, options)
  const { allow = [], apiKey, examples } = options
  const { flowId } = definition
  if (!allow.includes('runs')) {
    throw new ConfigurationError(`Cannot check workflow ${flowId}: each check runs it. To permit that, add allow: ['runs']`)
  }
  if (examples.length === 0) {
    throw new ConfigurationError(`Cannot check workflow ${flowId}: it needs an example. Add arguments to examples`)
  }
  const secrets = createSecrets()
  secrets.add('API_KEY', apiKey)
  const send = createSend(flowId, { ...options, redact: secrets.redact })
  const findings: WorkflowFinding[] = []
  const probed = new Set<string>()
  let requests = 0

  async function findingsOf(example: Readonly<Record<string, unknown>>): Promise<readonly WorkflowFinding[]> {
    const { objection, value } = await readBySchema(definition.args, example)
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

const { baseUrl, fetch, timeoutMs } = serverSchema.shape
const optionsSchema = z.strictObject({
  baseUrl,
  fetch,
  timeoutMs,
  apiKey: text,
  examples: z.array(z.record(z.string(), z.unknown())),
  allow: z.array(z.literal('runs')).optional(),
} satisfies Readonly<Record<keyof WorkflowCheckOptions, unknown>>)

function createSend(
  flowId: string,
  { apiKey, baseUrl, fetch, redact, timeoutMs }: WorkflowCheckOptions & { readonly redact: Redact },
): (args: Readonly<Record<string, unknown>>) => Promise<Answer> {
  const target = connectTarget({ name: flowId, baseUrl, fetch, timeoutMs })
  return async (args) => {
    const given = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined))
    try {
      const exchange = await runWorkflow(target, { workflow: { flowId, key: apiKey }, args: given })
      return { ...exchange, text: redact(exchange.text) }
    } catch (error) {
      if (error instanceof NoResponse) return error
      throw error
    }
  }
}

/** A schema that follows Standard Schema (standardschema.dev, version 1), as far as a check needs it. */
export interface DefinitionSchema {
  readonly '~standard': { readonly validate: (value: unknown) => SchemaVerdict | Promise<SchemaVerdict> }
}

type SchemaVerdict = { readonly value: unknown; readonly issues?: undefined } | { readonly issues: readonly SchemaIssue[] }

interface SchemaIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/** A workflow as code defines it, such as the result of `defineWorkflow` of `@wfhost/sdk`. */
export interface WorkflowDefinition {
  /** The id of the workflow. */
  readonly flowId: string
  /** The schema of the object of all arguments. @default any arguments */
  readonly args?: DefinitionSchema
  /** The schema of the result of a run that succeeded. @default any result */
  readonly result?: DefinitionSchema
}

/** What a schema makes of a value, or its first objection to it. */
type Reading = { readonly value?: unknown; readonly objection?: string }

/** Reads a value by a schema; without one, every value is as it should be. */
async function readBySchema(schema: DefinitionSchema | undefined, value: unknown): Promise<Reading> {
  const verdict = schema === undefined ? { value } : await schema['~standard'].validate(value)
  if (verdict.issues === undefined) return { value: verdict.value }
  const [issue] = verdict.issues
  const path = (issue?.path ?? []).map((step) => String(typeof step === 'object' ? step.key : step))
  return { objection: [path.join('.'), issue?.message ?? 'it does not fit'].filter((part) => part !== '').join(': ') }
}

/** Arguments that differ in one from some that the workflow takes, and whether the definition takes them. */
interface ArgumentProbe {
  readonly kind: 'missing-argument' | 'wrong-type'
  readonly parameter: string
  readonly difference: string
  readonly args: Readonly<Record<string, unknown>>
  readonly taken: boolean
}

/** One value of each type. The text is no JSON, which a workflow may take for an object. */
const values: readonly unknown[] = ['not of this type', 7.5, true, {}, []]

/** For each argument: left out, and of another type if the definition refuses one. */
async function listProbes(
  definition: WorkflowDefinition,
  { args, parameters }: { readonly args: Readonly<Record<string, unknown>>; readonly parameters: readonly string[] },
): Promise<ArgumentProbe[]> {
  if (definition.args === undefined) return []
  const probes: ArgumentProbe[] = []
  for (const parameter of parameters) {
    const { [parameter]: given, ...others } = args
    const without = await readBySchema(definition.args, others)
    const difference = `without ${parameter}`
    // A default of the definition is sent, as the client sends it.
    const sent = without.objection === undefined ? Object(without.value) : others
    probes.push({ kind: 'missing-argument', parameter, difference, args: sent, taken: without.objection === undefined })
    const wrong = await wrongValue(definition, { args, parameter, given })
    if (wrong !== undefined) probes.push({ kind: 'wrong-type', parameter, taken: false, ...wrong })
  }
  return probes
}

async function wrongValue(
  { args: schema }: WorkflowDefinition,
  { args, given, parameter }: { readonly args: object; readonly parameter: string; readonly given: unknown },
): Promise<Pick<ArgumentProbe, 'args' | 'difference'> | undefined> {
  for (const value of values.filter((candidate) => typeName(candidate) !== typeName(given))) {
    const changed = { ...args, [parameter]: value }
    const { objection } = await readBySchema(schema, changed)
    if (objection !== undefined) return { args: changed, difference: `whose ${parameter} is a value of type ${typeName(value)}` }
  }
  return undefined
}

function typeName(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value
}

// An alias, since no entry exports it: the declarations of users have its members instead of its name.
/** A way in which the deployed workflow does not match its definition. */
export type WorkflowFinding = {
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

/** An exchange whose text contains no key. */
type RedactedExchange = Omit<Exchange, 'text'> & { readonly text: RedactedText }

type Answer = RedactedExchange | NoResponse

/** What the answer to an example says against the definition. */
async function judgeExample(
  definition: WorkflowDefinition,
  { exchange, shown }: { readonly exchange: Answer; readonly shown: string },
): Promise<WorkflowFinding | undefined> {
  if (exchange instanceof NoResponse) return { kind: 'answer', message: `No answer to ${shown}: ${exchange.message}` }
  const { status } = exchange
  if (status === 400) return { kind: 'arguments', message: `The workflow refuses ${shown}: ${quoteResponse(exchange)}` }
  if ([401, 403, 404].includes(status)) {
    return { kind: 'access', message: `Workflow ${definition.flowId} answers ${status}: ${quoteResponse(exchange)}` }
  }
  const run = Object(exchange.body)
  if (status !== 200 || !['success', 'failed'].includes(run.status)) {
    return { kind: 'answer', message: `The answer to ${shown} is not the result of a run: ${status} ${quoteResponse(exchange)}` }
  }
  if (run.status === 'failed') return { kind: 'run-failed', message: `The run of ${shown} failed: ${quoteResponse(exchange)}` }
  const { objection } = await readBySchema(definition.result, run.result)
  return objection === undefined
    ? undefined
    : { kind: 'result', message: `The definition refuses the result of ${shown}: ${objection}` }
}

/** Whether definition and workflow agree on arguments that differ in one. */
function judgeProbe({ difference, kind, parameter, taken }: ArgumentProbe, exchange: Answer): WorkflowFinding[] {
  if (exchange instanceof NoResponse || (exchange.status !== 200 && exchange.status !== 400)) {
    const answer = exchange instanceof NoResponse ? exchange.message : `${exchange.status} ${quoteResponse(exchange)}`
    return [{ kind: 'answer', parameter, message: `No answer that tells anything to arguments ${difference}: ${answer}` }]
  }
  if ((exchange.status === 200) === taken) return []
  const message = taken
    ? `The definition takes arguments ${difference}, the workflow refuses them: ${quoteResponse(exchange)}`
    : `The workflow takes arguments ${difference}, the definition refuses them`
  return [{ kind, parameter, message }]
}

/** How much of a response a finding shows, in characters. */
const LONGEST_RESPONSE = 200

function quoteResponse({ text }: RedactedExchange): RedactedText {
  return excerpt(text, LONGEST_RESPONSE)
}
