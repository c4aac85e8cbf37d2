import { operationTable } from '@wfhost/openapi'
import type { Shape } from '../world-file/shape.ts'
import { faultShape, rateLimitShape, workflowShape } from '../world-file/world-schema.ts'

/** The arguments of an operation of the control surface, in order; optional ones come last. */
export interface ControlArguments {
  readonly needed: readonly Shape[]
  readonly optional?: readonly Shape[]
}

// Servers and proxies in between cut off requests that take much longer.
const longestWaitMs = 60_000

const text: Shape = { type: 'string' }
const anything: Shape = {}
const credits: Shape = { type: 'integer', minimum: 0 }
const variables: Shape = { type: 'object', additionalProperties: text }
const flow: ControlArguments = { needed: [text] }
const organization: ControlArguments = { needed: [text] }
const registry: ControlArguments = { needed: [text, text] }
const nothing: ControlArguments = { needed: [] }

const pattern: Shape = object({
  optional: {
    operation: { type: 'string', enum: Object.keys(operationTable) },
    flowId: text,
    method: text,
    path: text,
    headers: { type: 'object', additionalProperties: anything },
    args: { type: 'object', additionalProperties: anything },
    body: anything,
    status: { type: 'integer' },
  },
})

/** The arguments of each operation of the control surface. */
export const controlArguments = {
  publishWorkflow: flow,
  archiveWorkflow: flow,
  regenerateKey: flow,
  workflowKey: flow,
  addWorkflow: { needed: [text, workflowShape] },
  run: { needed: [text] },
  runs: nothing,
  awaitRun: { needed: [text] },
  settled: nothing,
  countRuns: nothing,
  publishToolSet: { needed: [text, object({ needed: { toolSet: text, environment: text, version: text } })] },
  createToolHostingKey: { needed: [text, object({ needed: { name: text, environment: text }, optional: { key: text } })] },
  setEnvironmentVariables: { needed: [text, object({ needed: { environment: text, variables } })] },
  creditBalance: organization,
  setCredits: { needed: [text, credits] },
  setRateLimit: { needed: [], optional: [rateLimitShape] },
  mayConnect: organization,
  connect: { needed: [text, text] },
  addRegistry: {
    needed: [text, object({ needed: { name: text, manifestUrl: text, apiKey: text }, optional: { as: text } })],
  },
  syncRegistry: registry,
  syncRegistries: nothing,
  activateRegistry: registry,
  deactivateRegistry: registry,
  registries: { needed: [text], optional: [object({ optional: { as: text } })] },
  offeredTools: { needed: [text] },
  addFault: { needed: [faultShape] },
  removeFault: { needed: [text] },
  clearFaults: nothing,
  faults: nothing,
  journal: nothing,
  clearJournal: nothing,
  received: { needed: [pattern] },
  waitForRequest: {
    needed: [pattern],
    optional: [object({ optional: { timeoutMs: { type: 'number', minimum: 0, maximum: longestWaitMs } } })],
  },
  verify: {
    needed: [],
    optional: [object({ optional: { except: { type: 'array', items: pattern }, everyFaultMet: { type: 'boolean' } } })],
  },
  reload: { needed: [{ type: 'string', description: 'A world file, as YAML or JSON.' }] },
  reset: nothing,
  freezeClock: nothing,
  followClock: nothing,
  advanceClock: { needed: [{ type: 'number', minimum: 0 }] },
  readClock: nothing,
} as const satisfies Readonly<Record<string, ControlArguments>>

/** The name of an operation of the control surface. */
export type ControlOperationName = keyof typeof controlArguments

function object(members: {
  readonly needed?: Readonly<Record<string, Shape>>
  readonly optional?: Readonly<Record<string, Shape>>
}): Shape {
  const { needed = {}, optional = {} } = members
  return { type: 'object', properties: { ...needed, ...optional }, required: Object.keys(needed) }
}
