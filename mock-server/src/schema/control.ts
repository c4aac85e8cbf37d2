import * as z from 'zod'
import { faultSchema } from '../faults/fault.ts'
import type { Given } from './check.ts'
import { requestPattern, verifyOptions } from './request-pattern.ts'
import { runMode, runResult, syncedToolSet } from './state.ts'
import { count, flowId, key, rateLimit, text, variables } from './values.ts'
import { describedWorkflow } from './workflow.ts'
import { registryEntry, toolHostingKey } from './world.ts'

interface Operation {
  readonly description: string
  /** Its arguments, by name. */
  readonly input: z.ZodType
  readonly output: z.ZodType
}

// Servers and proxies in between cut off requests that take much longer.
const longestWaitMs = 60_000

const nothing = z.void()
const noArguments = z.strictObject({})
const orgId = text.meta({ description: 'The id of an organization.', examples: ['acme'] })
const workspaceId = text.meta({ description: 'The id of a workspace.', examples: ['support'] })
const runId = text.describe('The ID of a run.')
const environment = text.meta({ description: 'The name of an environment profile.', examples: ['default'] })
const actingMember = text.optional().describe('The member of the workspace who acts; by default someone with all permissions.')
const registryOf = z.strictObject({ workspaceId, name: text.describe('The name of the registry.') })

const run = z.strictObject({
  runId,
  flowId: text,
  mode: runMode,
  status: z.enum(['running', 'success', 'failed']),
  result: runResult.optional().describe('The result, once it has ended.'),
})

const headers = z.record(z.string(), z.string())

const journalEntry = z.strictObject({
  number: count.describe('Counts up from 1; never reused.'),
  at: z.string().describe('When the request arrived, by the clock of the service.'),
  durationMs: z.number().optional().describe('How long the response took; missing while the request is in progress.'),
  operation: z.string().optional().describe('The operation, if the document has it.'),
  request: z.strictObject({
    method: z.string(),
    path: z.string().describe('With its query, and without the base URL.'),
    headers,
    body: z.string().optional(),
  }),
  response: z.strictObject({ status: z.int(), headers, body: z.string().optional() }).optional(),
  requirements: z.array(z.string()).describe('The requirements that the response covers.'),
  assumptions: z.array(z.string()).describe('The open questions that the response makes a choice about.'),
  faults: z.array(z.string()).describe('The kinds of the faults that applied to the request.'),
})

export const controlOperations = {
  publishWorkflow: {
    description: 'Publishes a workflow and returns its key, which the first publication creates (KEY-CREATED).',
    input: z.strictObject({ flowId }),
    output: key,
  },
  archiveWorkflow: {
    description: 'Archives a workflow: its key stays valid, and it can no longer be run (FLOW-ARCHIVED).',
    input: z.strictObject({ flowId }),
    output: nothing,
  },
  regenerateKey: {
    description: 'Replaces the key of a workflow and returns the new one; the old one is invalid at once (KEY-REGENERATED).',
    input: z.strictObject({ flowId }),
    output: key,
  },
  workflowKey: {
    description: 'The key of a workflow; nothing if it was never published or does not exist (KEY-VIEW).',
    input: z.strictObject({ flowId }),
    output: key.optional(),
  },
  addWorkflow: {
    description: 'Adds a workflow, and returns its key if it is published. A state file keeps it.',
    input: z.strictObject({ workspaceId, workflow: describedWorkflow }),
    output: key.optional(),
  },
  run: { description: 'The state of a run.', input: z.strictObject({ runId }), output: run },
  runs: { description: 'All remembered runs, oldest first.', input: noArguments, output: z.array(run) },
  awaitRun: {
    description: 'Waits until the run has ended. On a frozen clock, a sleeping run continues only when the clock is advanced.',
    input: z.strictObject({ runId }),
    output: runResult,
  },
  settled: {
    description: 'Waits until no run is in progress. On a frozen clock, sleeping runs continue only when the clock is advanced.',
    input: noArguments,
    output: nothing,
  },
  countRuns: {
    description: 'The number of remembered runs by status.',
    input: noArguments,
    output: z.strictObject({ running: count, success: count, failed: count }),
  },
  publishToolSet: {
    description: 'Publishes a version of a tool set to an environment profile, in place of the one published there before.',
    input: z.strictObject({
      orgId,
      toolSet: text.describe('The id of the tool set.'),
      environment,
      version: text.meta({ description: 'The version.', examples: ['1.2.0'] }),
    }),
    output: nothing,
  },
  createToolHostingKey: {
    description: 'Creates a tool-hosting key bound to an environment profile, and returns it (HOST-KEY).',
    input: toolHostingKey.extend({ orgId }),
    output: key,
  },
  setEnvironmentVariables: {
    description: 'Sets the variables of an environment profile, which is created if it does not exist.',
    input: z.strictObject({ orgId, environment, variables }),
    output: nothing,
  },
  creditBalance: {
    description: 'The credits that an organization has left.',
    input: z.strictObject({ orgId }),
    output: count,
  },
  setCredits: {
    description: 'Sets the credits that an organization has left.',
    input: z.strictObject({ orgId, credits: count.meta({ description: 'The credits.', examples: [5] }) }),
    output: nothing,
  },
  setRateLimit: {
    description: 'Sets or removes the rate limit; the counts are reset (LIMIT-429).',
    input: z.strictObject({ rateLimit: rateLimit.nullable().describe('The limit; null removes it.') }),
    output: nothing,
  },
  mayConnect: {
    description: 'Whether the console shows the Connect button for an organization (CONNECT-CONFIGURED, CONNECT-DEFAULT).',
    input: z.strictObject({ orgId }),
    output: z.boolean(),
  },
  connect: {
    description: 'Creates or reuses the key of an environment and returns a prefilled entry (CONNECT-CLICK).',
    input: z.strictObject({ orgId, environment }),
    output: registryEntry,
  },
  addRegistry: {
    description: 'Adds a registry to a workspace; it is active, and offers nothing until it is synchronized (ENTRY-FIELDS).',
    input: registryEntry.extend({ workspaceId, as: actingMember }),
    output: nothing,
  },
  syncRegistry: {
    description: 'Reads the manifest of a registry (ENTRY-SYNC).',
    input: registryOf,
    output: z.array(syncedToolSet),
  },
  syncRegistries: {
    description: 'Reads the manifest of each registry. Returns one sentence for each that cannot be read.',
    input: noArguments,
    output: z.array(z.string()),
  },
  activateRegistry: {
    description: 'Lets a registry offer its tools in workflows (ENTRY-ACTIVE).',
    input: registryOf,
    output: nothing,
  },
  deactivateRegistry: {
    description: 'Lets a registry offer nothing (ENTRY-ACTIVE).',
    input: registryOf,
    output: nothing,
  },
  registries: {
    description: 'The registries of a workspace.',
    input: z.strictObject({ workspaceId, as: actingMember }),
    output: z.array(
      registryEntry.extend({
        active: z.boolean(),
        toolSets: z.array(syncedToolSet).optional().describe('Missing before the first synchronization.'),
      }),
    ),
  },
  offeredTools: {
    description: 'The tools that workflows of a workspace can use as steps (ENTRY-STEPS).',
    input: z.strictObject({ workspaceId }),
    output: z.array(z.strictObject({ registry: text, toolSet: text, tool: text })),
  },
  addFault: {
    description: 'Adds a fault and returns its ID. Unless it says otherwise, it applies to every request.',
    input: faultSchema,
    output: text,
  },
  removeFault: {
    description: 'Removes a fault.',
    input: z.strictObject({ id: text.meta({ description: 'The ID of the fault.', examples: ['fault_1'] }) }),
    output: nothing,
  },
  clearFaults: { description: 'Removes all faults.', input: noArguments, output: nothing },
  faults: {
    description: 'All faults, and how often each applied to a request.',
    input: noArguments,
    output: z.array(z.strictObject({ id: text, fault: faultSchema, matched: count })),
  },
  journal: {
    description: 'All remembered exchanges, including those in progress, in the order of arrival.',
    input: noArguments,
    output: z.array(journalEntry),
  },
  clearJournal: { description: 'Clears the journal.', input: noArguments, output: nothing },
  received: {
    description: 'The remembered exchanges that match.',
    input: requestPattern,
    output: z.array(journalEntry),
  },
  waitForRequest: {
    description: 'The first exchange that matches: one that is remembered, or the next one that arrives in time.',
    input: requestPattern.extend({
      timeoutMs: z
        .number()
        .min(0)
        .max(longestWaitMs)
        .optional()
        .meta({ description: 'How long to wait, by the clock of the machine.', default: 30_000 }),
    }),
    output: journalEntry,
  },
  verify: {
    description: 'Fails if a remembered request is not as the document says, whatever the response was.',
    input: verifyOptions,
    output: nothing,
  },
  reload: {
    description: 'Continues with a world file, and keeps the state that still fits. Other worlds stay as they are.',
    input: z.strictObject({ world: z.string().describe('A world file, as YAML or JSON.') }),
    output: nothing,
  },
  reset: {
    description: 'Restores everything from the seed: state, faults, limits, journal, clock and randomness.',
    input: noArguments,
    output: nothing,
  },
  freezeClock: { description: 'Freezes the clock.', input: noArguments, output: nothing },
  followClock: { description: 'Lets the clock follow that of the machine.', input: noArguments, output: nothing },
  advanceClock: {
    description: 'Advances the clock; sleepers wake at their own times.',
    input: z.strictObject({
      ms: z
        .number()
        .min(0)
        .meta({ description: 'By how much, in milliseconds.', examples: [60_000] }),
    }),
    output: nothing,
  },
  readClock: {
    description: 'The time, in milliseconds since the epoch.',
    input: noArguments,
    output: z.strictObject({ now: z.number(), frozen: z.boolean() }),
  },
} as const satisfies Readonly<Record<string, Operation>>

type Operations = typeof controlOperations

/** The name of an operation of the control surface. */
export type ControlOperationName = keyof Operations

export const controlOperationNames = Object.keys(controlOperations) as readonly ControlOperationName[]

/** What an operation of the control surface takes. */
export type ControlInput<Name extends ControlOperationName> = Given<Operations[Name]['input']>

/** What an operation of the control surface returns. */
export type ControlOutput<Name extends ControlOperationName> = Given<Operations[Name]['output']>

/** The operations of the control surface, each with an object of its arguments, which may be left out where all may be. */
export type ControlOperations = {
  readonly [Name in ControlOperationName]: Record<string, never> extends ControlInput<Name>
    ? (input?: ControlInput<Name>) => Promise<ControlOutput<Name>>
    : (input: ControlInput<Name>) => Promise<ControlOutput<Name>>
}
