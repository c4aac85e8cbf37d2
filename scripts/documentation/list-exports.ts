import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

/** Something that a package makes public. */
export interface PublicSymbol {
  /** Such as `@wfhost/sdk/otel traceHooks`. */
  readonly name: string
  readonly symbol: ts.Symbol
}

/** What the entries of a package make public. */
export interface PublicSymbols {
  readonly checker: ts.TypeChecker
  readonly entries: readonly string[]
  readonly symbols: readonly PublicSymbol[]
}

/** Lists what the entries of a package export, by the compiler. What two entries export is listed once. */
export function listExports(packageFolder: string): PublicSymbols {
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
  )
  const checker = program.getTypeChecker()
  const listed = new Set<ts.Symbol>()
  const symbols = entries.flatMap(({ name, file }) => {
    const source = program.getSourceFile(file)
    const module = source && checker.getSymbolAtLocation(source)
    if (module === undefined) throw new Error(`Cannot read the exports of ${name}: ${file} is not a module`)
    return checker.getExportsOfModule(module).flatMap((exported) => {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
      if (listed.has(symbol)) return []
      listed.add(symbol)
      return [{ name: `${name} ${exported.name}`, symbol }]
    })
  })
  return { checker, entries: entries.map(({ name }) => name), symbols }
}

function compilerOptions(packageFolder: string): ts.CompilerOptions {
  const file = join(dirname(packageFolder), 'tsconfig.json')
  const { config } = ts.readConfigFile(file, ts.sys.readFile) as { readonly config: { readonly compilerOptions: object } }
  return ts.convertCompilerOptionsFromJson(config.compilerOptions, dirname(file)).options
}
