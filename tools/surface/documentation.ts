import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

export interface PublicSymbol {
  /** Such as `@wfhost/sdk/otel traceHooks`. */
  readonly name: string
  readonly symbol: ts.Symbol
}

export interface PublicSymbols {
  readonly checker: ts.TypeChecker
  readonly entries: readonly string[]
  readonly symbols: readonly PublicSymbol[]
}

/** Lists the exports of the entries of a package, with the compiler. An export of two entries is listed once. */
export function listExports(packageFolder: string, host?: ts.CompilerHost): PublicSymbols {
  const manifest = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as {
    readonly name: string
    readonly exports: Readonly<Record<string, string | { readonly '@wfhost/source': string }>>
  }
  const entries = Object.entries(manifest.exports).flatMap(([subpath, target]) =>
    typeof target === 'string'
      ? []
      : [{ name: manifest.name + subpath.slice(1), file: join(packageFolder, target['@wfhost/source']) }],
  )
  const program = ts.createProgram(
    entries.map(({ file }) => file),
    compilerOptions(packageFolder),
    host,
  )
  const checker = program.getTypeChecker()
  const listed = new Set<ts.Symbol>()
  const symbols = entries.flatMap(({ name, file }) => {
    const source = program.getSourceFile(file)
    const module = source && checker.getSymbolAtLocation(source)
    if (module === undefined) throw new Error(`Cannot read the exports of ${name}: ${file} is not a module`)
    const exports = checker.getExportsOfModule(module).filter((exported) => !isInternal(exported))
    return exports.flatMap((exported) => {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
      if (listed.has(symbol)) return []
      listed.add(symbol)
      return [{ name: `${name} ${exported.name}`, symbol }]
    })
  })
  return { checker, entries: entries.map(({ name }) => name), symbols }
}

/** Shared by the programs of several packages, so that common files are parsed once. */
export function createSharedHost(): ts.CompilerHost {
  const parsed = new Map<string, ts.SourceFile | undefined>()
  const host = ts.createCompilerHost({})
  const { getSourceFile } = host
  host.getSourceFile = (name, language) => {
    if (!parsed.has(name)) parsed.set(name, getSourceFile(name, language))
    return parsed.get(name)
  }
  return host
}

/** Whether the exporting statement is marked internal, which removes it from the published declarations. */
function isInternal({ declarations = [] }: ts.Symbol): boolean {
  const statements = declarations.flatMap((each) => ts.findAncestor(each, ts.isExportDeclaration) ?? [])
  return statements.some((statement) => ts.getJSDocTags(statement).some(({ tagName }) => tagName.text === 'internal'))
}

function compilerOptions(packageFolder: string): ts.CompilerOptions {
  const file = join(dirname(packageFolder), 'tsconfig.json')
  const { config } = ts.readConfigFile(file, ts.sys.readFile) as { readonly config: { readonly compilerOptions: object } }
  return ts.convertCompilerOptionsFromJson(config.compilerOptions, dirname(file)).options
}

/** The number of public symbols in a package, and the missing documentation, on one line each. */
export interface Documentation {
  readonly symbols: number
  readonly members: number
  readonly examples: number
  readonly defaults: number
  readonly lacks: readonly string[]
}

/** Ids in brackets, such as `(RUN-ARGS, RUN-ARG-NAME)`, and code. */
const asides = /\([A-Z]+-[A-Z0-9-]+(?:,\s[A-Z]+-[A-Z0-9-]+)*\)|`[^`]*`/g

const requirement = /\b(RUN|FLOW|KEY|LIMIT|HOST|MAN|ORG|REG|EXE|ENTRY|CONNECT)-[A-Z0-9]+(-[A-Z0-9]+)*\b/g

export interface Demands {
  /** The ids that a docstring may name. */
  readonly requirementIds: readonly string[]
  /** Whether every member needs a docstring. */
  readonly members: boolean
}

/**
 * Checks the documentation of public symbols. Each symbol needs a docstring. Each symbol at run time needs an example that runs
 * or gives a reason, unless it is a class that extends another one. Optional members need `@default`, and ids must be
 * requirements.
 */
export function findLacks({ checker, symbols }: PublicSymbols, demands: Demands): Documentation {
  const values = symbols.filter(({ symbol }) => symbol.flags & ts.SymbolFlags.Value && !extendsOneOf(checker, symbol, symbols))
  const members = unique(symbols.flatMap(({ symbol }) => membersOf(checker, symbol)))
  const options = unique(symbols.flatMap(({ symbol }) => optionsOf(checker, symbol)))
  const named = [...symbols, ...(demands.members ? members : []).map((symbol) => ({ name: nameOf(symbol), symbol }))]
  const text = (symbol: ts.Symbol) => ts.displayPartsToString(symbol.getDocumentationComment(checker))
  const tag = (symbol: ts.Symbol, name: string) =>
    symbol
      .getJsDocTags(checker)
      .filter((each) => each.name === name)
      .map((each) => ts.displayPartsToString(each.text))
      .join('\n')
  return {
    symbols: symbols.length,
    members: members.length,
    examples: values.length,
    defaults: options.length,
    lacks: [
      ...named.filter(({ symbol }) => text(symbol).trim() === '').map(({ name }) => `${name} lacks a docstring`),
      ...named.flatMap(({ name, symbol }) =>
        (text(symbol).match(requirement) ?? [])
          .filter((id) => !demands.requirementIds.includes(id))
          .map((id) => `${name} names ${id}, which is not a requirement`),
      ),
      ...named
        .filter(({ symbol }) => isExplainedByIds(text(symbol)))
        .map(({ name }) => `${name} is explained by requirement ids`),
      ...values
        .filter(({ symbol }) => !/^```ts( ignore .+)?\n/m.test(tag(symbol, 'example')))
        .map(({ name }) => `${name} lacks an example: @example with a ts block`),
      ...options
        .filter((symbol) => tag(symbol, 'default').trim() === '')
        .map((symbol) => `${nameOf(symbol)} can be left out and lacks @default`),
    ],
  }
}

/** Whether the explanation needs an id: it has one outside brackets, or has no other words. */
function isExplainedByIds(text: string): boolean {
  const explanation = text.replaceAll(asides, '')
  const isEmpty = text !== '' && !/\w{3}/.test(explanation)
  return isEmpty || explanation.search(requirement) >= 0
}

function unique(symbols: readonly ts.Symbol[]): readonly ts.Symbol[] {
  return [...new Map(symbols.map((symbol) => [symbol.declarations?.[0], symbol])).values()]
}

/** Whether a class extends another public one, whose example shows both. */
function extendsOneOf(checker: ts.TypeChecker, symbol: ts.Symbol, symbols: readonly PublicSymbol[]): boolean {
  if (!(symbol.flags & ts.SymbolFlags.Class)) return false
  const bases = checker.getDeclaredTypeOfSymbol(symbol).getBaseTypes() ?? []
  return bases.some((base) => symbols.some((each) => each.symbol === base.symbol))
}

/** Lists the members of an interface or a class that are declared in this project and have a plain name. */
function membersOf(checker: ts.TypeChecker, symbol: ts.Symbol): readonly ts.Symbol[] {
  if (!(symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class))) return []
  return checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol)).filter(isOurs)
}

/** Lists the optional members of the parameters of a function, or of a method of an interface. */
function optionsOf(checker: ts.TypeChecker, symbol: ts.Symbol): readonly ts.Symbol[] {
  const callables = symbol.flags & ts.SymbolFlags.Function ? [symbol] : membersOf(checker, symbol)
  return callables
    .flatMap((callable) => checker.getNonNullableType(checker.getTypeOfSymbol(callable)).getCallSignatures())
    .flatMap((signature) => signature.getParameters())
    .map((parameter) => checker.getNonNullableType(checker.getTypeOfSymbol(parameter)))
    .map((type) => (type.isTypeParameter() ? (checker.getBaseConstraintOfType(type) ?? type) : type))
    .flatMap((type) => (type.isUnion() ? type.types : [type]))
    .flatMap((type) => checker.getPropertiesOfType(type))
    .filter((member) => isOurs(member) && member.declarations?.some(isOptional))
}

function isOurs(member: ts.Symbol): boolean {
  const [declaration] = member.declarations ?? []
  if (declaration === undefined || member.name.startsWith('__@')) return false
  if (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Private) return false
  return !/\/(node_modules|generated)\//.test(declaration.getSourceFile().fileName)
}

function isOptional(declaration: ts.Declaration): boolean {
  return (
    ts.isPropertySignature(declaration) &&
    declaration.questionToken !== undefined &&
    ts.isInterfaceDeclaration(declaration.parent)
  )
}

function nameOf(member: ts.Symbol): string {
  const parent = member.declarations?.[0]?.parent
  const named = parent && (ts.isInterfaceDeclaration(parent) || ts.isClassDeclaration(parent))
  return named ? `${parent.name?.text}.${member.name}` : member.name
}
