import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '@hey-api/openapi-ts'
import { validate } from '@readme/openapi-parser'
import { document, operationTable } from '@wfhost/openapi'
import openapiTypescript, { astToString } from 'openapi-typescript'
import { expect, test } from 'vitest'

const file = new URL('../../openapi/openapi.yaml', import.meta.url)
const operationIds = Object.keys(operationTable)

test('openapi-typescript makes types of every operation', async () => {
  const types = astToString(await openapiTypescript(file))
  for (const operationId of operationIds) expect(types).toContain(`operations["${operationId}"]`)
})

test('@hey-api/openapi-ts makes a client with a function for every operation', async () => {
  const output = await mkdtemp(join(tmpdir(), 'wfhost-'))
  await createClient({
    input: fileURLToPath(file),
    output: { path: output, postProcess: [] },
    plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
    logs: { level: 'silent' },
  })
  const client = await readFile(join(output, 'sdk.gen.ts'), 'utf8')
  for (const operationId of operationIds) expect(client).toContain(`export const ${operationId} =`)
})

test('@readme/openapi-parser validates the document without a warning', async () => {
  expect(await validate(fileURLToPath(file))).toMatchObject({ valid: true, warnings: [] })
})

test('@readme/openapi-parser refuses a document without paths and components, so it did look', async () => {
  const { paths: _, components: __, ...spoilt } = document
  expect(await validate(JSON.parse(JSON.stringify(spoilt)))).toMatchObject({ valid: false })
})
