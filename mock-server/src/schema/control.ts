import * as z from 'zod'
import { faultSchema } from '../faults/fault.ts'
import type { Given } from './check.ts'
import { describedWorkflow } from './described-workflow.ts'
import { journalEntrySchema, longestRemoteWaitMs, requestPatternSchema, verifyOptionsSchema } from './journal.ts'
import { faultState, runResultSchema, runViewSchema, syncedToolsetSchema } from './state.ts'
import { countSchema, flowIdSchema, keySchema, rateLimitSchema, textSchema, variablesSchema } from './values.ts'
import {
  newRegistrySchema,
  offeredToolSchema,
  registryChangesSchema,
  registryEntrySchema,
  registryView,
  toolHostingKeySchema,
} from './world.ts'

interface Operation {
  readonly description: string
  /** Its arguments, by name. */
  readonly input: z.ZodType
  readonly output: z.ZodType
}

const nothing = z.void()

function operation<Shape extends z.ZodRawShape, Output extends z.ZodType>(description: string, shape: Shape, output: Output) {
  return { description, input: z.strictObject(shape), output }
}

const orgId = textSchema.meta({ description: 'The id of an organization.', examples: ['acme'] })
const workspaceId = textSchema.meta({ description: 'The id of a workspace.', examples: ['support'] })
const runId = textSchema.describe('The ID of a run.')
const environment = textSchema.meta({ description: 'The name of an environment profile.', examples: ['default'] })
const actingMember = textSchema
  .optional()
  .describe('The member of the workspace who acts. Default: a member with all permissions.')
const registryOf = { workspaceId, name: textSchema.describe('The name of the registry.') }

export const controlOperations = {
  publishWorkflow: operation(
    'Publishes a workflow, and returns its key. The first publication creates the key (KEY-CREATED).',
    { flowId: flowIdSchema },
    keySchema,
  ),
  unpublishWorkflow: operation(
    'Unpublishes a workflow. The workflow keeps its key (FLOW-UNPUBLISHED).',
    { flowId: flowIdSchema },
    nothing,
  ),
  archiveWorkflow: operation(
    'Archives a workflow. Its key stays valid, but the workflow cannot run (FLOW-ARCHIVED).',
    { flowId: flowIdSchema },
    nothing,
  ),
  restoreWorkflow: operation(
    'Restores an archived workflow, and returns its state: the state before it was archived, or unpublished if that is unknown.',
    { flowId: flowIdSchema },
    z.enum(['published', 'unpublished']),
  ),
  regenerateKey: operation(
    'Replaces the key of a workflow immediately, and returns the new key (KEY-REGENERATED).',
    { flowId: flowIdSchema },
    keySchema,
  ),
  workflowKey: operation(
    'Shows the key of a workflow, or nothing if the workflow was never published (KEY-VIEW).',
    { flowId: flowIdSchema },
    keySchema.optional(),
  ),
  addWorkflow: operation(
    'Adds a workflow, and returns its key if it is published. A state file keeps it.',
    { workspaceId, workflow: describedWorkflow },
    keySchema.optional(),
  ),
  getRun: operation('Shows the state of a run.', { runId }, runViewSchema),
  runs: operation('Lists all stored runs, oldest first.', {}, z.array(runViewSchema)),
  waitForRun: operation('Waits until a run has ended. If the run sleeps, the clock must move.', { runId }, runResultSchema),
  waitForRuns: operation('Waits until no run is in progress. If a run sleeps, the clock must move.', {}, nothing),
  countRuns: operation(
    'Counts the runs by status, also the ended runs that the service has forgotten.',
    {},
    z.strictObject({ running: countSchema, success: countSchema, failed: countSchema }),
  ),
  publishToolset: operation(
    'Publishes a version of a tool set to an environment profile. It replaces the version that was published there.',
    {
      orgId,
      toolset: textSchema.describe('The id of the tool set.'),
      environment,
      version: textSchema.meta({ description: 'The version.', examples: ['1.2.0'] }),
    },
    nothing,
  ),
  unpublishToolset: operation(
    'Removes the version of a tool set from an environment profile; a manifest no longer lists it (MAN-CONTENT).',
    { orgId, toolset: textSchema.describe('The id of the tool set.'), environment },
    nothing,
  ),
  createToolHostingKey: operation(
    'Creates and returns a tool-hosting key (HOST-KEY).',
    { orgId, ...toolHostingKeySchema.shape },
    keySchema,
  ),
  setEnvironmentVariables: operation(
    'Sets the variables of an environment profile. If the profile does not exist, it is created.',
    { orgId, environment, variables: variablesSchema },
    nothing,
  ),
  creditBalance: operation('Shows the remaining credits of an organization.', { orgId }, countSchema),
  setCredits: operation(
    'Sets the remaining credits of an organization.',
    { orgId, credits: countSchema.meta({ description: 'The credits.', examples: [5] }) },
    nothing,
  ),
  setRateLimit: operation(
    'Sets or removes the rate limit, and resets its counts (LIMIT-429).',
    { rateLimit: rateLimitSchema.nullable().describe('The limit. null removes the current limit.') },
    nothing,
  ),
  mayConnect: operation(
    'Returns whether the console offers Connect (CONNECT-CONFIGURED, CONNECT-DEFAULT).',
    { orgId },
    z.boolean(),
  ),
  connect: operation(
    'Creates or reuses a key, and returns a prefilled registry entry (CONNECT-CLICK).',
    { orgId, environment },
    registryEntrySchema,
  ),
  addRegistry: operation(
    'Adds an active registry to a workspace. The registry offers no tools until it is synchronized (ENTRY-FIELDS).',
    { workspaceId, ...newRegistrySchema.shape, as: actingMember },
    nothing,
  ),
  editRegistry: operation(
    'Changes a registry; with another URL or key it offers nothing until it is synchronized (ENTRY-FIELDS).',
    { ...registryOf, changes: registryChangesSchema.describe('The members to change.') },
    nothing,
  ),
  removeRegistry: operation('Removes a registry from a workspace.', registryOf, nothing),
  syncRegistry: operation('Reads the manifest of a registry (ENTRY-SYNC).', registryOf, z.array(syncedToolsetSchema)),
  syncRegistries: operation(
    'Reads the manifest of each registry. Returns a reason for each manifest that cannot be read.',
    {},
    z.array(z.string()),
  ),
  activateRegistry: operation('Lets a registry offer its tools in workflows (ENTRY-ACTIVE).', registryOf, nothing),
  deactivateRegistry: operation('Stops a registry from offering its tools (ENTRY-ACTIVE).', registryOf, nothing),
  registries: operation('Lists the registries of a workspace.', { workspaceId, as: actingMember }, z.array(registryView)),
  offeredTools: operation(
    'Lists the tools that workflows of a workspace can use as steps (ENTRY-STEPS).',
    { workspaceId },
    z.array(offeredToolSchema),
  ),
  addFault: {
    ...operation(
      'Adds a fault, and returns its ID. Without a selection, the fault applies to every request of an operation.',
      {},
      textSchema,
    ),
    input: faultSchema,
  },
  removeFault: operation(
    'Removes a fault.',
    { id: textSchema.meta({ description: 'The ID of the fault.', examples: ['fault_1'] }) },
    nothing,
  ),
  clearFaults: operation('Removes all faults.', {}, nothing),
  faults: operation('Lists all faults, and how often each of them applied to a request.', {}, z.array(faultState)),
  journal: operation(
    'Lists the stored exchanges that match, in the order of arrival. Without arguments, lists all of them.',
    requestPatternSchema.shape,
    z.array(journalEntrySchema),
  ),
  clearJournal: operation('Clears the journal.', {}, nothing),
  waitForRequest: operation(
    'Returns the first exchange that matches: a stored one, or the next one that arrives in time.',
    {
      ...requestPatternSchema.shape,
      timeoutMs: z
        .number()
        .min(0)
        .max(longestRemoteWaitMs)
        .optional()
        .meta({ description: 'The longest wait, in milliseconds of the clock of the machine.', default: 30_000 }),
    },
    journalEntrySchema,
  ),
  verify: operation('Fails if a stored request does not match the API document.', verifyOptionsSchema.shape, nothing),
  reload: operation(
    'Loads a world file, and keeps the state that still fits. Other worlds do not change.',
    { world: z.string().describe('A world file, as YAML or JSON.') },
    nothing,
  ),
  reset: operation('Restores everything from the seed: state, faults, limits, journal, clock and randomness.', {}, nothing),
  freezeClock: operation('Freezes the clock.', {}, nothing),
  followClock: operation('Lets the clock follow the clock of the machine.', {}, nothing),
  advanceClock: operation(
    'Advances the clock. Everything that sleeps wakes at its own time.',
    {
      ms: z
        .number()
        .min(0)
        .meta({ description: 'The duration, in milliseconds.', examples: [60_000] }),
    },
    nothing,
  ),
  readClock: operation(
    'Shows the time, in milliseconds since the epoch.',
    {},
    z.strictObject({ now: z.number(), frozen: z.boolean() }),
  ),
} satisfies Readonly<Record<string, Operation>>

type Operations = typeof controlOperations

/** The name of an operation of the control surface. */
export type ControlOperationName = keyof Operations

export const controlOperationNames = Object.keys(controlOperations) as readonly ControlOperationName[]

/** The input of an operation of the control API. */
export type ControlInput<Name extends ControlOperationName> = Given<Operations[Name]['input']>

/** The result of an operation of the control API. */
export type ControlOutput<Name extends ControlOperationName> = Given<Operations[Name]['output']>
