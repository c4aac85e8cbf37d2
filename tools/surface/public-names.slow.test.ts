import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { listExports, type PublicSymbol } from './documentation.ts'

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

test('a page or an example names each member of a service', () => {
  const exclude = ['**/node_modules/**', 'docs/pages/{reference,guide,decisions,errors}/**', '**/CHANGELOG.md']
  const files = globSync(['*.md', '*/README.md', 'docs/pages/**/*.md', 'examples/**/*.{md,ts,tsx}'], { exclude })
  const text = files.map((file) => readFileSync(file, 'utf8')).join('\n')
  const types = ['MockService', 'RegistryOperations', 'VirtualClock']
  const exported = root.filter(({ name }) => types.some((type) => name.endsWith(` ${type}`)))

  const members = exported.flatMap(({ symbol }) => checker.getDeclaredTypeOfSymbol(symbol).getProperties())
  expect(members.length).toBeGreaterThan(45)
  expect(members.map(({ name }) => name).filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([])
})

test('functions named create return no promise, and functions named open a promise of something to close', {
  timeout: 60_000,
}, () => {
  const folders = ['sdk', 'mock-server', 'contract-tests', 'queue']
  const exported = folders.map((folder) => listExports(fileURLToPath(new URL(`../../${folder}`, import.meta.url))))
  const functions = exported.flatMap((each) => each.symbols.map((named) => describeFunction(named, each.checker)))

  // It loads the parser of world files when it is called, and its service needs no close.
  const exceptions = ['openServiceFromWorldFile']
  const mistakes = functions
    .filter(({ name, isAsync, isClosed }) => (/^create[A-Z]/.test(name) && isAsync) || (/^open[A-Z]/.test(name) && !isClosed))
    .map(({ name }) => name)
  expect(functions.filter(({ name }) => /^(create|open)[A-Z]/.test(name)).length).toBeGreaterThan(12)
  expect(mistakes).toEqual(exceptions)
})

test('a name of several packages means the same thing in all of them', { timeout: 60_000 }, () => {
  const folders = ['openapi', 'sdk', 'mock-server', 'contract-tests', 'queue']
  const packagesOf = new Map<string, Set<string>>()
  for (const folder of folders) {
    const { symbols: exported } = listExports(fileURLToPath(new URL(`../../${folder}`, import.meta.url)))
    for (const { name } of exported.map(splitName)) packagesOf.set(name, (packagesOf.get(name) ?? new Set()).add(folder))
  }

  // A workflow, a clock and a fetch of the client fit the reference server. The others are types of the API document, and an error.
  const shared = ['Clock', 'ConfigurationError', 'Fetch', 'OperationId', 'Workflow', 'paths']
  const severalTimes = Array.from(packagesOf).filter(([, packages]) => packages.size > 1)
  expect(severalTimes.map(([name]) => name).toSorted()).toEqual(shared)
})

function splitName({ name }: PublicSymbol): { readonly entry: string; readonly name: string } {
  const [entry = '', exported = ''] = name.split(' ')
  return { entry, name: exported }
}

/** Describes the result of a function: whether it is a promise, and whether that is of something with `Symbol.asyncDispose`. */
function describeFunction({ name, symbol }: PublicSymbol, checker: ts.TypeChecker) {
  const [signature] = checker.getTypeOfSymbol(symbol).getCallSignatures()
  const result = signature?.getReturnType()
  const settled = result && checker.getAwaitedType(result)
  const members = settled?.getProperties().map((member) => member.name) ?? []
  const isAsync = result !== settled
  return { name: splitName({ name, symbol }).name, isAsync, isClosed: isAsync && members.some(isAsyncDispose) }
}

/** The compiler writes a symbol as a member with a number, such as `__@asyncDispose@72`. */
function isAsyncDispose(member: string): boolean {
  return member.startsWith('__@asyncDispose')
}

test('options of functions have no unit in their names, except for keys of a configuration', { timeout: 60_000 }, () => {
  const folders = ['sdk', 'mock-server', 'contract-tests', 'queue']
  const exported = folders.map((folder) => listExports(fileURLToPath(new URL(`../../${folder}`, import.meta.url))))
  const optionTypes = exported.flatMap((each) =>
    each.symbols
      .filter(({ name }) => /(Options|Limits|Description)$/.test(name))
      .map((type) => ({ ...splitName(type), members: each.checker.getDeclaredTypeOfSymbol(type.symbol).getProperties() })),
  )
  expect(optionTypes.length).toBeGreaterThan(20)

  const withUnit = optionTypes.flatMap(({ members, name }) =>
    members.filter((member) => member.name.endsWith('Ms')).map((member) => `${name}.${member.name}`),
  )
  expect(withUnit.toSorted()).toEqual(['ServerDescription.settleMs', 'ServerDescription.timeoutMs'])
})

test('await using closes every public object that has a method to close it', { timeout: 60_000 }, () => {
  const folders = ['sdk', 'mock-server', 'contract-tests', 'queue']
  const exported = folders.map((folder) => listExports(fileURLToPath(new URL(`../../${folder}`, import.meta.url))))
  const closed = exported.flatMap((each) =>
    each.symbols.flatMap((type) => {
      const members = each.checker
        .getDeclaredTypeOfSymbol(type.symbol)
        .getProperties()
        .map((member) => member.name)
      const isClosed = members.includes('close') || members.includes('remove')
      return isClosed ? [{ name: splitName(type).name, isDisposed: members.some(isAsyncDispose) }] : []
    }),
  )

  // `remove` of the registries of a workspace removes one of them.
  const withOtherMeaning = ['RegistryOperations']
  const names = closed.map(({ name }) => name)
  expect(names.toSorted()).toEqual(
    expect.arrayContaining(['BatchFile', 'Listening', 'MockHost', 'NodeTransport', 'RemoteWorld', 'RunQueue', 'RunWorker']),
  )
  expect(closed.filter(({ isDisposed }) => !isDisposed).map(({ name }) => name)).toEqual(withOtherMeaning)
})
