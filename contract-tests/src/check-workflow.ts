import type { Redact } from '@wfhost/internal/redacted-text'
import { z } from 'zod'
import { listProbes } from './argument-probes.ts'
import { ConfigurationError } from './config/config-schema.ts'
import { refuseInvalidOptions } from './config/refuse-options.ts'
import { serverSchema } from './config/server-schema.ts'
import { createSecrets } from './engine/secrets.ts'
import { runWorkflow } from './requests.ts'
import { createTarget } from './target/create-target.ts'
import { NoResponseError } from './target/exchange.ts'
import type { Target } from './target/target.ts'
import { text } from './target/texts.ts'
import { type Arguments, parseWithSchema, type WorkflowDefinition } from './workflow-definition.ts'
import { judgeProbe, judgeResponseToExample, type RedactedExchange, type WorkflowFinding } from './workflow-findings.ts'

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
 * @throws {ConfigurationError} if `allow` does not have `runs`, if `examples` is empty, or if an option has an unknown name.
 * Nothing has been sent then.
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
 * // The deployed workflow requires a number, and the definition requires a string.
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

  const findings = await checker.checkExamples(options.examples)
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

  /** Checks the examples one after another. Ends after a finding that the next examples would only repeat. */
  async checkExamples(examples: readonly Arguments[]): Promise<readonly WorkflowFinding[]> {
    const findings: WorkflowFinding[] = []
    for (const example of examples) {
      const newFindings = await this.#checkExample(example)
      findings.push(...newFindings)
      if (newFindings.some(concernsAllExamples)) break
    }
    return findings
  }

  /** Checks an example, and variants of it for each parameter that no example before had. */
  async #checkExample(example: Arguments): Promise<readonly WorkflowFinding[]> {
    const exampleName = `the example ${JSON.stringify(example)}`
    const parsed = await parseWithSchema(this.#definition.args, example)
    if (parsed.kind === 'invalid') {
      return [{ kind: 'example', message: `The definition refuses ${exampleName}: ${parsed.problem}` }]
    }

    const response = await this.#send(Object(parsed.value))
    const finding = await judgeResponseToExample(this.#definition, response, exampleName)
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
  async #send(args: Arguments): Promise<RedactedExchange | NoResponseError> {
    this.#requests += 1
    const definedArgs = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined))
    const workflow = { flowId: this.#definition.flowId, key: this.#apiKey }

    try {
      const exchange = await runWorkflow(this.#target, { workflow, args: definedArgs })
      return { ...exchange, text: this.#redact(exchange.text) }
    } catch (error) {
      if (error instanceof NoResponseError) return error
      throw error
    }
  }
}

/** Returns whether each example would have this finding: the key is wrong, or the server does not respond as documented. */
function concernsAllExamples({ kind }: WorkflowFinding): boolean {
  return kind === 'access' || kind === 'unexpected-response'
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
