import * as z from 'zod'
import { faultSchema } from '../faults/fault.ts'
import { requestPattern, verifyOptions } from '../schema/request-pattern.ts'
import { count, rateLimit, variables } from '../schema/values.ts'
import { describedWorkflow } from '../schema/workflow.ts'

/** The arguments of an operation of the control surface, in order; optional ones come last. */
export interface ControlArguments {
  readonly needed: readonly z.ZodType[]
  readonly optional?: readonly z.ZodType[]
}

// Servers and proxies in between cut off requests that take much longer.
const longestWaitMs = 60_000

const text = z.string()
const flow: ControlArguments = { needed: [text] }
const organization: ControlArguments = { needed: [text] }
const registry: ControlArguments = { needed: [text, text] }
const nothing: ControlArguments = { needed: [] }

/** The arguments of each operation of the control surface. */
export const controlArguments = {
  publishWorkflow: flow,
  archiveWorkflow: flow,
  regenerateKey: flow,
  workflowKey: flow,
  addWorkflow: { needed: [text, describedWorkflow] },
  run: { needed: [text] },
  runs: nothing,
  awaitRun: { needed: [text] },
  settled: nothing,
  countRuns: nothing,
  publishToolSet: { needed: [text, object({ needed: { toolSet: text, environment: text, version: text } })] },
  createToolHostingKey: { needed: [text, object({ needed: { name: text, environment: text }, optional: { key: text } })] },
  setEnvironmentVariables: { needed: [text, object({ needed: { environment: text, variables } })] },
  creditBalance: organization,
  setCredits: { needed: [text, count] },
  setRateLimit: { needed: [], optional: [rateLimit] },
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
  addFault: { needed: [faultSchema] },
  removeFault: { needed: [text] },
  clearFaults: nothing,
  faults: nothing,
  journal: nothing,
  clearJournal: nothing,
  received: { needed: [requestPattern] },
  waitForRequest: {
    needed: [requestPattern],
    optional: [object({ optional: { timeoutMs: z.number().min(0).max(longestWaitMs) } })],
  },
  verify: {
    needed: [],
    optional: [verifyOptions],
  },
  reload: { needed: [text.describe('A world file, as YAML or JSON.')] },
  reset: nothing,
  freezeClock: nothing,
  followClock: nothing,
  advanceClock: { needed: [z.number().min(0)] },
  readClock: nothing,
} as const satisfies Readonly<Record<string, ControlArguments>>

/** The name of an operation of the control surface. */
export type ControlOperationName = keyof typeof controlArguments

function object(members: {
  readonly needed?: Readonly<Record<string, z.ZodType>>
  readonly optional?: Readonly<Record<string, z.ZodType>>
}): z.ZodType {
  const { needed = {}, optional = {} } = members
  return z.strictObject({
    ...needed,
    ...Object.fromEntries(Object.entries(optional).map(([name, schema]) => [name, schema.optional()])),
  })
}
