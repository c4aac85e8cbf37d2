import type { Validate } from '../generated/validators.js'
import { describeFinding } from './describe-finding.ts'
import type { Problem } from './problem.ts'

/** Returned for everything that is valid, which is nearly everything. */
export const noProblems: readonly Problem[] = Object.freeze([])

/** A value, and what to call it as a whole in a message. */
export interface Subject {
  readonly value: unknown
  readonly whole: string
}

/** The first problem of a value, and no more: a validator stops where it finds one. */
export function findProblems(validate: Validate, { value, whole }: Subject): readonly Problem[] {
  if (validate(value)) return noProblems
  const finding = validate.errors?.[0]
  if (finding === undefined) throw new Error(`Cannot say what is wrong with ${whole}: its validator left no finding`)
  return [describeFinding(finding, { value, whole })]
}
