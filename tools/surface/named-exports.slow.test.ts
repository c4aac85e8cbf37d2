import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { createSharedHost, listExports, type PublicSymbol } from './documentation.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const host = createSharedHost()

// The excluded folders are generated from the exports, or are copies of other pages. The advice becomes a page for each error.
const files = globSync(['*.md', '*/README.md', 'docs/pages/**/*.md', 'examples/**/*.{md,ts,tsx}', 'docs/error-advice.ts'], {
  cwd: root,
  exclude: ['**/node_modules/**', 'docs/pages/{reference,guide,decisions,errors}/**', '**/CHANGELOG.md'],
})
const pagesAndExamples = files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n')

function nameOf({ name }: PublicSymbol): string {
  return name.slice(name.indexOf(' ') + 1)
}

function isValue({ symbol }: PublicSymbol): boolean {
  return (symbol.flags & ts.SymbolFlags.Value) !== 0
}

function isNamedIn(text: string, exported: PublicSymbol): boolean {
  return new RegExp(`\\b${nameOf(exported)}\\b`).test(text)
}

/** Collects the symbols that declarations name, and those that the declarations of these name in turn. */
function collectNamedSymbols(symbols: readonly ts.Symbol[], checker: ts.TypeChecker): ReadonlySet<ts.Symbol> {
  const collected = new Set<ts.Symbol>()
  const visited = new Set<ts.Node>()

  function visit(node: ts.Node): void {
    if (ts.isIdentifier(node)) follow(checker.getSymbolAtLocation(node))
    ts.forEachChild(node, visit)
  }

  function follow(named: ts.Symbol | undefined): void {
    if (named === undefined) return
    const symbol = named.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(named) : named
    collected.add(symbol)
    for (const declaration of symbol.declarations ?? []) visitOnce(declaration)
  }

  /** Visits the types of a declaration. The body of a function and the sources of other projects are not public. */
  function visitOnce(declaration: ts.Declaration): void {
    if (visited.has(declaration) || declaration.getSourceFile().fileName.includes('/node_modules/')) return
    visited.add(declaration)
    ts.forEachChild(declaration, (child) => {
      const isPrivate = ts.isBlock(child) || (ts.isIdentifier(child) && child.parent === declaration)
      if (!isPrivate) visit(child)
    })
  }

  for (const symbol of symbols) for (const declaration of symbol.declarations ?? []) visitOnce(declaration)
  return collected
}

test.each(['openapi', 'sdk', 'mock-server', 'contract-tests', 'queue'])(
  'a page or an example names every function and class of %s, and every type belongs to one of them',
  { timeout: 60_000 },
  (folder) => {
    const { checker, symbols } = listExports(join(root, folder), host)
    const unnamedValues = symbols.filter((exported) => isValue(exported) && !isNamedIn(pagesAndExamples, exported))
    expect(symbols.length).toBeGreaterThan(10)
    expect(unnamedValues.map(({ name }) => name)).toEqual([])

    const values = symbols.filter(isValue).map(({ symbol }) => symbol)
    const reachable = collectNamedSymbols(values, checker)
    const unusedTypes = symbols.filter((exported) => {
      const belongsToValue = isValue(exported) || reachable.has(exported.symbol)
      return !belongsToValue && !isNamedIn(pagesAndExamples, exported)
    })
    expect(unusedTypes.map(({ name }) => name)).toEqual([])
  },
)
