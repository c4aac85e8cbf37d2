import type { KnownRule } from '../../../src/rules/rules.ts'
import type { Edit } from '../open-world.ts'

/** One defect of a world, as a change of one place in its source. */
export interface Defect extends Edit {
  readonly defect: string
  /** The requirement, or the part of one. */
  readonly breaks: KnownRule
  /** The reason why no check finds the defect yet. If a check finds it, the self-test fails until this reason is removed. */
  readonly unseen?: string
}

/** A row of a table of defects: the broken rule, the defect in words, a text that occurs in the file once, its replacement. */
type Row = readonly [breaks: KnownRule, defect: string, from: string, to: string, unseen?: string]

export function defectsOf(file: string, rows: readonly Row[]): readonly Defect[] {
  return rows.map(([breaks, defect, from, to, unseen]) => ({
    ...{ file, breaks, defect, from, to },
    ...(unseen === undefined ? {} : { unseen }),
  }))
}
