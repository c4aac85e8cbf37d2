import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { Plugin } from 'vitest/config'

/** An example with its file, relative to the root. */
export interface PlacedExample extends Example {
  readonly file: string
}

const places = [
  'README.md',
  '{openapi,sdk,mock-server,contract-tests,queue}/README.md',
  'docs/pages/{*,{client,server,suite}/*}.md',
  '{openapi,sdk,mock-server,contract-tests,queue}/src/**/*.ts',
  'openapi/generated/*.ts',
]

/** Lists every example in READMEs and doc comments below the root folder. */
export function listExamples(root: string): PlacedExample[] {
  return globSync(places, { cwd: root })
    .map((path) => path.split(sep).join('/'))
    .filter((file) => !/\.test(-d)?\.ts$/.test(file))
    .sort()
    .flatMap((file) => findExamples(readFileSync(join(root, file), 'utf8')).map((example) => ({ ...example, file })))
}

export interface Example {
  /** The line of the opening fence, from 1. */
  readonly line: number
  readonly code: string
  /** The reason on the fence line for not running it. */
  readonly ignored?: string
}

const opening = /^(?<indent>\s*(?:\* ?)?)```ts\b(?<rest>.*)$/

/**
 * Finds the blocks fenced as `ts` in a README, or in the doc comments of a source file.
 * @throws SyntaxError for a block that is marked `ignore` without a reason, and for an open fence.
 */
export function findExamples(text: string): Example[] {
  const lines = text.split('\n')
  const examples: Example[] = []
  let at = 0
  while (at < lines.length) {
    const fence = opening.exec(lines[at] ?? '')
    at += 1
    if (!fence) continue
    const start = at
    const indent = fence.groups?.['indent'] ?? ''
    while (at < lines.length && stripIndent(lines[at] ?? '', indent).trim() !== '```') at += 1
    if (at === lines.length) throw new SyntaxError(`Cannot read the example on line ${start}: its fence is not closed`)
    const code = lines
      .slice(start, at)
      .map((line) => stripIndent(line, indent))
      .join('\n')
    examples.push({ line: start, code, ...readIgnore(fence.groups?.['rest'] ?? '', start) })
    at += 1
  }
  return examples
}

/** Removes the text before the opening fence: spaces, or the star of a doc comment. */
function stripIndent(line: string, indent: string): string {
  if (line.startsWith(indent)) return line.slice(indent.length)
  return line.startsWith(indent.trimEnd()) ? line.slice(indent.trimEnd().length) : line
}

function readIgnore(rest: string, line: number): { ignored?: string } {
  const [mark, ...reason] = rest.trim().split(/\s+/)
  if (mark !== 'ignore') return {}
  if (reason.length === 0) throw new SyntaxError(`Cannot ignore the example on line ${line}: no reason on its fence line`)
  return { ignored: reason.join(' ') }
}

const moduleId = /^(?<file>.+)\.example-(?<line>\d+)\.ts(?:\?assumptions=(?<assumptions>.+))?$/
const mockServer = '@wfhost/mock-server'
const withAssumptions = '\0with-assumptions:'

/**
 * Makes each example a module, and `virtual:examples` their list. A module is beside its file, so that it resolves the same
 * packages, and has the same lines, so that an error points to the right one. If it is imported with assumptions, its services
 * get these unless the example chooses others.
 */
export function examplesPlugin(root: string): Plugin {
  return {
    name: 'examples',
    enforce: 'pre',
    resolveId(id, importer) {
      if (id === 'virtual:examples') return '\0virtual:examples'
      const { assumptions } = moduleId.exec(importer ?? '')?.groups ?? {}
      if (id === mockServer && assumptions !== undefined) return withAssumptions + assumptions
      const { file } = moduleId.exec(id)?.groups ?? {}
      // A module from Vitest's cache of an earlier run names its imports relative to the root, with a slash before.
      return file && (existsSync(file) ? id : root + id)
    },
    load(id) {
      if (id === '\0virtual:examples') return listModule(root)
      if (id.startsWith(withAssumptions)) return assumptionsModule(decodeURIComponent(id.slice(withAssumptions.length)))
      const { file, line } = moduleId.exec(id)?.groups ?? {}
      if (!file || !existsSync(file)) return undefined
      this.addWatchFile(file)
      const example = findExamples(readFileSync(file, 'utf8')).find((found) => found.line === Number(line))
      return example && '\n'.repeat(example.line) + example.code
    },
  }
}

function listModule(root: string): string {
  const entries = listExamples(root)
    .filter((example) => example.ignored === undefined)
    .map(({ code, file, line }) => {
      const name = JSON.stringify(`${file}:${line}`)
      const id = JSON.stringify(`${root}/${file}.example-${line}.ts`)
      const runWith = `(assumptions) => import(/* @vite-ignore */ ${id} + '?assumptions=' + encodeURIComponent(JSON.stringify(assumptions)))`
      return `{ name: ${name}, code: ${JSON.stringify(code)}, run: () => import(${id}), runWith: ${runWith} }`
    })
  return `export const examples = [${entries.join(',\n')}]`
}

/** The mock server with other defaults. All other names come from the package itself. */
function assumptionsModule(assumptions: string): string {
  return `
    import { createMockHost as createHost, createMockService as createService } from '${mockServer}'
    export * from '${mockServer}'
    const withAssumptions = (options) => ({ ...options, assumptions: { ...${assumptions}, ...options.assumptions } })
    export const createMockHost = (createSeed, options = {}) => createHost(createSeed, withAssumptions(options))
    export const createMockService = (seed, options = {}) => createService(seed, withAssumptions(options))`
}
