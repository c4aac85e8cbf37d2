import * as z from 'zod'
import type { ToolImplementation, WorkflowImplementation } from '../core/implementation.ts'
import type { JsonObject } from '../core/json.ts'
import { callable, type Given } from './check.ts'
import { flowIdSchema, keySchema, textSchema } from './values.ts'

const parameterType = z.enum(['string', 'number', 'boolean', 'object', 'array'])

const parameter = z.strictObject({
  name: textSchema.describe('The name of an argument.'),
  type: parameterType.describe('The type of the value (RUN-ARG-VALUE).'),
  required: z.boolean().optional().meta({ description: 'Whether a request must have the argument.', default: false }),
})

const parameters = z
  .array(parameter)
  .optional()
  .meta({
    description: 'The parameters. The assumption unknownArgument says whether other arguments are refused (RUN-ARG-EXTRA).',
    default: [],
    examples: [[{ name: 'subject', type: 'string', required: true }]],
  })

/** The members of a workflow, both in code and as data. */
export const workflowMembers = {
  flowId: flowIdSchema,
  name: textSchema.optional().describe('The name that a console shows. Default: the flowId.'),
  parameters,
  published: z
    .boolean()
    .optional()
    .describe(
      'Whether it is published. By default it is if it has a `key`; without one, publishing it creates a key (KEY-CREATED).',
    ),
  archived: z
    .boolean()
    .optional()
    .meta({ description: 'Whether the workflow is archived: it has a key, but cannot run (FLOW-ARCHIVED).', default: false }),
  key: keySchema
    .optional()
    .describe(
      'Its key, which also publishes it unless `published` is false; by default its first publication creates a random one.',
    ),
}

export const workflowSeedSchema = z.strictObject({
  ...workflowMembers,
  implementation: callable<WorkflowImplementation>().describe('The function that runs.'),
  data: z
    .custom<JsonObject>()
    .optional()
    .describe(
      'The whole workflow as data. A workflow that is added while the service runs needs it, so that a state file can keep it.',
    ),
})

/** The members of a tool, both in code and as data. */
export const toolMembers = {
  name: textSchema.describe('The name of the tool.'),
  description: z.string().optional().describe('The description in the manifest. Default: none.'),
  parameters,
}

export const toolSeedSchema = z.strictObject({
  ...toolMembers,
  implementation: callable<ToolImplementation>().describe('The function that an execution calls.'),
})

export const publishOptionsSchema = z.strictObject({
  workspace: textSchema
    .optional()
    .describe(
      'The id of its workspace; by default the one that has the workflow, else the first one, else a new one named `default`.',
    ),
  key: workflowMembers.key,
  name: workflowMembers.name,
  archived: workflowMembers.archived,
  parameters: z
    .array(parameter)
    .optional()
    .describe(
      'Checked instead of the schema, so that arguments arrive as sent: needed for a schema that does not accept its own output, since a client sends that output.',
    ),
})

/** Whether a workflow is published from the start. */
export function isInitiallyPublished({ key: given, published }: Pick<WorkflowSeed, 'key' | 'published'>): boolean {
  return published ?? given !== undefined
}

/**
 * A parameter of a workflow or of a tool.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService, type Parameter } from '@wfhost/mock-server'
 *
 * const priority: Parameter = { name: 'priority', type: 'number', required: true }
 * const workflow = { flowId: 'triage', key: 'wfk_triage', parameters: [priority], implementation: () => 'done' }
 * const service = createMockService({ workspaces: [{ id: 'desk', workflows: [workflow] }] })
 *
 * const response = await service.fetch(
 *   new Request('http://localhost/api/v2/external/flows/triage/published-run', {
 *     method: 'POST',
 *     headers: { authorization: 'Bearer wfk_triage', 'content-type': 'application/json' },
 *     body: '{}',
 *   }),
 * )
 * assert.equal(response.status, 400)
 * ```
 */
export interface Parameter extends Given<typeof parameter> {}

/** The types that an argument may have (RUN-ARG-VALUE). */
export type ParameterType = Parameter['type']

/** A workflow in code. */
export interface WorkflowSeed extends Given<typeof workflowSeedSchema> {}

/**
 * A tool of one version of a tool set.
 *
 * @example
 * ```ts
 * import type { ToolSeed } from '@wfhost/mock-server'
 *
 * const send: ToolSeed = {
 *   name: 'send',
 *   description: 'Sends a text',
 *   parameters: [{ name: 'to', type: 'string', required: true }],
 *   implementation: ({ to }) => `sent to ${to}`,
 * }
 * ```
 */
export interface ToolSeed extends Given<typeof toolSeedSchema> {}

/** How a defined workflow is published. */
export interface PublishOptions extends Given<typeof publishOptionsSchema> {}
