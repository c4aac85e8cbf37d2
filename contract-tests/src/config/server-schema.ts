import { z } from 'zod'
import type { ServerDescription } from '../engine/server-description.ts'
import { fixturesSchema } from '../target/fixtures.ts'
import type { ServerHooks } from '../target/target.ts'
import { text } from '../target/texts.ts'
import { configSchema, refuseSharedKeys } from './config-schema.ts'
import { refuseContradictions } from './contradictions.ts'
import { hooksSchema } from './hook-schema.ts'

const anyFunction = z.custom<unknown>((value) => typeof value === 'function', { error: 'expected a function' })
const hookNames = Object.keys(hooksSchema.unwrap().shape) as (keyof ServerHooks)[]

/** The options of `checkServer`: the options of a configuration file, and some that no file can have. */
export const serverSchema = z.strictObject({
  ...configSchema.omit({ contract: true }).partial().shape,
  only: z.array(text).min(1).optional(),
  secrets: z.record(z.string(), z.string()).optional(),
  fetch: anyFunction.optional(),
  wait: anyFunction.optional(),
  signal: z.custom((value) => 'aborted' in Object(value), { error: 'expected an AbortSignal' }).optional(),
  baseUrl: configSchema.shape.baseUrl,
  hooks: z.strictObject(Object.fromEntries(hookNames.map((name) => [name, anyFunction.optional()]))).optional(),
  // A program can know the key of this workflow. A file does not have it.
  fixtures: fixturesSchema
    .extend({ regenerated: fixturesSchema.shape.secondWorkflow.partial({ key: true }) })
    .partial()
    .superRefine(refuseSharedKeys)
    .superRefine(refuseContradictions)
    .optional(),
} satisfies Readonly<Record<keyof ServerDescription, unknown>>)
