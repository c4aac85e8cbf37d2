import { operationTable } from '@wfhost/openapi'
import { expect, test } from 'vitest'
import { operationOfPath, readPathParameter } from './operation-of-path.ts'

const operations = Object.entries(operationTable)

test.each(operations)('recognizes the path of %s below a base path, and reads its parameters', (operationId, { path }) => {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(`a ${name}/é`))

  expect(operationOfPath(`/base${filledPath}`)).toBe(operationId)
  for (const name of names) expect(readPathParameter(`/base${filledPath}`, name)).toBe(`a ${name}/é`)
})

test.each(['/', '/v1/other', '/api/v2/external/flows/triage/published-run/more'])('recognizes no operation in %s', (path) => {
  expect(operationOfPath(path)).toBeUndefined()
  expect(readPathParameter(path, 'flowId')).toBeUndefined()
})
