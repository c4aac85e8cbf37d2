import { parse } from 'yaml'
import { generatedNote } from './generated-note.ts'

/** The register as a constant, and the union of its ids. */
export function generateRequirements(register: string): string {
  const requirements: readonly { readonly id: string }[] = parse(register)
  const ids = requirements.map(({ id }) => JSON.stringify(id)).join('\n  | ')
  return [
    `${generatedNote}import type { Requirement } from '../src/requirement.ts'\n`,
    `export type RequirementId =\n  | ${ids}\n`,
    `export const requirements: readonly Requirement[] = ${JSON.stringify(requirements, null, 2)}\n`,
  ].join('\n')
}
