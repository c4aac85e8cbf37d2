import type { RequirementId } from '@wfhost/openapi'
import type { Edit } from '../open-world.ts'

/** One defect of a world, as a change of one place in its source. */
export interface Defect extends Edit {
  readonly defect: string
  readonly breaks: RequirementId
  /** Why no check finds it yet. A check that finds it all the same makes the self-test fail until this is gone. */
  readonly unseen?: string
}

/** Some defects of one file. */
export function defectsOf(file: string, defects: readonly Omit<Defect, 'file'>[]): readonly Defect[] {
  return defects.map((defect) => ({ file, ...defect }))
}
