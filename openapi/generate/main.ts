// Writes generated/ from openapi.yaml and requirements.yaml, and the places in requirements.yaml from openapi.yaml. With
// --check it writes nothing, and fails if a file is stale.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { readDocument } from './document.ts'
import { generateDocument, generateOperations, generateRequirements, generateTypes } from './generate-modules.ts'
import { generateValidators, generateValidatorTypes } from './generate-validators.ts'
import { refreshPlaces } from './marks.ts'

const package_ = new URL('../', import.meta.url)
const document = await readDocument()
const register = refreshPlaces(await readFile(new URL('requirements.yaml', package_), 'utf8'), document)
const files: Readonly<Record<string, string>> = {
  'requirements.yaml': register,
  'generated/types.ts': await generateTypes(document),
  'generated/document.ts': generateDocument(document),
  'generated/operations.ts': generateOperations(document),
  'generated/requirements.ts': generateRequirements(register),
  'generated/validators.js': await generateValidators(document),
  'generated/validators.d.ts': generateValidatorTypes(),
}

const stale: string[] = []
for (const [name, content] of Object.entries(files)) {
  const current = await readFile(new URL(name, package_), 'utf8').catch(() => undefined)
  if (current !== content) stale.push(name)
}

if (process.argv.includes('--check')) {
  for (const name of stale) console.error(`openapi/${name} is stale: run npm run generate, and commit what it writes`)
  if (stale.length > 0) process.exitCode = 1
} else {
  await mkdir(new URL('generated/', package_), { recursive: true })
  for (const name of stale) await writeFile(new URL(name, package_), files[name] ?? '')
}
if (stale.length === 0) console.log('openapi/generated is up to date')
else if (process.exitCode !== 1) console.log(`Wrote ${stale.join(', ')}`)
