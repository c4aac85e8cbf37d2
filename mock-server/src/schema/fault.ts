import * as z from 'zod'
import { checkFault } from '../faults/check-fault.ts'
import type { Fault } from '../faults/fault.ts'

/** A fault. */
export const faultSchema = z.custom<Fault>().superRefine((fault, context) => {
  try {
    checkFault(fault)
  } catch (error) {
    context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) })
  }
})
