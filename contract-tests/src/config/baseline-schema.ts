import { z } from 'zod'
import { text } from '../target/texts.ts'

/** The schema of the failures that are known. */
export const baselineSchema = z
  .array(
    z.strictObject({
      check: text,
      reason: text,
      owner: text,
      expires: z.iso.date({ error: 'expected the last day of the entry, such as 2027-01-31' }),
    }),
  )
  .default([])
  .superRefine(refuseRepeated)

function refuseRepeated(entries: readonly { readonly check: string }[], context: z.RefinementCtx): void {
  for (const [index, { check }] of entries.entries()) {
    const isFirst = entries.findIndex((entry) => entry.check === check) === index
    if (isFirst) continue

    const message = `expected each check once, found ${check} again; remove one of the entries`
    context.addIssue({ code: 'custom', path: [index, 'check'], message })
  }
}
