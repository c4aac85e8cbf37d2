import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { requirements } from '@wfhost/openapi'
import ts from 'typescript'
import { createSharedHost, listExports, type PublicSymbols } from '../tools/surface/documentation.ts'
import { errorAdvice } from './error-advice.ts'

interface ErrorClass {
  readonly name: string
  /** The name of its page, without the extension. */
  readonly pageName: string
  readonly package: string
  /** A value, or nothing. */
  readonly codes: readonly string[]
  readonly docs: string
  readonly page: string
}

/** Writes a page for each exported class of errors, by its file, and an index with their codes. */
export function writeErrorPages(root: string): ReadonlyMap<string, string> {
  const host = createSharedHost()
  const exportedClasses = ['sdk', 'queue', 'mock-server', 'contract-tests'].flatMap((folder) => {
    const exported = listExports(join(root, folder), host)
    return exported.symbols
      .filter(({ name, symbol }) => name.endsWith('Error') && symbol.flags & ts.SymbolFlags.Class)
      .map(({ symbol }) => describe(exported, symbol, `@wfhost/${folder}`))
  })
  const classes = exportedClasses.map(namePage)
  const rows = classes.map(({ codes, docs, name, package: from, pageName }) => {
    const [first = ''] = docs.replace(/\s+/g, ' ').split(/(?<=[.]) /)
    return `| [\`${name}\`](./${pageName}.md) | ${codes.map((code) => `\`${code}\``).join(', ')} | \`${from}\` | ${first} |`
  })
  const index = [
    '# Errors',
    'Every class of errors that the packages export.\n\nA call of the client rejects with an `APIError`. Its `mayHaveRun` says whether the run or execution may have happened. Its `code` identifies the error where `instanceof` does not work. `structuredClone` and `postMessage` keep neither, so pass `toJSON()` between threads.\n\n[Errors and retries](../client/errors.md) says which calls are repeated.',
    ['| class | `code` | package | meaning |', '|---|---|---|---|', ...rows].join('\n'),
    '',
  ].join('\n\n')
  return new Map([['index.md', index], ...classes.map(({ page, pageName }) => [`${pageName}.md`, page] as const)])
}

/** Names the page of a class. The errors of the client state their pages, so a class of another package with the same name has another one. */
function namePage(errorClass: ErrorClass, index: number, all: readonly ErrorClass[]): ErrorClass {
  const isTaken = all.slice(0, index).some(({ name }) => name === errorClass.name)
  return isTaken ? { ...errorClass, pageName: `${errorClass.name}-${errorClass.package.replace('@wfhost/', '')}` } : errorClass
}

function describe({ checker }: PublicSymbols, symbol: ts.Symbol, from: string): ErrorClass {
  const type = checker.getDeclaredTypeOfSymbol(symbol)
  const members = type.getProperties().filter((member) => isOurs(member, checker))
  const docs = textOf(symbol, checker)
  const [base] = checker.getBaseTypes(type as ts.InterfaceType).map((each) => each.symbol.name)
  const example = symbol.getJsDocTags(checker).find(({ name }) => name === 'example')
  const typeOf = (member: ts.Symbol): string =>
    checker.typeToString(checker.getTypeOfSymbol(member), undefined, ts.TypeFormatFlags.NoTruncation)
  const rows = members.map(
    (member) =>
      `| \`${member.name}\` | \`${typeOf(member).replaceAll('|', '\\|')}\` | ${textOf(member, checker).replace(/\s+/g, ' ')} |`,
  )
  const advice = errorAdvice[symbol.name]
  if (advice === undefined) throw new Error(`Cannot write the page of ${symbol.name}: docs/error-advice.ts has no advice for it`)

  const parent = /^(?:Type)?Error$/.test(base ?? 'Error') ? `\`${base ?? 'Error'}\`` : `[\`${base}\`](./${base}.md)`
  const isOfClient = base?.startsWith('API') === true || symbol.name === 'APIError'
  const page = [
    `# ${symbol.name}`,
    `\`${from}\` exports this class. It extends ${parent}.`,
    '## What happened',
    docs.replace(/\b[A-Z]+(?:-[A-Z0-9]+)+\b/g, linkToRequirement),
    '## Why',
    toList(advice.causes),
    '## What to do',
    toList(advice.remedies),
    ...(isOfClient ? ['[Errors and retries](../client/errors.md) says which calls are repeated, and when.'] : []),
    ...(advice.troubleshooting === undefined ? [] : [linkToTroubleshooting(advice.troubleshooting)]),
    ...(example === undefined ? [] : ['## Code', ts.displayPartsToString(example.text)]),
    ...(rows.length === 0 ? [] : ['## Members', ['| member | type | meaning |', '|---|---|---|', ...rows].join('\n')]),
    '',
  ].join('\n\n')
  return { name: symbol.name, pageName: symbol.name, package: from, codes: members.flatMap(codeOf), docs, page }
}

const troubleshooting = readFileSync(new URL('pages/troubleshooting.md', import.meta.url), 'utf8')

/** Links to the part of the troubleshooting page with this heading. */
function linkToTroubleshooting(heading: string): string {
  if (!troubleshooting.includes(`\n## ${heading}\n`)) {
    throw new Error(`Cannot link to "${heading}": docs/pages/troubleshooting.md has no such heading`)
  }
  // VitePress makes ids in the same way. They begin with a letter or an underscore.
  const words = heading.toLowerCase().match(/[a-z0-9]+/g) ?? []
  const place = words.join('-').replace(/^\d/, '_$&')
  return `The troubleshooting page has more remedies: [${heading}](../troubleshooting.md#${place}).`
}

function toList(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n')
}

function linkToRequirement(id: string): string {
  const known = requirements.some((requirement) => requirement.id === id)
  return known ? `[${id}](../reference/requirements.md#${id.toLowerCase()})` : id
}

/** Lists the public members that this project declares. */
function isOurs(member: ts.Symbol, checker: ts.TypeChecker): boolean {
  const [declaration] = member.declarations ?? []
  const file = declaration?.getSourceFile().fileName ?? 'node_modules'
  const isInternal = member.getJsDocTags(checker).some(({ name }) => name === 'internal')
  return !file.includes('node_modules') && !isInternal && textOf(member, checker) !== 'The name of the class.'
}

/** The code of the class itself. Its type also has the codes of the classes that extend it. */
function codeOf({ name, valueDeclaration }: ts.Symbol): string[] {
  if (name !== 'code' || !valueDeclaration || !ts.isPropertyDeclaration(valueDeclaration)) return []
  const { initializer } = valueDeclaration
  return initializer && ts.isStringLiteral(initializer) ? [initializer.text] : []
}

function textOf(symbol: ts.Symbol, checker: ts.TypeChecker): string {
  return ts.displayPartsToString(symbol.getDocumentationComment(checker))
}
