import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { listExports } from './documentation.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const pages = globSync(['README.md', '*/README.md', 'docs/pages/**/*.md'], { cwd: root }).sort()

/** A call in the text of a page, such as `listen(service, { port })`. Other tests compile the blocks. */
interface DocumentedCall {
  readonly page: string
  readonly called: string
  readonly options: readonly string[]
}

function findCalls(page: string): DocumentedCall[] {
  const text = readFileSync(join(root, page), 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '')
  return Array.from(text.matchAll(/`(\w+)\(([^`)]*)\)/g), ([, called = '', args = '']) => {
    const objects = Array.from(args.matchAll(/\{ ([^{}]*) \}/g), ([, members = '']) => members)
    return { page, called, options: objects.flatMap((members) => members.split(', ').map(nameOf)) }
  })
}

function nameOf(member: string): string {
  return member.replace(/:.*$/, '').trim()
}

/** Collects the names of all members of all parameters of each exported function. */
function optionsByFunction(folder: string): ReadonlyMap<string, readonly string[]> {
  const { checker, symbols } = listExports(join(root, folder))
  const functions = symbols.filter(({ symbol }) => symbol.flags & ts.SymbolFlags.Function)
  return new Map(
    functions.map(({ symbol }) => {
      const parameters = checker
        .getTypeOfSymbol(symbol)
        .getCallSignatures()
        .flatMap((signature) => signature.parameters)
      const types = parameters.flatMap((parameter) => unionOf(checker.getNonNullableType(checker.getTypeOfSymbol(parameter))))
      return [symbol.name, types.flatMap((type) => type.getProperties().map((property) => property.name))] as const
    }),
  )
}

function unionOf(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type]
}

test('every option that a page names in a call exists', { timeout: 60_000 }, () => {
  const known = optionsByFunction('mock-server')
  const calls = pages.flatMap(findCalls).filter(({ called, options }) => known.has(called) && options.length > 0)
  const missing = calls.flatMap(({ called, options, page }) =>
    options
      .filter((option) => !known.get(called)?.includes(option))
      .map((option) => `${page}: ${called} has no option ${option}`),
  )
  expect(calls.length).toBeGreaterThan(5)
  expect(missing).toEqual([])
})
