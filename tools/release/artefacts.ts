import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { checkTypes } from './check-types.ts'
import type { Manifest, Tarball } from './pack.ts'

const { repository } = JSON.parse(readFileSync('package.json', 'utf8'))

/** Checks a tarball with publint and Are the Types Wrong, and searches it for forbidden content. */
export function judgeTarball(tarball: Tarball): void {
  const ours = tarball.files.filter((file) => !file.startsWith('examples/'))
  const unwanted = ours.filter((file) => /[.]test(-d)?[.]ts$|(^|[/])test[/]|test-results|tsup[.]config|tsconfig/.test(file))
  if (unwanted.length > 0) throw new Error(`Cannot publish ${tarball.manifest.name}: it contains ${unwanted.join(', ')}`)
  execFileSync('publint', ['run', tarball.path, '--strict'], { stdio: 'inherit' })
  const documents = Object.keys(tarball.manifest.exports).filter((subpath) => subpath.endsWith('.yaml'))
  // Resolution without `exports`, as in Node before 12, old bundlers and `moduleResolution: node10`, needs `typesVersions`.
  const profile = tarball.manifest.typesVersions === undefined ? 'node16' : 'strict'
  const options = ['--profile', profile, ...documents.flatMap((document) => ['--exclude-entrypoints', document])]
  execFileSync('attw', [tarball.path, '--no-definitely-typed', ...options, ...esmOnly(tarball)], { stdio: 'inherit' })
}

/** Checks that a package does not contain the folder in which it was built, which is private and differs by machine. */
export function checkPaths({ manifest, path }: Tarball): void {
  const text = execFileSync('tar', ['-xzOf', path], { maxBuffer: 1e8 })
  if (text.includes(process.cwd())) throw new Error(`Cannot publish ${manifest.name}: it contains the path ${process.cwd()}`)
}

/** Checks that a package contains the licence of every bundled package, as esbuild notes it. */
export function checkLicences({ files, manifest, path }: Tarball): void {
  const texts = (pattern: RegExp) => files.filter((file) => pattern.test(file)).map((file) => textOf(path, file))
  const licences = texts(/^dist\/.*LICENSES/).join('\n')
  const notes = texts(/^dist\/.*\.c?js$/).flatMap((text) => [...text.matchAll(/^\s*\/\/ .*node_modules\/((?:@[^/]+\/)?[^/]+)/gm)])
  const missing = notes.map(([, name = '']) => name).filter((name) => !licences.includes(`\n${name} `))
  if (missing.length > 0) throw new Error(`Cannot publish ${manifest.name}: no licence of ${[...new Set(missing)].join(', ')}`)
}

/** An entry without a require condition is an ES module only, which attw would report. */
function esmOnly({ manifest }: Tarball): string[] {
  const entries = Object.values(manifest.exports).filter((conditions) => typeof conditions === 'object')
  const some = entries.some((conditions) => !Object.hasOwn(Object(conditions), 'require'))
  return some ? ['--ignore-rules', 'cjs-resolves-to-esm'] : []
}

/** Checks that every text of a package links only to content of the package. */
export function checkLinks({ files, manifest, path }: Tarball): void {
  const broken = files
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) => brokenLinks(textOf(path, file), { file, files }).map((link) => `${file}: ${link}`))
  if (broken.length > 0) throw new Error(`Cannot publish ${manifest.name}: it links to what it has not:\n${broken.join('\n')}`)
}

/** Lists the links of a text that lead to no file and no folder of the package, or of the repository at its home. */
export function brokenLinks(
  text: string,
  { file, files }: { readonly file: string; readonly files: readonly string[] },
): string[] {
  const links = Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, link = '']) => link)
  return links.filter((link) => {
    const [, path] = link.split(`https://github.com/${repository.slice('github:'.length)}/blob/main/`)
    if (path !== undefined) return !existsSync(path.replace(/#.*/, ''))
    if (/^(?:[a-z]+:|#)/.test(link)) return false
    const target = posix.normalize(posix.join(posix.dirname(file), link.split('#', 1)[0] ?? ''))
    const folder = `${target.replace(/\/$/, '')}/`
    return !files.some((each) => each === target || each.startsWith(folder))
  })
}

function textOf(tarball: string, file: string): string {
  return execFileSync('tar', ['-xzOf', tarball, `package/${file}`], { encoding: 'utf8', maxBuffer: 1e8 })
}

/** The allowed size of a package with all its dependencies at run time, without peers. */
interface Weight {
  readonly packages: number
  readonly bytes: number
}

const allowed: Readonly<Record<string, Weight>> = {
  // The engine of expressions is in it twice: for ES modules and for CommonJS (docs/decisions/083).
  '@wfhost/mock-server': { packages: 10, bytes: 7_000_000 },
}

/** Measures an installed package with its dependencies, prints the size, and throws if it is too large. */
export function checkWeight({ project, tarball }: { readonly project: string; readonly tarball: Tarball }): void {
  const { name } = tarball.manifest
  const limit = allowed[name]
  if (limit === undefined) return
  const folders = new Set<string>()
  collect(join(project, 'node_modules', name), folders)
  const bytes = [...folders].reduce((sum, folder) => sum + weigh(folder), 0)
  const message = `${folders.size} packages, ${(bytes / 1e6).toFixed(1)} MB`
  if (folders.size > limit.packages || bytes > limit.bytes) {
    throw new Error(`Cannot publish ${name}: ${message} at run time; at most ${limit.packages} and ${limit.bytes / 1e6} MB`)
  }
  console.log(`${name} at run time: ${message}`)
}

function collect(folder: string, folders: Set<string>): void {
  if (folders.has(folder)) return
  folders.add(folder)
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  for (const name of Object.keys(manifest.dependencies ?? {})) collect(find(name, folder), folders)
}

/** Returns the folder in which Node finds a package from another folder. */
function find(name: string, from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name)
    // A link is replaced by its target: packages beside the target are found from there.
    if (existsSync(found)) return realpathSync(found)
    if (folder === dirname(folder)) throw new Error(`Cannot weigh ${name}: it is not installed for ${from}`)
  }
}

/** Returns the bytes of all files of a package, without packages installed below it. */
function weigh(folder: string): number {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .map((entry) => join(folder, entry.name))
    .map((path) => (statSync(path).isDirectory() ? weigh(path) : statSync(path).size))
    .reduce((sum, size) => sum + size, 0)
}

/** The entries, by their beginning, that need Node. All others must load in a page. */
const needNode = /^@wfhost\/(?:contract-tests|queue|sdk\/(?:batch-file|node)|mock-server\/(?:http|playwright|vite)$)/

/** Makes Node load an entry like a page: without a process, and without the modules of Node for our files. */
const asInPage = `
import { register } from 'node:module'
register('data:text/javascript,' + encodeURIComponent(\`export async function resolve(name, context, next) {
  const found = await next(name)
  if (!found.url.startsWith('node:') || !context.parentURL.includes('/@wfhost/')) return found
  throw new Error(context.parentURL + ' imports ' + name)
}\`))
delete globalThis.process
// MSW asks for one before anything listens.
globalThis.localStorage = { getItem: () => null }
`

/**
 * Imports every entry of a package as an ES module, like a page if it can run in one, and as CommonJS if it has that. Then
 * compiles against its types.
 */
export function checkEntries({ project, tarball }: { project: string; tarball: Tarball }): void {
  const subpaths = Object.entries(tarball.manifest.exports).filter(([subpath]) => !/[.](yaml|json)$/.test(subpath))
  const entries = subpaths.map(([subpath]) => tarball.manifest.name + subpath.slice(1))
  for (const [subpath, conditions] of subpaths) {
    const entry = tarball.manifest.name + subpath.slice(1)
    const name = JSON.stringify(entry)
    const esm = run(
      project,
      `${needNode.test(entry) ? '' : asInPage}console.log(Object.keys(await import(${name})).sort().join(' '))`,
    )
    if (esm === '') throw new Error(`Cannot use ${entry}: it exports nothing`)
    if (!Object.hasOwn(Object(conditions), 'require')) continue
    const cjs = run(
      project,
      `const { createRequire } = await import('node:module')
      console.log(Object.keys(createRequire(process.cwd() + '/')(${name})).sort().join(' '))`,
    )
    if (esm !== cjs) throw new Error(`Cannot use ${entry}: import gives (${esm}), require gives (${cjs})`)
  }
  checkTypes(project, entries)
}

function run(project: string, code: string): string {
  return execFileSync(process.execPath, ['--input-type=module', '--eval', code], { cwd: project, encoding: 'utf8' }).trim()
}
