import type * as z from 'zod/v4/core'
import { arrayOf, literal, open, optional, string } from '../responses/make-schemas.ts'

const text = optional(string())

const toolParameter = open({
  /** Name of an argument of the tool. */
  name: text,
  /** string, number, boolean, object or array */
  type: text,
  /** Whether the tool requires it. */
  required: optional(literal(true, false)),
})

const tool = open({
  /** Name within the tool set. */
  name: text,
  /** A description for people. */
  description: text,
  /** Its parameters. */
  parameters: optional(arrayOf(toolParameter)),
})

const toolset = open({
  /** Identifier of the tool set. */
  id: text,
  /** Name of the tool set, for people. */
  name: text,
  /** The version that the environment profile of the key runs (MAN-VERSION). */
  version: text,
  /** private or public */
  visibility: text,
  /** At least one (MAN-CONTENT). */
  tools: optional(arrayOf(tool)),
})

/** A manifest. The source shows none of its fields (MAN-BODY), so none is required. */
export const manifest = open({
  /** Address of the execute endpoint (MAN-EXECUTE). */
  executeUrl: text,
  /** The published tool sets. */
  toolsets: optional(arrayOf(toolset)),
})

/**
 * A tool set in one version.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import type { Toolset } from '@wfhost/sdk'
 *
 * function listTools({ tools = [] }: Toolset): readonly (string | undefined)[] {
 *   return tools.map(({ name }) => name)
 * }
 *
 * assert.deepEqual(listTools({ name: 'mail', tools: [{ name: 'send' }] }), ['send'])
 * ```
 */
export interface Toolset extends Readonly<z.infer<typeof toolset>> {}

/** The published tool sets. No field is documented (MAN-BODY), so none is certain; others are kept. */
export interface Manifest extends Readonly<z.infer<typeof manifest>> {}
