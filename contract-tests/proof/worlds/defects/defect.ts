import type { KnownRule } from '../../../src/rules/rules.ts'
import type { Edit } from '../open-world.ts'

/** One defect of a world, as a change of one place in its source. */
export interface Defect extends Edit {
  readonly defect: string
  /** The requirement, or the part of one. */
  readonly breaks: KnownRule
  /** Why no check finds it yet. A check that finds it all the same makes the self-test fail until this is gone. */
  readonly unseen?: string
}

export function defectsOf(file: string, defects: readonly Omit<Defect, 'file'>[]): readonly Defect[] {
  return defects.map((defect) => ({ file, ...defect }))
}
