import { execFile } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { MARK } from '@wfhost/internal/design-tokens'
import { writeApiPage } from './api-page.ts'
import { writeChangesPage } from './changes-page.ts'
import { copiedPages } from './copied-pages.ts'
import { writeErrorPages } from './error-pages.ts'
import { writeFixturesPage } from './fixtures-page.ts'
import { linkExamples } from './link-examples.ts'
import { summarize } from './page-summary.ts'
import { writeRequirementsPage, writeWorldFilePage } from './reference-pages.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const pages = join(root, 'docs/pages')
const { homepage, repository: home } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const repository = `https://github.com/${home.slice('github:'.length)}/blob/main`

const references: readonly string[] = [
  '[The API](/api.html), with examples, and with what is a guess',
  '[Requirements](./requirements.md): what the source document demands, and what checks it',
  '[Commands](./commands.md): `wfhost`, `wfhost-mock` and `wfhost-conformance`, with their options',
  '[Exports](./api/index.md): functions, classes and types of each package',
  '[Errors](../errors/index.md): what each class means, with its code',
  '[World files](./world-file.md): every field',
  '[Fixtures](./fixtures.md): the test data that the suite needs on a server',
  '[Changes](./changes.md): each version of each package, and what comes next',
]

/** Empties the folders of generated pages. */
export function makeFolders(): void {
  for (const folder of ['guide', 'reference', 'errors', 'decisions', 'public']) {
    rmSync(join(pages, folder), { recursive: true, force: true })
    mkdirSync(join(pages, folder))
  }
}

/** Writes the generated pages. Never changes a page that was written by hand here. */
export async function writePages(): Promise<void> {
  // The other processes run while this one reads types.
  const fromOthers = [writeTypes(), writeCommands(), writeWorldFile(), writeFixtures()]
  for (const [page, source] of Object.entries(copiedPages))
    write(page, withLinks(readFileSync(join(root, source), 'utf8'), source))
  write('public/mark.svg', MARK)
  write('reference/requirements.md', writeRequirementsPage(root, repository))
  write('reference/changes.md', writeChangesPage(root))
  for (const [file, text] of writeErrorPages(root)) write(`errors/${file}`, text)
  write('reference/index.md', `# Reference\n\n${references.map((line) => `- ${line}`).join('\n')}\n`)
  writeApi()
  await Promise.all(fromOthers)
  writeIndexForModels()
}

function write(page: string, text: string): void {
  writeFileSync(join(pages, page), text)
}

/** Changes the links of a text from other files to their pages, or to the repository. */
function withLinks(text: string, source: string): string {
  const pageOf = new Map(Object.entries(copiedPages).map(([page, file]) => [file, page]))
  const ours = text.replaceAll(`](${repository}/`, '](/')
  return ours.replace(/\]\((?![a-z]+:|#)([^)#\s]+)(#[^)\s]+)?\)/g, (_, path: string, place = '') => {
    const file = posix
      .join(path.startsWith('/') ? '.' : posix.dirname(source), path)
      .replace(/\/$/, '')
      .replace(/^\//, '')
    if (file.startsWith('docs/pages/')) return `](/${file.slice('docs/pages/'.length)}${place})`
    const page =
      pageOf.get(file) ?? (file === 'docs/decisions' ? `decisions/${readdirSync(join(root, 'docs/decisions'))[0]}` : undefined)
    return page === undefined ? `](${repository}/${file}${place})` : `](/${page}${place})`
  })
}

async function run(file: string, ...args: readonly string[]): Promise<string> {
  const command = ['--conditions=@wfhost/source', join(root, file), ...args]
  const env = { ...process.env, COLUMNS: '100', NO_COLOR: '1' }
  return (await promisify(execFile)(process.execPath, command, { cwd: root, env, maxBuffer: 1e8 })).stdout
}

async function writeWorldFile(): Promise<void> {
  write('reference/world-file.md', writeWorldFilePage(JSON.parse(await run('mock-server/src/cli.ts', 'schema'))))
}

async function writeFixtures(): Promise<void> {
  const schema = await run('contract-tests/src/cli.ts', 'schema')
  write('reference/fixtures.md', writeFixturesPage(JSON.parse(schema)))
  // The configuration that `init` writes names this file for editors.
  write('public/wfhost-conformance.schema.json', schema)
}

async function writeCommands(): Promise<void> {
  const programs = {
    wfhost: 'sdk/src/cli.ts',
    'wfhost-mock': 'mock-server/src/cli.ts',
    'wfhost-conformance': 'contract-tests/src/cli.ts',
  }
  const sections = Object.entries(programs).map(async ([name, file]) => {
    const help = await run(file, '--help')
    const parts = [`## ${name}`, fenced(help)]
    for (const command of commandsIn(help, name)) {
      parts.push(`### ${name} ${command}`, fenced(await run(file, command, '--help')))
    }
    return parts
  })
  const page = ['# Commands', 'The output of each command with `--help`.', ...(await Promise.all(sections)).flat(), '']
  write('reference/commands.md', page.join('\n\n'))
}

/** Lists the commands in the help of a program, such as `run [options]`. The help command is the last one, and is left out. */
function commandsIn(help: string, name: string): string[] {
  const [listed = '', ...rest] = help.split(/^ {2}help /m)
  const found = Array.from(listed.matchAll(/^ {2}([a-z][\w-]*)/gm), ([, command = '']) => command)
  if (found.length === 0 || rest.length === 0) throw new Error(`Cannot list the commands of ${name}: its help has none`)
  return found.filter((command) => command !== 'serve')
}

function fenced(text: string): string {
  return `\`\`\`text\n${text.trimEnd()}\n\`\`\``
}

/** Writes the exports of every package from their docstrings, under the names that a program imports. */
async function writeTypes(): Promise<void> {
  const entries = ['sdk', 'queue', 'mock-server', 'contract-tests', 'openapi'].flatMap((folder) => {
    const { exports, name } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
    return Object.entries<{ readonly '@wfhost/source'?: string }>(exports).flatMap(([path, target]) => {
      const source = target['@wfhost/source']
      return source === undefined ? [] : [[join(root, folder, source), posix.join(name, path)] as const]
    })
  })
  const options = {
    entryPoints: entries.map(([file]) => file),
    importNames: Object.fromEntries(entries),
    plugin: ['typedoc-plugin-markdown', './name-modules.mjs'],
    skipErrorChecking: true,
    tsconfig: 'typedoc.tsconfig.json',
    out: 'pages/reference/api',
    readme: 'none',
    entryFileName: 'index',
    outputFileStrategy: 'modules',
    hideBreadcrumbs: true,
    disableSources: true,
    useHTMLEncodedBrackets: true,
    logLevel: 'Error',
    name: 'Exports',
    excludeInternal: true,
    excludeExternals: true,
  }
  const [file, config] = ['typedoc.json', options.tsconfig].map((name) => join(root, 'docs', name)) as [string, string]
  writeFileSync(file, JSON.stringify(options))
  writeFileSync(config, JSON.stringify({ extends: '../tsconfig.json', include: [], files: options.entryPoints }))
  process.stderr.write((await promisify(execFile)('typedoc', ['--options', file], { cwd: root })).stdout)
  rmSync(file)
  rmSync(config)
  const written = globSync('reference/api/**/*.md', { cwd: pages }).map((page) => {
    // TypeDoc numbers the second of two names that differ only in case. Their headings are not numbered.
    return [page, readFileSync(join(pages, page), 'utf8').replace(/(#[a-z]+)-1\)/g, '$1)')] as const
  })
  for (const [page, text] of linkExamples(new Map(written))) write(page, text)
}

/** Writes the API document, the page that shows it, and the script of that page. */
function writeApi(): void {
  copyFileSync(join(root, 'openapi/openapi.yaml'), join(pages, 'public/openapi.yaml'))
  const script = join(root, 'docs/node_modules/@scalar/api-reference/dist/browser/standalone.js')
  copyFileSync(script, join(pages, 'public/scalar.js'))
  write('public/api.html', writeApiPage())
}

/** Writes an index for language models: titles, addresses and first sentences of the pages. */
function writeIndexForModels(): void {
  const chapters = {
    Begin: ['frontends.md', 'integrators.md', 'backends.md', 'contracts.md'],
    'The client': ['guide/sdk.md', ...pagesIn('client'), 'guide/queue.md'],
    'The reference server': ['guide/mock-server.md', ...pagesIn('server'), 'guide/examples.md'],
    'The suite': ['guide/contract-tests.md', 'guide/conformance-walkthrough.md', ...pagesIn('suite')],
    Reference: [...pagesIn('reference').filter((page) => page !== 'reference/index.md'), 'errors/index.md', 'guide/openapi.md'],
    Optional: ['architecture', 'security', 'contributing'].map((name) => `guide/${name}.md`),
  }
  const more = {
    Begin: ['playground/index.html', 'Playground', 'The client and the reference server, both in a page.'],
    Reference: ['openapi.yaml', 'The API', 'The OpenAPI document, with what it assumes marked.'],
  }
  const sections = Object.entries(chapters).map(([chapter, listed]) => {
    const own = listed.map((page) => [page.replace(/\.md$/, '.html'), ...opening(page)])
    const lines = [...own, ...Object.entries(more).flatMap(([name, line]) => (name === chapter ? [line] : []))]
    return `## ${chapter}\n\n${lines.map(([path, title, sentence]) => `- [${title}](${homepage}/${path}): ${sentence}`).join('\n')}`
  })
  const about = '> A client, a reference server and contract tests for one HTTP API of workflows and tools.'
  write('public/llms.txt', `# wfhost\n\n${about}\n\n${sections.join('\n\n')}\n`)
}

function pagesIn(folder: string): string[] {
  return globSync(`${folder}/*.md`, { cwd: pages }).toSorted()
}

/** Returns the title of a page and its first sentence. */
function opening(page: string): [string, string] {
  const { sentence, title } = summarize(readFileSync(join(pages, page), 'utf8'))
  if (sentence === undefined) throw new Error(`Cannot list ${page}: it does not begin with a sentence`)
  return [title, sentence]
}
