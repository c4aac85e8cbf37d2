// Writes <package>/<package>.api.md: the exports of each package, with the types of their members. With --check it writes
// nothing, and fails if a report is stale. A review therefore shows every change of the public API.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { createSharedHost, listExports, type PublicSymbol, type PublicSymbols } from '../surface/documentation.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const packages = ['openapi', 'sdk', 'mock-server', 'contract-tests', 'queue'] as const

/** How many names a package may export: from its root, or from all its entries. A new name needs an old one that goes. */
const maxNames: Readonly<Record<(typeof packages)[number], { readonly of: 'root' | 'all'; readonly names: number }>> = {
  openapi: { of: 'all', names: 12 },
  sdk: { of: 'root', names: 60 },
  'mock-server': { of: 'root', names: 60 },
  'contract-tests': { of: 'all', names: 20 },
  queue: { of: 'all', names: 20 },
}

const host = createSharedHost()
const stale = packages.filter((name) => !isCurrent(name))

for (const name of packages) checkCount(name)

if (process.argv.includes('--check')) {
  for (const name of stale) console.error(`${name}/${name}.api.md is stale: run npm run generate, and commit what it writes`)
  if (stale.length > 0) process.exitCode = 1
} else {
  for (const name of stale) writeFileSync(fileOf(name), describePackage(name))
  console.log(stale.length === 0 ? 'The reports of the surface are up to date' : `Wrote the reports of ${stale.join(', ')}`)
}

/** Fails if a package exports more names than its limit. */
function checkCount(name: (typeof packages)[number]): void {
  const { names: limit, of } = maxNames[name]
  const { symbols } = listExports(join(root, name), host)
  const counted = of === 'all' ? symbols : symbols.filter((symbol) => symbol.name.startsWith(`@wfhost/${name} `))
  if (counted.length <= limit) return

  console.error(`@wfhost/${name} exports ${counted.length} names, more than ${limit}: remove one that users do not need`)
  process.exitCode = 1
}

function fileOf(name: string): string {
  return join(root, name, `${name}.api.md`)
}

function isCurrent(name: (typeof packages)[number]): boolean {
  try {
    return readFileSync(fileOf(name), 'utf8') === describePackage(name)
  } catch {
    return false
  }
}

function describePackage(name: (typeof packages)[number]): string {
  const exported = listExports(join(root, name), host)
  const sections = exported.entries.map((entry) => {
    const own = exported.symbols.filter((each) => each.name.split(' ')[0] === entry)
    const blocks = own.map((each) => describeSymbol(exported, each)).sort()
    return `## ${entry}\n\n${countKinds(own)}\n\n\`\`\`ts\n${blocks.join('\n')}\n\`\`\`\n`
  })
  return `# The surface of @wfhost/${name}\n\nWritten by \`npm run generate\`. ${exported.symbols.length} names.\n\n${sections.join('\n')}`
}

/** Counts names by their kind, such as `5 names: 2 values, 3 types`. Functions, classes and constants are values. */
function countKinds(symbols: readonly PublicSymbol[]): string {
  const values = symbols.filter(({ symbol }) => (symbol.flags & ts.SymbolFlags.Value) !== 0).length
  return `${symbols.length} names: ${values} values, ${symbols.length - values} types`
}

/** Writes one name with its type, on one line for each member. */
function describeSymbol({ checker }: PublicSymbols, { name, symbol }: PublicSymbol): string {
  const [, short = ''] = name.split(' ')
  const [declaration] = symbol.declarations ?? []
  if (declaration === undefined) throw new Error(`Cannot describe ${name}: it has no declaration`)

  if (ts.isFunctionDeclaration(declaration)) return `function ${short}: ${typeText(checker, checker.getTypeOfSymbol(symbol))}`
  if (ts.isClassDeclaration(declaration)) return describeMembers(checker, symbol, `class ${short}${heritageText(declaration)}`)
  if (ts.isInterfaceDeclaration(declaration)) {
    return describeMembers(checker, symbol, `interface ${short}${heritageText(declaration)}`)
  }
  if (ts.isTypeAliasDeclaration(declaration)) {
    const head = `type ${short} = ${oneLine(declaration.type.getText())}`
    // The members of a type that comes from a schema are only in the schema.
    const comesFromSchema = head.includes('typeof ')
    return comesFromSchema ? describeMembers(checker, symbol, head) : head
  }
  return `const ${short}: ${typeText(checker, checker.getTypeOfSymbol(symbol))}`
}

/** Describes the members of a class or an interface, also those that it inherits from other declarations of this project. */
function describeMembers(checker: ts.TypeChecker, symbol: ts.Symbol, head: string): string {
  const members = checker
    .getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol))
    .filter((member) => !isInternal(member) && isOurs(member))
    .map((member) => `  ${nameOf(member)}: ${typeText(checker, checker.getTypeOfSymbol(member))}`)
    .sort()
  return members.length === 0 ? head : `${head}\n${members.join('\n')}`
}

/** Writes a symbol as in code, because the compiler numbers it differently in each program. */
function nameOf(member: ts.Symbol): string {
  const [declaration] = member.declarations ?? []
  const name = declaration && ts.getNameOfDeclaration(declaration)
  const optional = member.flags & ts.SymbolFlags.Optional ? '?' : ''
  return `${name?.getText() ?? member.name}${optional}`
}

/** Whether a member is declared by this project, and not by the language or a library, such as `stack` of an error. */
function isOurs({ declarations = [] }: ts.Symbol): boolean {
  return declarations.some((declaration) => !declaration.getSourceFile().fileName.includes('/node_modules/'))
}

function isInternal(member: ts.Symbol): boolean {
  const isPrivate = member.declarations?.some((each) => ts.getNameOfDeclaration(each)?.kind === ts.SyntaxKind.PrivateIdentifier)
  return isPrivate === true || member.getJsDocTags().some(({ name }) => name === 'internal')
}

function heritageText({ heritageClauses }: ts.ClassDeclaration | ts.InterfaceDeclaration): string {
  return [...(heritageClauses ?? [])].map((clause) => ` ${oneLine(clause.getText())}`).join('')
}

function typeText(checker: ts.TypeChecker, type: ts.Type): string {
  return oneLine(
    checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.WriteArrowStyleSignature),
  )
}

function oneLine(text: string): string {
  return text
    .replace(/\/\*\*.*?\*\/|\/\/[^\n]*/gs, '')
    .replace(/\s+/g, ' ')
    .trim()
}
