import { z } from 'zod'
import { text } from '../target/fixtures.ts'

/** The schema of the failures that are known. */
export const baselineSchema = z
  .array(z.strictObject({ check: text, reason: text, owner: text, expires: z.iso.date() }))
  .default([])
  .superRefine(refuseRepeated)

function refuseRepeated(entries: readonly { readonly check: string }[], context: z.RefinementCtx): void {
  for (const [index, { check }] of entries.entries()) {
    const isFirst = entries.findIndex((entry) => entry.check === check) === index
    if (!isFirst) context.addIssue({ code: 'custom', message: `${check} is there twice` })
  }
}
