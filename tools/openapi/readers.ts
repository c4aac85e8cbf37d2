import assert from 'node:assert/strict'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { validate as validateSwagger } from '@apidevtools/swagger-parser'
import { validate as validateHyperjump } from '@hyperjump/json-schema/openapi-3-1'
import { validate as validateReadme } from '@readme/openapi-parser'
import { type RulesetDefinition, Spectral } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { type Part, readDocument, runCommand, type Tool } from './tool.ts'

type Read = (document: Part) => Promise<readonly unknown[]>

// Each reads the document, and a copy with one defect. A reader that does not find the defect did not look.
export const readers: readonly Tool[] = [
  {
    name: 'Redocly, recommended-strict',
    package: '@redocly/cli',
    run: () => readTwice(lintWithRedocly, ({ paths }) => renamePath(paths, '/v1/public/{products}/execute')),
  },
  {
    name: 'Spectral, oas',
    package: '@stoplight/spectral-core',
    run: () => readTwice(lintWithSpectral, ({ paths }) => delete paths['/v1/public/{product}/execute'].post.operationId),
  },
  {
    name: 'swagger-parser',
    package: '@apidevtools/swagger-parser',
    run: () => readTwice((document) => complaintsOf(validateSwagger(document as never)), breakReference),
  },
  {
    name: 'readme',
    package: '@readme/openapi-parser',
    run: () =>
      readTwice(
        async (document) => {
          const { valid, ...found } = await validateReadme(document as never)
          return [...(valid ? [] : ['invalid']), ...found.warnings, ...('errors' in found ? found.errors : [])]
        },
        (document) => delete document['paths'],
      ),
  },
  {
    name: 'hyperjump, schema of OpenAPI 3.1',
    package: '@hyperjump/json-schema',
    run: () => readTwice(validateWithHyperjump, ({ info }) => delete info.version),
  },
]

async function readTwice(read: Read, spoil: (document: Part) => unknown): Promise<string> {
  assert.deepEqual(await read(readDocument()), [])
  const spoilt = readDocument()
  spoil(spoilt)
  assert.notEqual((await read(spoilt)).length, 0, 'a fault of a spoilt copy is not found')
  return 'finds nothing, and the fault of a spoilt copy'
}

function renamePath(paths: Part, name: string): void {
  paths[name] = paths['/v1/public/{product}/execute']
  delete paths['/v1/public/{product}/execute']
}

function breakReference({ components }: Part): void {
  components.schemas.Argument.properties.value.$ref = '#/components/schemas/Nothing'
}

async function lintWithRedocly(document: Part): Promise<readonly string[]> {
  const copy = join(await mkdtemp(join(tmpdir(), 'wfhost-')), 'document.json')
  await writeFile(copy, JSON.stringify(document))
  const output = await runCommand('@redocly/cli/bin/cli.js', ['lint', '--extends=recommended-strict', copy])
  return output.includes('is valid') && !/warning|error/i.test(output) ? [] : [output]
}

async function lintWithSpectral(document: Part): Promise<readonly unknown[]> {
  const spectral = new Spectral()
  // The types of the rules are looser than those that Spectral accepts.
  spectral.setRuleset(oas as RulesetDefinition)
  return spectral.run(JSON.stringify(document))
}

async function validateWithHyperjump(document: Part): Promise<readonly unknown[]> {
  const output = await validateHyperjump('https://spec.openapis.org/oas/3.1/schema-base', document as never, 'BASIC')
  return output.valid ? [] : [output]
}

async function complaintsOf(validation: Promise<unknown>): Promise<readonly string[]> {
  return validation.then(
    () => [],
    (error: unknown) => [String(error)],
  )
}
