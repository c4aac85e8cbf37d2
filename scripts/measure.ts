// Prints how big the house is, one number a line: `npm run measure`, or `npm run measure -- <folder>` for another checkout,
// of which it takes the files, the installed dependencies, and the public names that one call uses.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix, resolve } from 'node:path'
import ts from 'typescript'

const root = resolve(process.argv[2] ?? '.')
const packages = ['wire', 'openapi', 'sdk', 'mock-server', 'contract-tests', 'queue']

const files = git('ls-files', '--cached', '--others', '--exclude-standard').filter((file) => existsSync(join(root, file)))
// Links to folders, and what a generator writes, are nobody's lines.
const sources = files.filter((file) => /\.([mc]?[tj]s|tsx)$/.test(file) && !/(^|\/)generated\//.test(file) && isFile(file))
const notTests = sources.filter((file) => !/\.test(-d)?\.ts$|\/test\//.test(file))
const published = notTests.filter((file) => /^[^/]+\/(src|generate)\/|^[^/]+\/tsup\.config\.ts$/.test(file) && isPackage(file))
const circles = findCircles(sources)
const { folder, count } = largestFolder(notTests)
const executed = executedByOneRun()

print('lines by hand in the published sources', linesOf(published))
print('lines by hand in all sources', linesOf(sources))
print('source files that are not tests', notTests.length)
print('test files', sources.length - notTests.length)
print(
  'circles of imports, types counted',
  circles.length,
  circles.map((circle) => (circle.length > 3 ? `of ${circle.length} files` : circle.join(' <-> '))).join(', '),
)
print('files executed by one client.run', executed.length, 'against the mock in process')
print('files in the largest folder', count, folder)
print('installed packages', installedPackages().length, 'in the root')
for (const workspace of packages.slice(1)) print(`bytes of the tarball of ${workspace}`, tarballOf(workspace))

function print(name: string, value: number | string, more = ''): void {
  console.log(`${value.toLocaleString('en').padStart(9)}  ${name}${more === '' ? '' : ` (${more})`}`)
}

function git(...args: readonly string[]): string[] {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 }).trim().split('\n')
}

function isFile(file: string): boolean {
  return statSync(join(root, file)).isFile()
}

function isPackage(file: string): boolean {
  return packages.includes(file.split('/', 1).join())
}

function textOf(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

function linesOf(list: readonly string[]): number {
  return list.reduce((sum, file) => sum + textOf(file).split('\n').length - 1, 0)
}

function largestFolder(list: readonly string[]): { readonly folder: string; readonly count: number } {
  const counts = new Map<string, number>()
  for (const file of list) counts.set(posix.dirname(file), (counts.get(posix.dirname(file)) ?? 0) + 1)
  const [[largest, inside] = ['', 0]] = [...counts].toSorted(([, a], [, b]) => b - a)
  return { folder: largest, count: inside }
}

/** Sets of files that import each other in a circle, by Tarjan's algorithm; imports of types count. */
function findCircles(list: readonly string[]): string[][] {
  const imports = new Map(list.map((file) => [file, importsOf(file)]))
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const open: string[] = []
  const found: string[][] = []
  const visit = (file: string): number => {
    const number = order.size
    order.set(file, number)
    open.push(file)
    const reached = (imports.get(file) ?? []).map((next) => {
      if (!order.has(next)) return visit(next)
      return open.includes(next) ? (order.get(next) ?? number) : number
    })
    const lowest = Math.min(number, ...reached)
    low.set(file, lowest)
    if (lowest === number) found.push(open.splice(open.indexOf(file)))
    return lowest
  }
  for (const file of list) if (!order.has(file)) visit(file)
  return found.filter(({ length }) => length > 1).toSorted((a, b) => b.length - a.length)
}

function importsOf(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(textOf(file), true, true)
  return importedFiles.flatMap(({ fileName }) => {
    if (fileName.startsWith('.')) return sources.filter((source) => source === posix.join(posix.dirname(file), fileName))
    const [, name, rest = ''] = /^@wfhost\/([^/]+)(.*)$/.exec(fileName) ?? []
    if (name === undefined || !packages.includes(name)) return []
    const target: unknown = JSON.parse(textOf(`${name}/package.json`)).exports?.[`.${rest}`]
    const source = Object(target)['@wfhost/source']
    return typeof source === 'string' ? [posix.join(name, source)] : []
  })
}

/** The files of which a function ran during one successful run, once everything was loaded and called before. */
function executedByOneRun(): string[] {
  const code = `
    import { Session } from 'node:inspector/promises'
    import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
    import { createWorkflowClient } from '@wfhost/sdk'
    const { fetch } = createMockService(createSampleWorld())
    const client = createWorkflowClient({ baseUrl: 'https://workflows.example.org', apiKey: sampleKeys.workflows, fetch })
    const session = new Session()
    session.connect()
    await session.post('Profiler.enable')
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
    const run = await client.run('support-triage', { subject: 'My invoice is wrong', priority: 2 })
    const { result } = await session.post('Profiler.takePreciseCoverage')
    if (run.status !== 'success') throw new Error('The run failed')
    const ran = result.filter(({ functions }) => functions.some(({ functionName, ranges }) => functionName !== '' && ranges[0].count > 0))
    console.log(JSON.stringify(ran.map(({ url }) => url)))`
  const args = ['--conditions=@wfhost/source', '--input-type=module', '--eval', code]
  const urls: string[] = JSON.parse(execFileSync(process.execPath, args, { cwd: join(root, 'tour'), encoding: 'utf8' }))
  return urls.filter((url) => url.startsWith(`file://${root}/`) && !url.includes('/node_modules/'))
}

function installedPackages(): string[] {
  const list = join(root, 'node_modules/.package-lock.json')
  const { packages: installed } = JSON.parse(existsSync(list) ? readFileSync(list, 'utf8') : '{"packages":{}}')
  return Object.keys(installed).filter((path) => path.includes('node_modules/') && !installed[path].link)
}

/** What npm would publish, if it is built: `npm run build` comes before. */
function tarballOf(workspace: string): number | string {
  if (!existsSync(join(root, workspace, 'dist'))) return 'not built'
  const folder = mkdtempSync(join(tmpdir(), 'measure-'))
  const args = ['pack', '--json', '--pack-destination', folder]
  const output = execFileSync('npm', args, { cwd: join(root, workspace), encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  rmSync(folder, { recursive: true })
  const [packed]: { readonly size: number }[] = Object.values(JSON.parse(output))
  return packed?.size ?? 'not packed'
}
