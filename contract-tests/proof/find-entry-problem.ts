import { catalogues } from './catalogues.ts'
import { mutants } from './mutants/mutants.ts'
import { findSourceProblem } from './sources/find-source-problem.ts'

const sources = Object.values(catalogues).flatMap((entries) => entries.map(({ source }) => source))

/** Finds what an entry with a source lacks: the form of the source, or as many mutants as entries have this source. */
export function findEntryProblem(source: string): string | undefined {
  const sourceProblem = findSourceProblem(source)
  if (sourceProblem !== undefined) return sourceProblem

  const entryCount = sources.filter((other) => other === source).length
  const mutantCount = mutants.filter(({ defect }) => defect.includes(`(${source})`)).length
  if (mutantCount >= entryCount) return undefined

  return `${entryCount} entries have the source "${source}", and ${mutantCount} mutants have its defect`
}
