import * as z from 'zod'
import { assumptionsSchema, type SomeAssumptions } from '../schema/assumptions.ts'

/** The options of the world that the development server serves in addition to the pages. */
export interface WorldPluginOptions {
  /** The world file. A relative path starts at the root of Vite. @default the sample world */
  readonly world?: string | undefined
  /**
   * Choices where the document is silent; they override those of the file.
   * @default the first choice of each, which listAssumptions() has
   */
  readonly assumptions?: SomeAssumptions | undefined
  /** Whether requests that succeeded are logged, too. @default false */
  readonly verbose?: boolean | undefined
}

export const pluginOptionsSchema = z.strictObject({
  world: z.string().optional(),
  assumptions: assumptionsSchema.optional(),
  verbose: z.boolean().optional(),
} satisfies Readonly<Record<keyof WorldPluginOptions, z.ZodType>>)
