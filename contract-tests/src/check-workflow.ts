import { excerpt, type Redact, type RedactedText } from '@wfhost/internal/redacted-text'
import { z } from 'zod'
import { type ArgumentProbe, listProbes } from './argument-probes.ts'
import { ConfigurationError } from './config/config-schema.ts'
import { refuseInvalidOptions } from './config/refuse-options.ts'
import { serverSchema } from './config/server-schema.ts'
import { createSecrets } from './engine/secrets.ts'
import { runWorkflow } from './requests.ts'
import { isObject } from './rules/expectations.ts'
import { createTarget } from './target/create-target.ts'
import { type Exchange, NoResponse } from './target/exchange.ts'
import type { Target } from './target/target.ts'
import { text } from './target/texts.ts'
import { type Arguments, parse, type WorkflowDefinition } from './workflow-definition.ts'

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
  readonly timeout?: number | undefined
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
 * @throws {ConfigurationError} if `allow` does not have `runs`, if `examples` is empty, or for an unknown name. Nothing
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
  refuseInvalidOptions(definitionSchema, definition)
  refuseInvalidOptions(optionsSchema, options)
  refuseWithoutPermission(definition, options)

  const secrets = createSecrets()
  secrets.add('API_KEY', options.apiKey)
  const checker = new WorkflowChecker(definition, options, secrets.redact)

  const findings: WorkflowFinding[] = []
  for (const example of options.examples) {
    findings.push(...(await checker.checkExample(example)))

    // If the key is wrong or the server does not respond, the next examples would only repeat the finding.
    const concernsAllExamples = findings.some(({ kind }) => kind === 'access' || kind === 'unexpected-response')
    if (concernsAllExamples) break
  }

  // The checker redacts responses. Messages also quote values that the definition refuses.
  const redactedFindings = findings.map((finding) => ({ ...finding, message: secrets.redact(finding.message) }))
  return { fits: redactedFindings.length === 0, findings: redactedFindings, requests: checker.requests }
}

function refuseWithoutPermission({ flowId }: WorkflowDefinition, { allow = [], examples }: WorkflowCheckOptions): void {
  if (!allow.includes('runs')) {
    throw new ConfigurationError(`Cannot check workflow ${flowId}: each check runs it. To permit that, add allow: ['runs']`)
  }
  if (examples.length === 0) {
    throw new ConfigurationError(`Cannot check workflow ${flowId}: it needs an example. Add arguments to examples`)
  }
}

/** Sends examples and variants of them to a workflow, and compares the responses with its definition. */
class WorkflowChecker {
  readonly #definition: WorkflowDefinition
  readonly #apiKey: string
  readonly #target: Target
  readonly #redact: Redact
  readonly #probedParameters = new Set<string>()
  #requests = 0

  constructor(definition: WorkflowDefinition, options: WorkflowCheckOptions, redact: Redact) {
    const { apiKey, baseUrl, fetch, timeout } = options
    this.#definition = definition
    this.#apiKey = apiKey
    this.#target = createTarget({ name: definition.flowId, baseUrl, fetch, timeoutMs: timeout })
    this.#redact = redact
  }

  /** The number of requests that were sent. */
  get requests(): number {
    return this.#requests
  }

  /** Checks an example, and variants of it for each parameter that no example before had. */
  async checkExample(example: Arguments): Promise<readonly WorkflowFinding[]> {
    const description = `the example ${JSON.stringify(example)}`
    const parsed = await parse(this.#definition.args, example)
    if (parsed.kind === 'invalid') {
      return [{ kind: 'example', message: `The definition refuses ${description}: ${parsed.problem}` }]
    }

    const response = await this.#send(Object(parsed.value))
    const finding = await judgeResponseToExample(this.#definition, response, description)
    if (finding !== undefined) return [finding]

    return this.#checkVariants(example)
  }

  async #checkVariants(example: Arguments): Promise<readonly WorkflowFinding[]> {
    const parameters = Object.keys(example).filter((name) => !this.#probedParameters.has(name))
    const findings: WorkflowFinding[] = []

    for (const probe of await listProbes(this.#definition, example, parameters)) {
      this.#probedParameters.add(probe.parameter)
      findings.push(...judgeProbe(probe, await this.#send(probe.args)))
    }
    return findings
  }

  /** Runs the workflow. Returns the exchange without the key, or the error if there was no response. */
  async #send(args: Arguments): Promise<RedactedExchange | NoResponse> {
    this.#requests += 1
    const definedArgs = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined))
    const workflow = { flowId: this.#definition.flowId, key: this.#apiKey }

    try {
      const exchange = await runWorkflow(this.#target, { workflow, args: definedArgs })
      return { ...exchange, text: this.#redact(exchange.text) }
    } catch (error) {
      if (error instanceof NoResponse) return error
      throw error
    }
  }
}

const { baseUrl, fetch, timeoutMs: timeout } = serverSchema.shape
const definitionSchema = z.strictObject({
  flowId: text,
  args: z.unknown().optional(),
  result: z.unknown().optional(),
} satisfies Readonly<Record<keyof WorkflowDefinition, unknown>>)

const optionsSchema = z.strictObject({
  baseUrl,
  fetch,
  timeout,
  apiKey: text,
  examples: z.array(z.record(z.string(), z.unknown())),
  allow: z.array(z.literal('runs')).optional(),
} satisfies Readonly<Record<keyof WorkflowCheckOptions, unknown>>)

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
type RedactedExchange = Omit<Exchange, 'text'> & { readonly text: RedactedText }

/**
 * Judges whether the response of a deployed workflow to an example fits the definition of the workflow. The example fits the
 * definition, so the workflow should run with it.
 *
 * @param description names the example in messages
 * @returns a finding, or undefined if the response fits
 */
async function judgeResponseToExample(
  definition: WorkflowDefinition,
  response: RedactedExchange | NoResponse,
  description: string,
): Promise<WorkflowFinding | undefined> {
  if (response instanceof NoResponse) {
    return { kind: 'unexpected-response', message: `No response to ${description}: ${response.message}` }
  }

  const { status } = response
  const quote = quoteResponse(response)
  if (status === 400) return { kind: 'arguments', message: `The workflow refuses ${description}: ${quote}` }

  // A server may also respond with 404 to hide a workflow to which the key has no access.
  const isInaccessible = status === 401 || status === 403 || status === 404
  if (isInaccessible) {
    return { kind: 'access', message: `Workflow ${definition.flowId} responds with ${status}: ${quote}` }
  }

  // Any other response should be the result of a run. `judgeRun` reports another response, such as a 429 or a 500.
  return judgeRun(definition, response, description)
}

/** Judges the response to a request that was not refused: whether it is the result of a run that fits the definition. */
async function judgeRun(
  definition: WorkflowDefinition,
  response: RedactedExchange,
  description: string,
): Promise<WorkflowFinding | undefined> {
  const { status } = response
  const quote = quoteResponse(response)

  const run = readRun(response)
  if (run === undefined) {
    return {
      kind: 'unexpected-response',
      message: `The response to ${description} is not the result of a run: ${status} ${quote}`,
    }
  }
  if (run['status'] === 'failed') return { kind: 'run-failed', message: `The run of ${description} failed: ${quote}` }

  const parsed = await parse(definition.result, run['result'])
  if (parsed.kind === 'valid') return undefined
  return { kind: 'result', message: `The definition refuses the result of ${description}: ${parsed.problem}` }
}

/** Returns the result of a run. Undefined for any other response. */
function readRun({ body, status }: RedactedExchange): Readonly<Record<string, unknown>> | undefined {
  if (status !== 200 || !isObject(body)) return undefined
  return body['status'] === 'success' || body['status'] === 'failed' ? body : undefined
}

/** Compares whether the definition and the workflow accept the same arguments. */
function judgeProbe(probe: ArgumentProbe, response: RedactedExchange | NoResponse): WorkflowFinding[] {
  const { difference, isAccepted, kind, parameter } = probe
  if (response instanceof NoResponse) return [createUnclearFinding(probe, response.message)]

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
