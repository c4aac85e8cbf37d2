import * as z from 'zod'
import { assumptionsSchema } from './assumptions.ts'
import { type Given, toJsonSchema } from './check.ts'
import { describedTool, describedWorkflow } from './described-workflow.ts'
import { createOrganizationSchema, createToolsetSchema, createWorkspaceSchema, createWorldMembers } from './world.ts'

export const describedWorldSchema = z
  .strictObject({
    $schema: z.string().optional().describe('Where an editor finds this schema.'),
    ...createWorldMembers(createOrganizationSchema(createToolsetSchema(describedTool)), createWorkspaceSchema(describedWorkflow)),
    assumptions: assumptionsSchema.optional().meta({
      description: 'Choices where the document is silent, as wfhost-mock assumptions lists them.',
      default: {},
    }),
  })
  .meta({ title: 'A world of the reference server' })

export interface DescribedWorld extends Given<typeof describedWorldSchema> {}

/**
 * Returns the JSON Schema of world files, for editors: `wfhost-mock schema` prints it.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createWorldSchema } from '@wfhost/mock-server/world-file'
 *
 * assert.equal(Reflect.get(createWorldSchema(), '$schema'), 'https://json-schema.org/draft/2020-12/schema')
 * ```
 */
export function createWorldSchema(): object {
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...toJsonSchema(describedWorldSchema) }
}
