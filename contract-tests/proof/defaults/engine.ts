import { MemoryRunStore, type RunOutcome, type RunStore, type StoredRun } from './stores/run-store.ts'

/** The response of a server, before a framework sends it. */
export interface Reply {
  readonly status: number
  readonly body: unknown
}

/** A request to run a workflow, as a framework read it. */
export interface RunCall {
  readonly flowId: string
  /** The key after the scheme Bearer. Undefined without a valid header. */
  readonly key: string | undefined
  readonly body: unknown
}

type Types = Readonly<Record<string, 'string' | 'number' | 'boolean' | 'object' | 'array'>>
type Args = Readonly<Record<string, unknown>>

interface Flow {
  readonly types: Types
  readonly required: readonly string[]
  readonly implement: (args: Args) => Promise<RunOutcome>
  key?: string
  isPublished: boolean
  readonly isArchived: boolean
}

const SLOW_MS = 400

/** The workflows of a team, independent of any framework: it takes parsed requests, and returns a status and a body. */
export class Engine {
  readonly #flows = new Map<string, Flow>()
  readonly #runs: RunStore

  constructor(runs: RunStore = new MemoryRunStore()) {
    this.#runs = runs
    this.#add(
      'echo',
      { types: { text: 'string', count: 'number', flag: 'boolean', data: 'object', list: 'array' } },
      async (args) => succeed(args),
    )
    this.#add('typed', { types: { subject: 'string', priority: 'number' }, required: ['subject'] }, async ({ subject }) =>
      succeed(subject),
    )
    this.#add('second', {}, async () => succeed('second'))
    this.#add('other', {}, async () => succeed('other'))
    this.#add('failing', {}, async () => failure())
    this.#add('slow', {}, async () => {
      await new Promise((resolve) => setTimeout(resolve, SLOW_MS))
      return succeed('worth the wait')
    })
    for (const [index, result] of [null, 0, '', false].entries()) {
      this.#add(`falsy-${index}`, {}, async () => succeed(result, { compute: { status: 'success', result } }))
    }
    this.#add('archived', { isArchived: true }, async () => succeed(null))
    this.#add('draft', { isPublished: false }, async () => succeed(null))
    this.#add('publishable', { isPublished: false }, async () => succeed(null))
  }

  /** Runs a workflow, or refuses the request. */
  async run({ body, flowId, key }: RunCall): Promise<Reply> {
    const owner = [...this.#flows].find(([, flow]) => key !== undefined && flow.key === key)
    if (owner === undefined) return refuse(401, 'Unknown key')

    const flow = this.#flows.get(flowId)
    if (flow === undefined || !flow.isPublished || flow.isArchived) return refuse(404, 'Unknown workflow')
    if (owner[0] !== flowId) return refuse(403, 'No access')

    const args = readArgs(body, flow)
    if (typeof args === 'string') return refuse(400, args)

    const id = crypto.randomUUID()
    await this.#runs.start({ id, flowId, args: Object.entries(args).map(([name, value]) => ({ name, value })) })
    const running = this.#perform(id, flow)
    if (Object(body)['mode'] !== 'async') return { status: 200, body: await running }

    // A run whose outcome the store refuses stays without one.
    running.catch(() => {})
    return { status: 202, body: { runId: id } }
  }

  /** Runs a workflow with the arguments in the store, and returns the outcome in the store. */
  async #perform(id: string, flow: Flow): Promise<object> {
    const { args } = await this.#runs.read(id)
    const outcome = await flow.implement(Object.fromEntries(args.map(({ name, value }) => [name, value])))
    await this.#runs.end(id, outcome)

    return formatRun(await this.#runs.read(id))
  }

  /** Functions for the hooks of the suite. */
  readonly hooks = {
    publishWorkflow: async (flowId: string): Promise<string> => {
      const flow = this.#find(flowId)
      flow.isPublished = true
      flow.key ??= `key-${flowId}`
      return flow.key
    },
    unpublishWorkflow: async (flowId: string): Promise<void> => {
      this.#find(flowId).isPublished = false
    },
    regenerateKey: async (flowId: string): Promise<string> => {
      const key = crypto.randomUUID()
      this.#find(flowId).key = key
      return key
    },
    endedRuns: (flowId: string): Promise<number> => this.#runs.countSucceeded(flowId),
  }

  #find(flowId: string): Flow {
    const flow = this.#flows.get(flowId)
    if (flow === undefined) throw new Error(`Cannot find workflow ${flowId}: there is none`)
    return flow
  }

  #add(
    flowId: string,
    {
      isArchived = false,
      isPublished = true,
      required = [],
      types = {},
    }: Partial<Pick<Flow, 'types' | 'required' | 'isPublished' | 'isArchived'>>,
    implement: Flow['implement'],
  ): void {
    const flow: Flow = { types, required, implement, isPublished, isArchived }
    if (isPublished) flow.key = `key-${flowId}`
    this.#flows.set(flowId, flow)
  }
}

/** The fixtures that describe the workflows. */
export const fixtures = {
  echo: {
    flowId: 'echo',
    key: 'key-echo',
    parameters: { string: 'text', number: 'count', boolean: 'flag', object: 'data', array: 'list' },
  },
  typed: {
    flowId: 'typed',
    key: 'key-typed',
    validArguments: { subject: 'Hello', priority: 1 },
    required: 'subject',
    mistyped: { name: 'priority', value: 'high' },
  },
  failing: {
    flowId: 'failing',
    key: 'key-failing',
    succeededStep: 'look-up',
    failedStep: 'charge',
    error: { name: 'RangeError', value: 'Declined' },
  },
  slow: { flowId: 'slow', key: 'key-slow', durationMs: SLOW_MS, result: 'worth the wait' },
  regenerated: { flowId: 'second', key: 'key-second' },
  secondWorkflow: { flowId: 'other', key: 'key-other' },
  otherWorkspace: { flowId: 'falsy-0', key: 'key-falsy-0' },
  archived: { flowId: 'archived', key: 'key-archived' },
  unpublishedFlowId: 'draft',
  publishableFlowId: 'publishable',
  unknownFlowId: 'no-such-workflow',
  falsyOutputs: [null, 0, '', false].map((result, index) => ({
    flowId: `falsy-${index}`,
    key: `key-falsy-${index}`,
    result,
    step: 'compute',
  })),
}

function succeed(result: unknown, stepOutputs: object = {}): RunOutcome {
  return { status: 'success', result, stepOutputs }
}

function failure(): RunOutcome {
  const error = { name: 'RangeError', value: 'Declined' }
  const stepOutputs = { 'look-up': { status: 'success', result: 1 }, charge: { status: 'failed', error } }
  return { status: 'failed', error: { ...error, traceback: 'RangeError: Declined' }, stepOutputs }
}

/** Formats a run as the body of a response. */
function formatRun({ error, result, status, stepOutputs }: StoredRun): object {
  return status === 'success' ? { status, result, stepOutputs } : { status, error, stepOutputs }
}

function refuse(status: number, message: string): Reply {
  return { status, body: { message } }
}

/** Reads the arguments of a body, or returns the problem of the body. */
function readArgs(body: unknown, { required, types }: Flow): Args | string {
  if (typeOf(body) !== 'object') return 'The body is not an object'

  const { args, mode } = body as { readonly args?: unknown; readonly mode?: unknown }
  if (mode !== undefined && mode !== 'sync' && mode !== 'async') return 'mode is neither sync nor async'
  if (!Array.isArray(args)) return 'args is not an array'

  const read: Record<string, unknown> = {}
  for (const argument of args) {
    const { name, value } = Object(argument)
    if (typeof name !== 'string') return 'An argument has no name'
    if (!Object.hasOwn(types, name)) return `${name} is not a parameter`
    if (typeOf(value) !== types[name]) return `${name} is not of type ${types[name]}`
    read[name] = value
  }

  const missing = required.find((name) => !Object.hasOwn(read, name))
  return missing === undefined ? read : `${missing} is missing`
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
