import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createSharedHost, listExports } from './documentation.ts'
import { listMembersWithoutUndefined, listOptionParameters } from './option-parameters.ts'
import { callsWithUnknownNestedOption } from './unknown-nested-option-calls.ts'
import { callsWithUnknownOption, uncheckedParameters } from './unknown-option-calls.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const host = createSharedHost()
const packages = ['sdk', 'mock-server', 'contract-tests', 'queue', 'openapi']

const calls = { ...callsWithUnknownOption, ...callsWithUnknownNestedOption }

test('every parameter with optional members, and every object in it, is called with an unknown name', { timeout: 60_000 }, () => {
  const parameters = packages.flatMap((name) => listOptionParameters(listExports(`${root}${name}`, host)))

  expect(parameters.length).toBeGreaterThan(130)
  expect(parameters.filter((name) => !(name in calls) && !(name in uncheckedParameters))).toEqual([])
  expect(Object.keys(uncheckedParameters).filter((name) => !parameters.includes(name))).toEqual([])
})

test('every optional member of options accepts undefined, as code with exactOptionalPropertyTypes passes it on', {
  timeout: 60_000,
}, () => {
  const refusing = packages.flatMap((name) => listMembersWithoutUndefined(listExports(`${root}${name}`, host)))

  // They are bodies of requests and of responses, in which JSON has no undefined.
  const bodies = ['RegistryClient.execute(payload)', 'responseOf(']
  expect(refusing.filter((member) => bodies.every((body) => !member.startsWith(body)))).toEqual([])
})
