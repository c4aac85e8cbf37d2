import ts from 'typescript'
import type { PublicSymbols } from './documentation.ts'

/**
 * Lists the parameters of public functions and methods that take an object with optional members, such as
 * `createMockService(seed)` and `MockService.publish(options)`. A misspelt member of such an object would silently not apply.
 */
export function listOptionParameters({ checker, symbols }: PublicSymbols): readonly string[] {
  const named = symbols.map(({ name, symbol }) => ({ name: name.slice(name.indexOf(' ') + 1), symbol }))
  const functions = named.map(({ name, symbol }) => ({ name, type: checker.getTypeOfSymbol(symbol) }))

  const listed = new Set<ts.Declaration>()
  const methods = named
    .filter(({ symbol }) => symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class))
    .flatMap(({ name, symbol }) => {
      const properties = checker.getDeclaredTypeOfSymbol(symbol).getProperties().filter(isMethodOfOurs)
      return properties.flatMap((property) => {
        // A type can inherit the method of a type that was listed before.
        const [declaration] = property.declarations ?? []
        if (declaration === undefined || listed.has(declaration)) return []
        listed.add(declaration)
        return [{ name: `${name}.${property.name}`, type: checker.getNonNullableType(checker.getTypeOfSymbol(property)) }]
      })
    })

  const parameters = [...functions, ...methods].flatMap((callable) => parametersOf(checker, callable))
  return [...new Set(parameters)].sort()
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
