import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { generatedNote } from './generated-note.ts'

/** The register as a constant. */
export async function generateRequirements(): Promise<string> {
  const register: unknown = parse(await readFile(new URL('../requirements.yaml', import.meta.url), 'utf8'))
  return `${generatedNote}export const requirements = ${JSON.stringify(register, null, 2)} as const\n`
}
