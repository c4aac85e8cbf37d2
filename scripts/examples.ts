import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { Plugin } from 'vitest/config'

/** An example with the file it stands in, relative to the root. */
export interface PlacedExample extends Example {
  readonly file: string
}

const places = [
  'README.md',
  '{openapi,sdk,mock-server,contract-tests,queue}/README.md',
  'site/pages/{*,{client,server,suite}/*}.md',
  '{openapi,sdk,mock-server,contract-tests,queue}/src/**/*.ts',
  'openapi/generated/*.ts',
]

/** Every example of the READMEs and of the doc comments under the root folder. */
export function listExamples(root: string): PlacedExample[] {
  return globSync(places, { cwd: root })
    .map((path) => path.split(sep).join('/'))
    .filter((file) => !/\.test(-d)?\.ts$/.test(file))
    .sort()
    .flatMap((file) => findExamples(readFileSync(join(root, file), 'utf8')).map((example) => ({ ...example, file })))
}

export interface Example {
  /** Line of the opening fence, from 1. */
  readonly line: number
  readonly code: string
  /** The reason given on the fence line for not running it. */
  readonly ignored?: string
}

const opening = /^(?<indent>\s*(?:\* ?)?)```ts\b(?<rest>.*)$/

/**
 * Finds the blocks fenced as `ts` in a README, or in the doc comments of a source file.
 * @throws SyntaxError for a block that is marked `ignore` without a reason, and for a fence that is not closed.
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

/** Takes off what the opening fence stands behind: spaces, or the star of a doc comment. */
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

const moduleId = /^(?<file>.+)\.example-(?<line>\d+)\.ts(?:\?profile=(?<profile>.+))?$/
const mockServer = '@wfhost/mock-server'
const withProfile = '\0with-profile:'

/**
 * Makes each example a module, and `virtual:examples` the list of them.
 * A module stands beside the file it is from, so that it resolves packages as that file would, and has its lines
 * where that file has them, so that an error points at the right line.
 * Asked for with a profile, it gets a mock server whose services have that profile where the example names no other.
 */
export function examplesPlugin(root: string): Plugin {
  return {
    name: 'examples',
    enforce: 'pre',
    resolveId(id, importer) {
      if (id === 'virtual:examples') return '\0virtual:examples'
      const { profile } = moduleId.exec(importer ?? '')?.groups ?? {}
      if (id === mockServer && profile !== undefined) return withProfile + profile
      const { file } = moduleId.exec(id)?.groups ?? {}
      // A module from Vitest's cache of an earlier run names its imports relative to the root, with a slash before.
      return file && (existsSync(file) ? id : root + id)
    },
    load(id) {
      if (id === '\0virtual:examples') return listModule(root)
      if (id.startsWith(withProfile)) return profileModule(decodeURIComponent(id.slice(withProfile.length)))
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
      const runWith = `(profile) => import(/* @vite-ignore */ ${id} + '?profile=' + encodeURIComponent(JSON.stringify(profile)))`
      return `{ name: ${name}, code: ${JSON.stringify(code)}, run: () => import(${id}), runWith: ${runWith} }`
    })
  return `export const examples = [${entries.join(',\n')}]`
}

/** The mock server with other defaults; what is not named here comes from the package itself. */
function profileModule(profile: string): string {
  return `
    import { createMockHost as createHost, createMockService as createService } from '${mockServer}'
    export * from '${mockServer}'
    const withProfile = (options) => ({ ...options, profile: { ...${profile}, ...options.profile } })
    export const createMockHost = (createSeed, options = {}) => createHost(createSeed, withProfile(options))
    export const createMockService = (seed, options = {}) => createService(seed, withProfile(options))`
}
