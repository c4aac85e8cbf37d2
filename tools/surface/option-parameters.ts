import ts from 'typescript'
import type { PublicSymbol, PublicSymbols } from './documentation.ts'

/**
 * Lists the parameters of public functions and methods that take an object with optional members, such as
 * `createMockService(seed)` and `MockService.publish(options)`. A misspelt member of such an object would silently not apply.
 */
export function listOptionParameters(exported: PublicSymbols): readonly string[] {
  return [...new Set(listOptionObjects(exported).map(({ path }) => path))].sort()
}

/** Lists the optional members of these parameters that refuse `undefined` if `exactOptionalPropertyTypes` is on. */
export function listMembersWithoutUndefined(exported: PublicSymbols): readonly string[] {
  const { checker } = exported
  return listOptionObjects(exported).flatMap(({ members, path }) =>
    members
      .filter((member) => isOptional(member) && !acceptsUndefined(checker, member))
      .map((member) => `${path}.${member.name}`),
  )
}

/** Whether a type names `undefined`. The compiler has another type for an optional member that may only be left out. */
function acceptsUndefined(checker: ts.TypeChecker, member: ts.Symbol): boolean {
  const type = checker.getTypeOfSymbol(member)
  if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return true
  return type.isUnion() && type.types.includes(checker.getUndefinedType())
}

/** Lists the members of these parameters, with the path of each. */
export function listOptionMembers(exported: PublicSymbols): readonly OptionMember[] {
  return listOptionObjects(exported).flatMap(({ members, path }) => members.map(({ name }) => ({ path, name })))
}

export interface OptionMember {
  readonly path: string
  readonly name: string
}

/** An object that a parameter takes, or that a member of such an object is. */
interface OptionObject {
  /** Such as `createMockService(options.journal)`. */
  readonly path: string
  readonly members: readonly ts.Symbol[]
}

function listOptionObjects({ checker, symbols }: PublicSymbols): readonly OptionObject[] {
  const named = symbols.map(({ name, symbol }) => ({ name: name.slice(name.indexOf(' ') + 1), symbol }))
  const functions = named.map(({ name, symbol }) => ({ name, type: checker.getTypeOfSymbol(symbol) }))
  const methods = listMethods(checker, named)

  return [...functions, ...methods].flatMap((callable) => listObjectsOf(checker, callable))
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
function listObjectsOf(checker: ts.TypeChecker, { name, type }: Callable): readonly OptionObject[] {
  const parameters = type.getCallSignatures().flatMap((signature) => signature.parameters)
  const separate = parameters.flatMap((parameter) => listElements(checker, parameter))

  return separate.flatMap((parameter) => {
    const members = listAlternatives(checker, parameter.type).flatMap(listMembers)
    if (!members.some(isOptional)) return []

    const nested = members.map((member) => ({
      path: `${name}(${parameter.name}.${member.name})`,
      members: listPlainObjects(checker, member).flatMap(listMembers),
    }))
    return [{ path: `${name}(${parameter.name})`, members }, ...nested.filter((object) => object.members.length > 0)]
  })
}

function listMembers(type: ts.Type): readonly ts.Symbol[] {
  return type.getProperties().filter(isNameOfThisPackage)
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

/** Lists the types of a member, or of its elements, that are objects of this package. An object with methods has a life of its own. */
function listPlainObjects(checker: ts.TypeChecker, member: ts.Symbol): readonly ts.Type[] {
  const types = listAlternatives(checker, checker.getTypeOfSymbol(member))
  const elements = types.flatMap((type) => {
    const [element] = checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference) : []
    return element === undefined ? [type] : listAlternatives(checker, element)
  })

  return elements.filter((type) => {
    const isObject = (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0
    const names = type.getProperties()
    const isDeclaredHere = names.every(isNameOfThisPackage) && type.getCallSignatures().length === 0
    return isObject && isDeclaredHere && !names.some((name) => isRequiredMethod(checker, name))
  })
}

function isRequiredMethod(checker: ts.TypeChecker, member: ts.Symbol): boolean {
  return !isOptional(member) && checker.getTypeOfSymbol(member).getCallSignatures().length > 0
}
