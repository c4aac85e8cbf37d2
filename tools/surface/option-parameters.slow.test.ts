import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createWorldSchema } from '@wfhost/mock-server/world-file'
import { expect, test } from 'vitest'
import { createConfigurationSchema } from '../../contract-tests/src/cli/schema-command.ts'
import { createSharedHost, listExports } from './documentation.ts'
import { listMembersWithoutUndefined, listOptionMembers, listOptionParameters } from './option-parameters.ts'
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

/** The pages that people write, and the examples. The site writes the fields of the two schemas as pages of its reference. */
function readPagesAndExamples(): string {
  const files = globSync(['*.md', '*/README.md', 'docs/pages/**/*.md', 'examples/**/*.{md,ts,tsx}'], {
    cwd: root,
    exclude: ['**/node_modules/**', 'docs/pages/{reference,guide,decisions,errors}/**', '**/CHANGELOG.md'],
  })
  const pages = files.map((file) => readFileSync(`${root}${file}`, 'utf8'))
  return [...pages, JSON.stringify(createWorldSchema()), JSON.stringify(createConfigurationSchema())].join('\n')
}

test('a page or an example names every option', { timeout: 60_000 }, () => {
  const text = readPagesAndExamples()
  const options = packages.flatMap((name) => listOptionMembers(listExports(`${root}${name}`, host)))
  const unnamed = options.filter(({ name }) => !new RegExp(`\\b${name}\\b`).test(text))

  // The client calls the method of a transport. A state comes from `state()`, and users do not write it.
  const notWritten = ['NodeTransport.start(', '(options.state)']
  expect(options.length).toBeGreaterThan(400)
  expect(unnamed.filter(({ path }) => notWritten.every((part) => !path.includes(part)))).toEqual([])
})
