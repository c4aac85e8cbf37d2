// Prints the size of the project, one number a line: `npm run measure`. With `npm run measure -- <folder>`, it reads the files,
// the dependencies and the public names of another checkout.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix, resolve } from 'node:path'

const root = resolve(process.argv[2] ?? '.')
const packages = ['internal', 'openapi', 'sdk', 'mock-server', 'contract-tests', 'queue']

const files = git('ls-files', '--cached', '--others', '--exclude-standard').filter((file) => existsSync(join(root, file)))
// Links to folders and generated files do not count.
const sources = files.filter((file) => /\.([mc]?[tj]s|tsx)$/.test(file) && !/(^|\/)generated\//.test(file) && isFile(file))
const notTests = sources.filter((file) => !/\.test(-d)?\.ts$|\/test\//.test(file))
const published = notTests.filter((file) => /^[^/]+\/(src|generate)\/|^[^/]+\/tsup\.config\.ts$/.test(file) && isPackage(file))
const { folder, count } = largestFolder(notTests)
const executed = executedByOneRun()

print('lines by hand in the published sources', linesOf(published))
print('lines by hand in all sources', linesOf(sources))
print('source files that are not tests', notTests.length)
print('test files', sources.length - notTests.length)
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

/** Lists the files with a function that ran during one successful run, after a first run had loaded everything. */
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
  const urls: string[] = JSON.parse(execFileSync(process.execPath, args, { cwd: join(root, 'examples/tour'), encoding: 'utf8' }))
  return urls.filter((url) => url.startsWith(`file://${root}/`) && !url.includes('/node_modules/'))
}

function installedPackages(): string[] {
  const list = join(root, 'node_modules/.package-lock.json')
  const { packages: installed } = JSON.parse(existsSync(list) ? readFileSync(list, 'utf8') : '{"packages":{}}')
  return Object.keys(installed).filter((path) => path.includes('node_modules/') && !installed[path].link)
}

/** The files that npm would publish. Run `npm run build` before. */
function tarballOf(workspace: string): number | string {
  if (!existsSync(join(root, workspace, 'dist'))) return 'not built'
  const folder = mkdtempSync(join(tmpdir(), 'measure-'))
  const args = ['pack', '--json', '--pack-destination', folder]
  const output = execFileSync('npm', args, { cwd: join(root, workspace), encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  rmSync(folder, { recursive: true })
  const [packed]: { readonly size: number }[] = Object.values(JSON.parse(output))
  return packed?.size ?? 'not packed'
}
