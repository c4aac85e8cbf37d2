import { expect, test } from 'vitest'

test('the package exports what it means to, and no more', async () => {
  expect(Object.keys(await import('@wfhost/openapi'))).toEqual(['document', 'operationTable', 'requirements'])
  expect(Object.keys(await import('@wfhost/openapi/validators')).sort()).toEqual([
    'validateRequestBody',
    'validateResponse',
    'validateSchema',
  ])
})
