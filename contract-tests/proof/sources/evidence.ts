import type { CatalogueEntry } from '../../src/catalogues/catalogue.ts'
import { catalogues } from '../catalogues.ts'
import { acceptingDemonstrations } from './accepting-demonstrations.ts'
import { claimDemonstrations } from './claim-demonstrations.ts'
import type { Demonstration, SourceLanguage } from './demonstration.ts'
import { isSection, listClaims } from './find-source-problem.ts'
import { rewritingDemonstrations } from './rewriting-demonstrations.ts'

/** The programs whose behaviour an expression in each language shows. */
const demonstratedPrograms: Readonly<Record<SourceLanguage, readonly string[]>> = {
  javascript: ['JavaScript', 'Node', 'WHATWG URL', 'ICU'],
  php: ['PHP'],
  python: ['Python', 'SQLite'],
  ruby: ['Ruby', 'Ruby 3', 'ERB'],
}

/** Lists the claims about programs that the sources of all entries make, each once. */
export function listProgramClaims(): readonly string[] {
  const claims = Object.values(catalogues).flatMap((entries) => entries.flatMap(({ source }) => listClaims(source)))
  return [...new Set(claims)].filter((claim) => !isSection(claim))
}

/** Lists the claims about programs that a demonstration shows, by themselves or with the value of an entry. */
export function listDemonstratedClaims(): readonly string[] {
  const claimsOfEntries = [...acceptingDemonstrations, ...rewritingDemonstrations].flatMap((demonstration) => {
    const programs = demonstratedPrograms[demonstration.language]
    return listClaims(findSource(demonstration)).filter((claim) => programs.some((program) => claim.startsWith(`${program}: `)))
  })
  return [...claimDemonstrations.map(({ claim }) => claim), ...claimsOfEntries]
}

/** @throws {Error} for an entry that the catalogue does not have. */
function findSource({ catalogue, entry }: Demonstration): string {
  // Only catalogues whose entries have an id and a kind have demonstrations of entries.
  const entries = (catalogues[catalogue] ?? []) as readonly CatalogueEntry[]
  const found = entries.find(({ id, kind }) => `${kind}/${id}` === entry)

  if (found === undefined) throw new Error(`Cannot find the entry ${entry} in the catalogue ${catalogue}.`)
  return found.source
}
