import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '')

/** The packages that a program of the playground imports. */
const ENTRIES = ['sdk/src/index.ts', 'mock-server/src/index.ts']

/** The declarations of the language and of a worker, where a program of the playground runs. */
const LIBRARIES = ['lib.es2023.d.ts', 'lib.webworker.d.ts', 'lib.webworker.iterable.d.ts', 'lib.esnext.disposable.d.ts']

/**
 * Collects the declarations for the editor: those of the packages, of zod, and of the language, by their names. The packages
 * are compiled from source, because the site is built before them.
 */
export function collectTypes(): Readonly<Record<string, string>> {
  return { ...emitDeclarations(), ...readZod(), ...readLibraries() }
}

function emitDeclarations(): Record<string, string> {
  const program = ts.createProgram(
    ENTRIES.map((entry) => join(root, entry)),
    {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      customConditions: ['@wfhost/source'],
      allowImportingTsExtensions: true,
      resolveJsonModule: true,
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: true,
      declaration: true,
      emitDeclarationOnly: true,
      stripInternal: true,
      types: ['node'],
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.esnext.disposable.d.ts'],
      outDir: '/types',
      rootDir: root,
    },
  )
  const files: Record<string, string> = {}
  program.emit(undefined, (name, text) => {
    // A declaration is found by the name of the JavaScript file, and not by that of its source.
    files[name] = text.replace(/(['"])(\.{1,2}\/[^'"\n]+)\.ts\1/g, '$1$2.js$1')
  })
  return keepReachable(files)
}

/** Keeps the declarations that the entries lead to. */
function keepReachable(files: Readonly<Record<string, string>>): Record<string, string> {
  const kept: Record<string, string> = {}
  const waiting = ENTRIES.map((entry) => `/types/${entry.replace(/\.ts$/, '.d.ts')}`)
  for (const name of waiting) {
    const text = files[name]
    if (text === undefined || name in kept) continue
    kept[name] = text
    for (const { fileName } of ts.preProcessFile(text).importedFiles) waiting.push(...namesOf(fileName, name))
  }
  return kept
}

function namesOf(imported: string, importer: string): readonly string[] {
  if (imported.startsWith('.')) return [join(dirname(importer), imported).replace(/\.js$/, '.d.ts')]
  const internal = /^@wfhost\/internal\/(.+)$/.exec(imported)?.[1]
  if (internal !== undefined) return [`/types/internal/src/${internal}.d.ts`]
  const name = /^@wfhost\/([\w-]+)$/.exec(imported)?.[1]
  return name === undefined ? [] : [`/types/${name}/src/index.d.ts`]
}

function readZod(): Record<string, string> {
  const folder = dirname(fileURLToPath(import.meta.resolve('zod')))
  const names = globSync('{index,mini/index,v4/index,v4/{classic,core,mini}/**/*}.d.ts', { cwd: folder })
  // The messages in other languages are half of the files, and no program of the playground uses them.
  const needed = names.filter((name) => !/locales\/(?!index|en\b)/.test(name))
  return Object.fromEntries(needed.map((name) => [`/types/zod/${name}`, readFileSync(join(folder, name), 'utf8')]))
}

function readLibraries(): Record<string, string> {
  const folder = dirname(fileURLToPath(import.meta.resolve('typescript')))
  const files: Record<string, string> = {}
  const waiting = [...LIBRARIES]
  for (const name of waiting) {
    if (`/${name}` in files) continue
    const text = readFileSync(join(folder, name), 'utf8')
    files[`/${name}`] = text
    for (const { fileName } of ts.preProcessFile(text).libReferenceDirectives) waiting.push(`lib.${fileName}.d.ts`)
  }
  return files
}
