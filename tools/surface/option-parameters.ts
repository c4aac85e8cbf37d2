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

/** The interfaces whose methods have code of their own, although their types come from another interface. */
const interfacesWithOwnCode = ['MockControl']

/** Lists the methods of public interfaces and classes. A method that several types inherit is listed once. */
function listMethods(checker: ts.TypeChecker, symbols: readonly PublicSymbol[]): readonly Callable[] {
  const methods: Callable[] = []
  const listed = new Set<ts.Declaration>()

  for (const { name, symbol } of symbols) {
    const hasMembers = (symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class)) !== 0
    if (!hasMembers) continue

    for (const member of checker.getDeclaredTypeOfSymbol(symbol).getProperties().filter(isMethodOfOurs)) {
      const [declaration] = member.declarations ?? []
      const isInherited = declaration !== undefined && listed.has(declaration) && !interfacesWithOwnCode.includes(name)
      if (declaration === undefined || isInherited) continue

      const type = checker.getNonNullableType(checker.getTypeOfSymbol(member))
      listed.add(declaration)
      methods.push({ name: `${name}.${member.name}`, type })
    }
  }
  return methods
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

interface Parameter {
  readonly name: string
  readonly type: ts.Type
}

/** Lists the parameters of a function that have optional members, and the members of these that are objects themselves. */
function parametersOf(checker: ts.TypeChecker, { name, type }: Callable): readonly string[] {
  const parameters = type.getCallSignatures().flatMap((signature) => signature.parameters)
  const separate = parameters.flatMap((parameter) => listElements(checker, parameter))

  return separate.flatMap((parameter) => {
    const alternatives = listAlternatives(checker, parameter.type)
    const members = alternatives.flatMap((alternative) => alternative.getProperties()).filter(isNameOfThisPackage)
    if (!members.some(isOptional)) return []

    const nested = members.filter((member) => isPlainObject(checker, member))
    return [parameter.name, ...nested.map((member) => `${parameter.name}.${member.name}`)].map((path) => `${name}(${path})`)
  })
}

/** Lists the parameters behind a parameter: the elements of a rest parameter, such as `rest[1]`, or the parameter itself. */
function listElements(checker: ts.TypeChecker, parameter: ts.Symbol): readonly Parameter[] {
  const type = checker.getTypeOfSymbol(parameter)
  const tuples = listAlternatives(checker, type).filter((alternative) => checker.isTupleType(alternative))
  if (tuples.length === 0) return [{ name: parameter.name, type }]

  return tuples.flatMap((tuple) => {
    const elements = checker.getTypeArguments(tuple as ts.TypeReference)
    return elements.map((element, index) => ({ name: `${parameter.name}[${index}]`, type: element }))
  })
}

/** Whether this package declares a member with a plain name. A Standard Schema has the member `~standard`. */
function isNameOfThisPackage(member: ts.Symbol): boolean {
  return /^\w*[a-z]\w*$/i.test(member.name) && !isDeclaredByLibrary(member)
}

function isOptional({ flags }: ts.Symbol): boolean {
  return (flags & ts.SymbolFlags.Optional) !== 0
}

function listAlternatives(checker: ts.TypeChecker, type: ts.Type): readonly ts.Type[] {
  const given = checker.getNonNullableType(checker.getBaseConstraintOfType(type) ?? type)
  return given.isUnion() ? given.types : [given]
}

/** Whether a member is an object with names of this package, or a list of these. An object with methods has a life of its own. */
function isPlainObject(checker: ts.TypeChecker, member: ts.Symbol): boolean {
  const types = listAlternatives(checker, checker.getTypeOfSymbol(member))
  const elements = types.flatMap((type) => {
    const [element] = checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference) : []
    return element === undefined ? [type] : listAlternatives(checker, element)
  })

  return elements.some((type) => {
    const isObject = (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0
    const names = type.getProperties()
    const isDeclaredHere = names.length > 0 && names.every(isNameOfThisPackage) && type.getCallSignatures().length === 0
    return isObject && isDeclaredHere && !names.some((name) => isRequiredMethod(checker, name))
  })
}

function isRequiredMethod(checker: ts.TypeChecker, member: ts.Symbol): boolean {
  return !isOptional(member) && checker.getTypeOfSymbol(member).getCallSignatures().length > 0
}
