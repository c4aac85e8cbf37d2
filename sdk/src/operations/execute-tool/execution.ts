import type * as z from 'zod/v4/core'
import { open, optional, string, unknown } from '../../responses/make-schemas.ts'

const text = optional(string())

/** The response to an execution. The source shows none of its fields (EXE-PAYLOAD). */
export const execution = open({
  /** success or failed */
  status: text,
  /** The result of the tool. */
  result: optional(unknown()),
  /** Why it failed: type and message. */
  error: optional(open({ name: text, value: text })),
})

/** The outcome of an execution. No field is documented (EXE-PAYLOAD), so none is certain; others are kept. */
export interface Execution extends Readonly<z.infer<typeof execution>> {}
