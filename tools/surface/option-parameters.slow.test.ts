import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createSharedHost, listExports } from './documentation.ts'
import { listOptionParameters } from './option-parameters.ts'
import { callsWithUnknownOption, uncheckedParameters } from './unknown-option-calls.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const host = createSharedHost()
const packages = ['sdk', 'mock-server', 'contract-tests', 'queue', 'openapi']

test('every parameter with optional members is called with an unknown one', { timeout: 60_000 }, () => {
  const parameters = packages.flatMap((name) => listOptionParameters(listExports(`${root}${name}`, host)))

  expect(parameters.length).toBeGreaterThan(50)
  expect(parameters.filter((name) => !(name in callsWithUnknownOption) && !(name in uncheckedParameters))).toEqual([])
  expect(Object.keys(uncheckedParameters).filter((name) => !parameters.includes(name))).toEqual([])
})
