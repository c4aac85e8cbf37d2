import * as z from 'zod'
import { faultSchema } from '../faults/fault.ts'
import type { Given } from './check.ts'
import { describedWorkflow } from './described-workflow.ts'
import { journalEntry, requestPattern, verifyOptions } from './journal.ts'
import { faultState, runResult, runView, syncedToolSet } from './state.ts'
import { count, flowId, key, rateLimit, text, variables } from './values.ts'
import { offeredTool, registryChanges, registryEntry, registryView, toolHostingKey } from './world.ts'

interface Operation {
  readonly description: string
  /** Its arguments, by name. */
  readonly input: z.ZodType
  readonly output: z.ZodType
}

// Servers and proxies in between cut off requests that take much longer.
const longestWaitMs = 60_000

const nothing = z.void()

function operation<Shape extends z.ZodRawShape, Output extends z.ZodType>(description: string, shape: Shape, output: Output) {
  return { description, input: z.strictObject(shape), output }
}

const orgId = text.meta({ description: 'The id of an organization.', examples: ['acme'] })
const workspaceId = text.meta({ description: 'The id of a workspace.', examples: ['support'] })
const runId = text.describe('The ID of a run.')
const environment = text.meta({ description: 'The name of an environment profile.', examples: ['default'] })
const actingMember = text.optional().describe('The member of the workspace who acts; by default someone with all permissions.')
const registryOf = { workspaceId, name: text.describe('The name of the registry.') }

export const controlOperations = {
  publishWorkflow: operation('Publishes a workflow and returns its key, new only the first time (KEY-CREATED).', { flowId }, key),
  unpublishWorkflow: operation('Takes back a publication; the workflow keeps its key (FLOW-UNPUBLISHED).', { flowId }, nothing),
  archiveWorkflow: operation('Archives a workflow: its key stays valid, it cannot be run (FLOW-ARCHIVED).', { flowId }, nothing),
  restoreWorkflow: operation(
    'Takes a workflow out of the archive, and returns its state: as it was before, or unpublished if that is not known.',
    { flowId },
    z.enum(['published', 'unpublished']),
  ),
  regenerateKey: operation('Replaces the key of a workflow at once, and returns the new one (KEY-REGENERATED).', { flowId }, key),
  workflowKey: operation('The key of a workflow; nothing if it was never published (KEY-VIEW).', { flowId }, key.optional()),
  addWorkflow: operation(
    'Adds a workflow, and returns its key if it is published. A state file keeps it.',
    { workspaceId, workflow: describedWorkflow },
    key.optional(),
  ),
  getRun: operation('The state of a run.', { runId }, runView),
  runs: operation('All remembered runs, oldest first.', {}, z.array(runView)),
  waitForRun: operation('Waits until a run has ended; one that sleeps needs a clock that moves.', { runId }, runResult),
  waitForRuns: operation('Waits until no run is in progress; one that sleeps needs a clock that moves.', {}, nothing),
  countRuns: operation(
    'The number of remembered runs by status.',
    {},
    z.strictObject({ running: count, success: count, failed: count }),
  ),
  publishToolSet: operation(
    'Publishes a version of a tool set to an environment profile, in place of the one published there before.',
    {
      orgId,
      toolSet: text.describe('The id of the tool set.'),
      environment,
      version: text.meta({ description: 'The version.', examples: ['1.2.0'] }),
    },
    nothing,
  ),
  unpublishToolSet: operation(
    'Removes the version of a tool set from an environment profile; a manifest no longer lists it (MAN-CONTENT).',
    { orgId, toolSet: text.describe('The id of the tool set.'), environment },
    nothing,
  ),
  createToolHostingKey: operation('Creates and returns a tool-hosting key (HOST-KEY).', { orgId, ...toolHostingKey.shape }, key),
  setEnvironmentVariables: operation(
    'Sets the variables of an environment profile, which is created if it does not exist.',
    { orgId, environment, variables },
    nothing,
  ),
  creditBalance: operation('The credits that an organization has left.', { orgId }, count),
  setCredits: operation(
    'Sets the credits that an organization has left.',
    { orgId, credits: count.meta({ description: 'The credits.', examples: [5] }) },
    nothing,
  ),
  setRateLimit: operation(
    'Sets or removes the rate limit; the counts are reset (LIMIT-429).',
    { rateLimit: rateLimit.nullable().describe('The limit; null removes it.') },
    nothing,
  ),
  mayConnect: operation('Whether the console offers Connect (CONNECT-CONFIGURED, CONNECT-DEFAULT).', { orgId }, z.boolean()),
  connect: operation('Makes or reuses a key; returns a prefilled entry (CONNECT-CLICK).', { orgId, environment }, registryEntry),
  addRegistry: operation(
    'Adds a registry to a workspace; it is active, and offers nothing until it is synchronized (ENTRY-FIELDS).',
    { workspaceId, ...registryEntry.shape, as: actingMember },
    nothing,
  ),
  editRegistry: operation(
    'Changes a registry; with another URL or key it offers nothing until it is synchronized (ENTRY-FIELDS).',
    { ...registryOf, changes: registryChanges.describe('The members to change.') },
    nothing,
  ),
  removeRegistry: operation('Removes a registry from a workspace.', registryOf, nothing),
  syncRegistry: operation('Reads the manifest of a registry (ENTRY-SYNC).', registryOf, z.array(syncedToolSet)),
  syncRegistries: operation('Reads the manifest of each registry; returns why any cannot be read.', {}, z.array(z.string())),
  activateRegistry: operation('Lets a registry offer its tools in workflows (ENTRY-ACTIVE).', registryOf, nothing),
  deactivateRegistry: operation('Lets a registry offer nothing (ENTRY-ACTIVE).', registryOf, nothing),
  registries: operation('The registries of a workspace.', { workspaceId, as: actingMember }, z.array(registryView)),
  offeredTools: operation(
    'The tools that workflows of a workspace can use as steps (ENTRY-STEPS).',
    { workspaceId },
    z.array(offeredTool),
  ),
  addFault: {
    ...operation('Adds a fault and returns its ID. Unless it says otherwise, it applies to every request.', {}, text),
    input: faultSchema,
  },
  removeFault: operation(
    'Removes a fault.',
    { id: text.meta({ description: 'The ID of the fault.', examples: ['fault_1'] }) },
    nothing,
  ),
  clearFaults: operation('Removes all faults.', {}, nothing),
  faults: operation('All faults, and how often each applied to a request.', {}, z.array(faultState)),
  journal: operation(
    'The remembered exchanges that match, in the order of arrival; without arguments, all of them.',
    requestPattern.shape,
    z.array(journalEntry),
  ),
  clearJournal: operation('Clears the journal.', {}, nothing),
  waitForRequest: operation(
    'The first exchange that matches: one that is remembered, or the next one that arrives in time.',
    {
      ...requestPattern.shape,
      timeoutMs: z
        .number()
        .min(0)
        .max(longestWaitMs)
        .optional()
        .meta({ description: 'How long to wait, by the clock of the machine.', default: 30_000 }),
    },
    journalEntry,
  ),
  verify: operation('Fails if a remembered request is not as the document says.', verifyOptions.shape, nothing),
  reload: operation(
    'Continues with a world file, and keeps the state that still fits. Other worlds stay as they are.',
    { world: z.string().describe('A world file, as YAML or JSON.') },
    nothing,
  ),
  reset: operation('Restores everything from the seed: state, faults, limits, journal, clock and randomness.', {}, nothing),
  freezeClock: operation('Freezes the clock.', {}, nothing),
  followClock: operation('Lets the clock follow that of the machine.', {}, nothing),
  advanceClock: operation(
    'Advances the clock; sleepers wake at their own times.',
    {
      ms: z
        .number()
        .min(0)
        .meta({ description: 'By how much, in milliseconds.', examples: [60_000] }),
    },
    nothing,
  ),
  readClock: operation('The time, in ms since the epoch.', {}, z.strictObject({ now: z.number(), frozen: z.boolean() })),
} satisfies Readonly<Record<string, Operation>>

type Operations = typeof controlOperations

/** The name of an operation of the control surface. */
export type ControlOperationName = keyof Operations

export const controlOperationNames = Object.keys(controlOperations) as readonly ControlOperationName[]

/** The input of an operation of the control API. */
export type ControlInput<Name extends ControlOperationName> = Given<Operations[Name]['input']>

/** The result of an operation of the control API. */
export type ControlOutput<Name extends ControlOperationName> = Given<Operations[Name]['output']>
