import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { createSharedHost, listExports, type PublicSymbol } from './documentation.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Pages that people write. The other ones are written from the sources and the changelogs. */
const pages = globSync(['README.md', '*/README.md', 'docs/pages/**/*.md'], {
  cwd: root,
  exclude: ['**/node_modules/**', 'docs/pages/{reference,guide,decisions,errors}/**', 'docs/pages/changes.md'],
}).sort()
const packages = ['sdk', 'mock-server', 'contract-tests', 'queue', 'openapi']

/** A call in the text of a page, such as `listen(service, { port })`. Other tests compile the blocks. */
interface DocumentedCall {
  readonly page: string
  readonly called: string
  readonly options: readonly string[]
}

function findCalls(page: string): DocumentedCall[] {
  const text = readFileSync(join(root, page), 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '')
  return Array.from(text.matchAll(/`(?:\w+\.)*(\w+)\(([^`)]*)\)/g), ([, called = '', args = '']) => {
    const objects = Array.from(args.matchAll(/\{ ([^{}]*) \}/g), ([, members = '']) => members)
    return { page, called, options: objects.flatMap((members) => members.split(', ').map(nameOf)) }
  })
}

function nameOf(member: string): string {
  return member.replace(/:.*$/, '').trim()
}

/** Collects the names of all members of all parameters, by the names of public functions and of methods of public types. */
function collectOptions(): ReadonlyMap<string, ReadonlySet<string>> {
  const collected = new Map<string, Set<string>>()
  const host = createSharedHost()

  for (const name of packages) {
    const { checker, symbols } = listExports(join(root, name), host)
    for (const callable of symbols.flatMap((exported) => listCallables(checker, exported))) {
      const names = collected.get(callable.name) ?? new Set()
      for (const option of listParameterMembers(checker, callable.type)) names.add(option)
      collected.set(callable.name, names)
    }
  }
  return collected
}

interface Callable {
  readonly name: string
  readonly type: ts.Type
}

/** Lists an exported function, or the methods of an exported type. */
function listCallables(checker: ts.TypeChecker, { symbol }: PublicSymbol): readonly Callable[] {
  if (symbol.flags & ts.SymbolFlags.Function) return [{ name: symbol.name, type: checker.getTypeOfSymbol(symbol) }]
  if (!(symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class))) return []

  const methods = checker.getDeclaredTypeOfSymbol(symbol).getProperties()
  return methods.map((method) => ({ name: method.name, type: checker.getNonNullableType(checker.getTypeOfSymbol(method)) }))
}

/** Lists the members of the parameters of a function. A rest parameter is a list of further parameters. */
function listParameterMembers(checker: ts.TypeChecker, type: ts.Type): readonly string[] {
  const parameters = type.getCallSignatures().flatMap((signature) => signature.parameters)
  const types = parameters.flatMap((parameter) => listAlternatives(checker, checker.getTypeOfSymbol(parameter)))
  const elements = types.flatMap((each) => (checker.isTupleType(each) ? checker.getTypeArguments(each as ts.TypeReference) : []))
  const all = [...types, ...elements.flatMap((each) => listAlternatives(checker, each))]
  return all.flatMap((each) => each.getProperties().map((property) => property.name))
}

/** Lists the types of a union. A type that depends on a parameter of its function counts as its constraint. */
function listAlternatives(checker: ts.TypeChecker, type: ts.Type): readonly ts.Type[] {
  const given = checker.getNonNullableType(checker.getBaseConstraintOfType(type) ?? type)
  return given.isUnion() ? given.types : [given]
}

test('every option that a page names in a call exists', { timeout: 60_000 }, () => {
  const known = collectOptions()
  const calls = pages.flatMap(findCalls).filter(({ called, options }) => known.has(called) && options.length > 0)
  const missing = calls.flatMap(({ called, options, page }) =>
    options.filter((option) => !known.get(called)?.has(option)).map((option) => `${page}: ${called} has no option ${option}`),
  )
  expect(calls.length).toBeGreaterThan(20)
  expect(missing).toEqual([])
})
