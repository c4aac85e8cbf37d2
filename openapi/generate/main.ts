import { readFile, writeFile } from 'node:fs/promises'
import { generateDocument } from './generate-document.ts'
import { generateOperations } from './generate-operations.ts'
import { generateRequirements } from './generate-requirements.ts'
import { generateTypes } from './generate-types.ts'
import { generateValidatorTypes } from './generate-validator-types.ts'
import { generateValidators } from './generate-validators.ts'
import { readDocument } from './read-document.ts'

// Writes generated/ from openapi.yaml and requirements.yaml; with --check it only says which files are stale.
const folder = new URL('../generated/', import.meta.url)
const document = await readDocument()
const files: Readonly<Record<string, string>> = {
  'types.ts': await generateTypes(),
  'document.ts': generateDocument(document),
  'operations.ts': generateOperations(document),
  'requirements.ts': await generateRequirements(),
  'validators.d.ts': generateValidatorTypes(),
  'validators.js': await generateValidators(document),
}

const stale: string[] = []
for (const [name, content] of Object.entries(files)) {
  const file = new URL(name, folder)
  const current = await readFile(file, 'utf8').catch(() => undefined)
  if (current === content) continue
  stale.push(name)
  if (!process.argv.includes('--check')) await writeFile(file, content)
}

if (process.argv.includes('--check') && stale.length > 0) {
  console.error(`Stale in openapi/generated: ${stale.join(', ')}. Run npm run generate, and commit what it writes.`)
  process.exitCode = 1
} else {
  console.log(stale.length === 0 ? 'openapi/generated is up to date' : `Wrote ${stale.join(', ')}`)
}
