import { catalogues as all } from '../catalogues.ts'
import { mutants } from '../mutants/mutants.ts'
import type { CaseResult, SelfTest } from '../self-test.ts'
import { findSourceProblem } from '../sources/find-source-problem.ts'

/** Each entry of a catalogue has a mutant, which another self-test requires to be detected. */
export const catalogues: SelfTest = {
  id: 'catalogues',
  statement: 'each entry of a catalogue has a source, and a mutant with the defect of that source',
  listCases: () => {
    const defects = mutants.map(({ defect }) => defect).join('\n')

    return Object.entries(all).flatMap(([catalogue, entries]) =>
      entries.map(({ source }, index) => ({
        name: `entry ${index + 1} of ${catalogue}`,
        run: async (): Promise<CaseResult> => {
          const sourceProblem = findSourceProblem(source)
          if (sourceProblem !== undefined) return { shows: catalogue, problems: [sourceProblem] }

          const hasMutant = defects.includes(source)
          return { shows: catalogue, problems: hasMutant ? [] : [`no mutant has the defect of the source "${source}"`] }
        },
      })),
    )
  },
}
