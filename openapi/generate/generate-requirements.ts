import { parse } from 'yaml'
import { generatedNote } from './generated-note.ts'

const documentation = `/**
 * The register: every statement of the source that a client, a server or a tester can act on.
 *
 * @example
 * \`\`\`ts
 * import assert from 'node:assert/strict'
 * import { requirements } from '@wfhost/openapi'
 *
 * const open = requirements.filter(({ evidence }) => evidence === 'N')
 *
 * assert.ok(open.some(({ id, choice }) => id === 'RUN-ID-FIELD' && choice))
 * \`\`\`
 */
`

/** The register as a constant, and the union of its ids. */
export function generateRequirements(register: string): string {
  const requirements: readonly { readonly id: string }[] = parse(register)
  const ids = requirements.map(({ id }) => JSON.stringify(id)).join('\n  | ')
  return [
    `${generatedNote}import type { Requirement } from '../src/requirement.ts'\n`,
    `/** The id of a requirement. */\nexport type RequirementId =\n  | ${ids}\n`,
    `${documentation}export const requirements: readonly Requirement[] = ${JSON.stringify(requirements, null, 2)}\n`,
  ].join('\n')
}
