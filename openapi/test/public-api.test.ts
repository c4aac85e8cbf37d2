import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { listExports } from '../../tools/surface/documentation.ts'

const folder = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')

test('the package exports exactly these values and types', { timeout: 60_000 }, () => {
  const names = listExports(folder).symbols.map(({ name }) => name.replace('@wfhost/openapi', '').trim())
  expect(names.toSorted()).toEqual([
    '/validators validateRequestBody',
    '/validators validateResponse',
    '/validators validateSchema',
    'OperationId',
    'Requirement',
    'RequirementId',
    'components',
    'document',
    'operationTable',
    'operations',
    'paths',
    'requirements',
  ])
})
