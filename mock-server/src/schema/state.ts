import * as z from 'zod'
import type { JsonObject } from '../core/json.ts'
import { faultSchema } from '../faults/fault.ts'
import { expected, type Given, json } from './check.ts'
import { countSchema, rateLimitSchema, variablesSchema } from './values.ts'

/** The version of a state file; it changes when an older wfhost-mock would misread the file. */
export const stateFileVersion = 1

const text = z.string()
const instant = z.number().describe('A time, in milliseconds since the epoch.')

const failure = z.strictObject({
  name: text.describe('The type of the error.'),
  value: text.describe('The message of the error.'),
})

const stepOutput = z.discriminatedUnion('status', [
  z.strictObject({ status: z.literal('success'), result: json }),
  z.strictObject({ status: z.literal('failed'), error: failure }),
])

const stepOutputs = z.record(text, stepOutput).describe('The outcome of each step (RUN-STEPS).')

export const runResultSchema = z
  .discriminatedUnion('status', [
    z.strictObject({ status: z.literal('success'), result: json, stepOutputs }),
    z.strictObject({
      status: z.literal('failed'),
      error: failure.extend({ traceback: text.describe('The place of the failure.') }),
      stepOutputs,
    }),
  ])
  .describe('The outcome of a run (RUN-SYNC-BODY).')

const runMode = z.enum(['sync', 'async']).describe('The mode of the request for the run.')

export const syncedToolsetSchema = z.strictObject({
  id: text.describe('The id of the tool set.'),
  version: text.optional().describe('The version of the tool set, if the manifest has one.'),
  tools: z.array(text).describe('The names of the tools.'),
})

const syncedManifest = z
  .strictObject({
    executeUrl: text.describe('The URL that executes the tools.'),
    toolsets: z.array(syncedToolsetSchema).describe('The tool sets in the manifest.'),
  })
  .describe('The manifest that was read last.')

const clock = z.union([z.strictObject({ frozenAt: instant }), z.strictObject({ aheadMs: z.number() })], {
  error: expected('frozenAt or aheadMs'),
})

const workflow = z.strictObject({
  flowId: text.describe('The ID of the workflow.'),
  workspace: text.describe('The id of the workspace.'),
  status: z.enum(['unpublished', 'published', 'archived']).describe('The state of the workflow.'),
  key: text.optional().describe('The key of the workflow, if it was ever published.'),
  firstKey: text.optional().describe('The key of the workflow in the seed.'),
  data: z
    .custom<JsonObject>((value) => z.record(text, json).safeParse(value).success, { error: expected('a workflow as data') })
    .optional()
    .describe('The whole workflow as data, if the seed does not have it.'),
  started: countSchema.optional().describe('The number of runs that have started, if any.'),
})

const organization = z.strictObject({
  id: text.describe('The id of the organization.'),
  credits: countSchema.describe('The remaining credits.'),
  toolHostingKeys: z
    .array(z.strictObject({ name: text, environment: text, key: text }))
    .describe('The tool-hosting keys of the organization.'),
  published: z.array(z.strictObject({ toolset: text, environment: text, version: text })).describe('The published versions.'),
  variables: z
    .array(z.strictObject({ environment: text, variables: variablesSchema }))
    .describe('The variables that were set after the start.'),
})

const registry = z.strictObject({
  name: text.describe('The label of the registry.'),
  manifestUrl: text.describe('The URL of the manifest.'),
  apiKey: text.describe('The tool-hosting key that the registry uses.'),
  active: z.boolean().describe('Whether the registry offers its tools (ENTRY-ACTIVE).'),
  synced: syncedManifest.optional(),
  added: z.boolean().describe('Whether the registry was added after the start.'),
})

const run = z.strictObject({
  runId: text.describe('The ID of the run.'),
  flowId: text.describe('The ID of the workflow.'),
  mode: runMode,
  startedAt: instant,
  endedAt: instant.optional(),
  result: runResultSchema.optional().describe('The result of the run. Missing if the run was in progress.'),
})

export const runViewSchema = z.strictObject({
  runId: text,
  flowId: text,
  mode: runMode,
  status: z.enum(['running', 'success', 'failed']),
  result: runResultSchema.optional().describe('The result. Missing while the run is in progress.'),
  notKept: text.optional().describe('The reason why the result of an ended run is missing.'),
})

const counted = z.strictObject({
  of: text.describe('The key, workflow or organization.'),
  until: instant.describe('The end of the window.'),
  left: z.number().describe('The number of requests that the window still admits.'),
  stated: instant.optional().describe('The time in the Retry-After of the first refusal.'),
})

const faultCount = z.strictObject({ id: text, fault: faultSchema, seen: countSchema, matched: countSchema })
export const faultState = faultCount.omit({ seen: true })

export const mockStateSchema = z.strictObject({
  clock: clock.optional().describe('The difference between the clock and the clock of the machine, in milliseconds.'),
  random: z.number().optional().describe('The seed that continues the random sequence.'),
  workflows: z.array(workflow),
  replacedKeys: z.array(z.strictObject({ key: text, flowId: text })).describe('The keys that regeneration replaced.'),
  organizations: z.array(organization),
  workspaces: z.array(z.strictObject({ id: text, registries: z.array(registry) })),
  runs: z.array(run),
  rateLimit: z
    .strictObject({
      seeded: rateLimitSchema.optional().describe('The limit in the seed.'),
      limit: rateLimitSchema.optional().describe('The current limit.'),
      counts: z.array(counted).describe('The counts of the limit.'),
    })
    .describe('The rate limit and its counts.'),
  faults: z.array(faultCount).describe('The faults, with the number of requests that each selected, and to which it applied.'),
})

export const stateFileSchema = z.strictObject({
  format: z.literal('wfhost-mock state'),
  version: z.literal(stateFileVersion),
  state: mockStateSchema,
})

export interface StateFileContent extends Given<typeof stateFileSchema> {}

/** The error of a failed step or execution: its type and message (RUN-STEPS). */
export interface Failure extends Given<typeof failure> {}

/** The outcome of a step (RUN-STEPS). */
export type StepOutput = Given<typeof stepOutput>

/** The outcome of a run (RUN-SYNC-BODY). */
export type RunResult = Given<typeof runResultSchema>

/** A tool set in the manifest that was read last. */
export interface SyncedToolset extends Given<typeof syncedToolsetSchema> {}

export interface SyncedManifest extends Given<typeof syncedManifest> {}

/** How a clock differs from that of the machine, in milliseconds. */
export type ClockState = Given<typeof clock>

/** The state of a workflow. */
export interface WorkflowState extends Given<typeof workflow> {}

/** The state of an organization. */
export interface OrganizationState extends Given<typeof organization> {}

/** The state of a tool registry. */
export interface RegistryEntryState extends Given<typeof registry> {}

/** A run as a state has it. Without a result, it was in progress. */
export interface StoredRun extends Given<typeof run> {}

/** A fault, how many requests it selected, and to how many it applied. */
export interface FaultCount extends Given<typeof faultCount> {}

/** A fault of a service, and how often it applied to a request. */
export interface FaultState extends Given<typeof faultState> {}

/** The current state of a run of a workflow: its status, and its result once it has ended. */
export interface RunRecord extends Given<typeof runViewSchema> {}

/**
 * The state of a service as JSON: everything that has changed since its seed. It contains keys, but neither the journal nor
 * the implementations of workflows and tools, which are in the seed.
 */
export interface MockState extends Given<typeof mockStateSchema> {}
