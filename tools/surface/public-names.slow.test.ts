import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { listExports } from './documentation.ts'

const { checker, symbols } = listExports(fileURLToPath(new URL('../../mock-server', import.meta.url)))
const root = symbols.filter(({ name }) => name.startsWith('@wfhost/mock-server '))

test('the root of the mock server has at most 60 names', () => {
  expect(root.length).toBeGreaterThan(30)
  expect(root.length).toBeLessThanOrEqual(60)
})

test('a service has at most 35 members, and each has a docstring', () => {
  const service = root.find(({ name }) => name.endsWith(' MockService'))
  if (service === undefined) return expect.unreachable('MockService is not exported')
  const members = checker.getDeclaredTypeOfSymbol(service.symbol).getProperties()
  expect(members.length).toBeGreaterThan(30)
  expect(members.length).toBeLessThanOrEqual(35)
  const undocumented = members.filter((member) => ts.displayPartsToString(member.getDocumentationComment(checker)) === '')
  expect(undocumented.map(({ name }) => name)).toEqual([])
})
