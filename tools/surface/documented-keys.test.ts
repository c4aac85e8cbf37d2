import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createWorldSchema } from '@wfhost/mock-server/world-file'
import { expect, test } from 'vitest'
import { createConfigurationSchema } from '../../contract-tests/src/cli/schema-command.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Pages that people write. The reference is written from the sources, and error pages have code of their own. */
const pages = globSync(['README.md', '*/README.md', 'docs/pages/**/*.md'], {
  cwd: root,
  exclude: ['**/node_modules/**', 'docs/pages/{reference,guide,decisions,errors}/**', 'docs/pages/changes.md'],
})

interface DocumentedKey {
  readonly page: string
  readonly code: string
  readonly key: string
}

/** Finds the keys of members in the text of a page, such as `maxRuns` in `maxRuns: 50`. Other tests run the blocks. */
function findKeys(page: string): readonly DocumentedKey[] {
  const text = readFileSync(`${root}${page}`, 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '')
  const codes = Array.from(text.matchAll(/`([^`\n]+)`/g), ([, code = '']) => code)
  return codes.flatMap((code) => {
    const keys = Array.from(code.matchAll(/(?:^|[{,(]\s*)([a-z]\w+): /g), ([, key = '']) => key)
    return keys.map((key) => ({ page, code, key }))
  })
}

/** Finds the names with a capital letter inside, such as `totalTimeout` and `mock.waitForRuns()`, and the rows of tables of options. */
function findNames(page: string): readonly DocumentedKey[] {
  const text = readFileSync(`${root}${page}`, 'utf8').replaceAll(/^ *```[\s\S]*?^ *```/gm, '')
  const codes = Array.from(text.matchAll(/`(\w+(?:\.\w+)*)(?:\(\))?`/g), ([, code = '']) => code)
  const names = codes.flatMap((code) => code.split('.').map((key) => ({ page, code, key })))

  const tables = text.match(/^\| (?:option|member)[^\n]*\n(?:\|[^\n]*\n)+/gm) ?? []
  const rows = tables.flatMap((table) => Array.from(table.matchAll(/^\| `(\w+)`/gm), ([code, key = '']) => ({ page, code, key })))
  return [...names.filter(({ key }) => /^[a-z]+[A-Z]/.test(key)), ...rows]
}

const reports = globSync('*/*.api.md', { cwd: root }).map((file) => readFileSync(`${root}${file}`, 'utf8'))

/** Lists the members of the public types, from the reports of the surface. */
function listPublicMembers(): readonly string[] {
  return reports.flatMap((report) => Array.from(report.matchAll(/(\w+)\??: /g), ([, name = '']) => name))
}

/** Lists the exports and the names that are values, such as those of assumptions. */
function listPublicNames(): readonly string[] {
  const exports = /^(?:class|const|function|interface|type) (\w+)|"(\w+)"/gm
  return reports.flatMap((report) => Array.from(report.matchAll(exports), ([, name, value]) => name ?? value ?? ''))
}

/** Lists the names of all properties in a JSON Schema. */
function listProperties(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return []

  const properties = Reflect.get(schema, 'properties')
  const names = typeof properties === 'object' && properties !== null ? Object.keys(properties) : []
  return [...names, ...Object.values(schema).flatMap(listProperties)]
}

/** Members of other libraries and of data of users, with their place. */
const otherKeys: Readonly<Record<string, string>> = {
  maxRetriesPerRequest: 'ioredis',
  beforeEach: 'Storybook',
  resetHandlers: 'MSW in Storybook',
  onProtoPoisoning: 'Fastify',
  onConstructorPoisoning: 'Fastify',
  ajv: 'Fastify',
  customOptions: 'Fastify',
  coerceTypes: 'Fastify',
  dataType: 'Drizzle',
  toDriver: 'Drizzle',
  minimize: 'Mongoose',
  serviceWorker: 'MSW in a page',
  module: 'TypeScript',
  authorization: 'a header',
  overrides: 'pnpm and Yarn',
  amount: 'an argument of a workflow',
  age: 'a member of generated data',
}

/** Names of other software that pages mention, by their origin. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  JavaScript: ['clearTimeout', 'queueMicrotask', 'setTimeout'],
  TypeScript: ['esModuleInterop', 'exactOptionalPropertyTypes', 'moduleResolution'],
  'libraries of clients': [
    'bodyTimeout',
    'headersTimeout',
    'parseAs',
    'safeParse',
    'setErrorHandler',
    'setGlobalDispatcher',
    'toJSONSchema',
  ],
  'libraries of tests': ['beforeEach', 'getWorker', 'resetHandlers', 'setupServer', 'setupWorker', 'toFake'],
  'libraries of servers': ['bearerAuth', 'exportPrometheusMetrics', 'fromJson', 'jobId', 'toJson'],
  'JSON Schema': ['oneOf'],
  'a misspelt option': ['timeOut'],
  'the response of /__mock/ready': ['waitingFor'],
}

test('every member that a page names exists in a public type, a world file or a configuration', () => {
  const known = new Set([
    ...listPublicMembers(),
    ...listProperties(createWorldSchema()),
    ...listProperties(createConfigurationSchema()),
  ])
  const keys = pages.flatMap(findKeys)
  const unknown = keys.filter(({ key }) => !known.has(key))

  expect(keys.length).toBeGreaterThan(60)
  expect(unknown.filter(({ key }) => !(key in otherKeys))).toEqual([])
  expect(Object.keys(otherKeys).filter((name) => !unknown.some(({ key }) => key === name))).toEqual([])
})

test('every name that a page shows alone is public, or belongs to other software', () => {
  const known = new Set([
    ...listPublicMembers(),
    ...listPublicNames(),
    ...listProperties(createWorldSchema()),
    ...listProperties(createConfigurationSchema()),
  ])
  const others = Object.values(otherNames).flat()
  const names = pages.flatMap(findNames)
  const unknown = names.filter(({ key }) => !known.has(key))

  expect(names.length).toBeGreaterThan(200)
  expect(unknown.filter(({ key }) => !others.includes(key))).toEqual([])
  expect(others.filter((name) => !unknown.some(({ key }) => key === name))).toEqual([])
})
