import { catalogues as all } from '../catalogues.ts'
import { findEntryProblem } from '../find-entry-problem.ts'
import type { CaseResult, SelfTest } from '../self-test.ts'

/** Each entry of a catalogue has a mutant, which another self-test requires to be detected. */
export const catalogues: SelfTest = {
  id: 'catalogues',
  statement: 'each entry of a catalogue has a source, and a mutant with the defect of that source',
  listCases: () =>
    Object.entries(all).flatMap(([catalogue, entries]) =>
      entries.map(({ source }, index) => ({
        name: `entry ${index + 1} of ${catalogue}`,
        run: async (): Promise<CaseResult> => {
          const problem = findEntryProblem(source)
          return { shows: catalogue, problems: problem === undefined ? [] : [problem] }
        },
      })),
    ),
}
