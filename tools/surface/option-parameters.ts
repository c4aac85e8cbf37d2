import ts from 'typescript'
import type { PublicSymbol, PublicSymbols } from './documentation.ts'

/**
 * Lists the parameters of public functions and methods that take an object with optional members, such as
 * `createMockService(seed)` and `MockService.publish(options)`. A misspelt member of such an object would silently not apply.
 */
export function listOptionParameters({ checker, symbols }: PublicSymbols): readonly string[] {
  const named = symbols.map(({ name, symbol }) => ({ name: name.slice(name.indexOf(' ') + 1), symbol }))
  const functions = named.map(({ name, symbol }) => ({ name, type: checker.getTypeOfSymbol(symbol) }))
  const methods = listMethods(checker, named)

  const parameters = [...functions, ...methods].flatMap((callable) => parametersOf(checker, callable))
  return [...new Set(parameters)].sort()
}

/** Lists the methods of public interfaces and classes. A method that several types inherit is listed once. */
function listMethods(checker: ts.TypeChecker, symbols: readonly PublicSymbol[]): readonly Callable[] {
  const methods = new Map<ts.Declaration, Callable>()

  for (const { name, symbol } of symbols) {
    const hasMembers = (symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class)) !== 0
    if (!hasMembers) continue

    for (const member of checker.getDeclaredTypeOfSymbol(symbol).getProperties().filter(isMethodOfOurs)) {
      const [declaration] = member.declarations ?? []
      if (declaration === undefined || methods.has(declaration)) continue

      const type = checker.getNonNullableType(checker.getTypeOfSymbol(member))
      methods.set(declaration, { name: `${name}.${member.name}`, type })
    }
  }
  return [...methods.values()]
}

/** Whether users call a member, and whether our packages declare it. They pass callbacks such as `onRetry`, and call none. */
function isMethodOfOurs(member: ts.Symbol): boolean {
  return !/^on[A-Z]/.test(member.name) && !isDeclaredByLibrary(member)
}

function isDeclaredByLibrary({ declarations = [] }: ts.Symbol): boolean {
  return declarations.some((declaration) => declaration.getSourceFile().fileName.includes('/node_modules/'))
}

interface Callable {
  readonly name: string
  readonly type: ts.Type
}

function parametersOf(checker: ts.TypeChecker, { name, type }: Callable): readonly string[] {
  return type
    .getCallSignatures()
    .flatMap(({ parameters }) => parameters)
    .filter((parameter) => hasOptionalMembers(checker, checker.getTypeOfSymbol(parameter)))
    .map((parameter) => `${name}(${parameter.name})`)
}

function hasOptionalMembers(checker: ts.TypeChecker, type: ts.Type): boolean {
  const given = checker.getNonNullableType(type)
  const alternatives = given.isUnion() ? given.types : [given]
  return alternatives.some((alternative) =>
    alternative.getProperties().some((property) => property.flags & ts.SymbolFlags.Optional && !isDeclaredByLibrary(property)),
  )
}
