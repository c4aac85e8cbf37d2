import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'

/** The folders of the published packages, each after its dependencies. */
export const published = ['openapi', 'sdk', 'mock-server', 'contract-tests', 'queue'] as const

export interface Manifest {
  readonly name: string
  readonly version: string
  readonly exports: Readonly<Record<string, unknown>>
  readonly repository?: { readonly directory?: string }
  readonly typesVersions?: object
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

export interface Tarball {
  readonly workspace: string
  readonly path: string
  readonly manifest: Manifest
  readonly files: readonly string[]
}

export interface PackedTarball extends Tarball {
  readonly bytes: { readonly packed: number; readonly unpacked: number }
}

export function readTarball(workspace: string, folder: string): Tarball {
  const { name, version }: Manifest = JSON.parse(readFileSync(join(workspace, 'package.json'), 'utf8'))
  const path = join(folder, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`)
  const read = (...args: readonly string[]): string => execFileSync('tar', args, { encoding: 'utf8' })
  const files = read('-tzf', path).trim().split('\n')
  return {
    ...{ workspace, path, files: files.map((file) => file.replace(/^package\//, '')) },
    manifest: JSON.parse(read('-xzOf', path, 'package/package.json')),
  }
}

/**
 * Packs a built workspace into a folder in its published form: without sources, which the build contains already, and
 * without private parts of its package.json.
 */
export function pack(workspace: string, folder: string): PackedTarball {
  const staged = mkdtempSync(join(tmpdir(), 'staged-'))
  try {
    const listed = packWithNpm(workspace, ['--dry-run']).files
    for (const { path } of listed) cpSync(join(workspace, path), join(staged, path))
    // The recipes that its README links to.
    if (workspace === 'mock-server') {
      // The tour runs only in a clone: `npm start` there.
      const left = ['failing', 'node_modules', 'tour', 'worlds']
      cpSync('examples', join(staged, 'examples'), { recursive: true, filter: (source) => !left.includes(basename(source)) })
    }
    const {
      devDependencies: _,
      files: __,
      scripts: ___,
      ...kept
    } = JSON.parse(readFileSync(join(workspace, 'package.json'), 'utf8'))
    const manifest: Manifest = { ...kept, exports: withoutSources(kept.exports) }
    writeFileSync(join(staged, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
    const { filename, files, size, unpackedSize } = packWithNpm(staged, ['--pack-destination', resolve(folder)])
    const bytes = { packed: size, unpacked: unpackedSize }
    return { workspace, path: join(folder, filename), manifest, files: files.map(({ path }) => path), bytes }
  } finally {
    rmSync(staged, { recursive: true })
  }
}

interface Packed {
  readonly filename: string
  readonly size: number
  readonly unpackedSize: number
  readonly files: readonly { readonly path: string }[]
}

function packWithNpm(folder: string, options: readonly string[]): Packed {
  const output = execFileSync('npm', ['pack', '--json', '--ignore-scripts', ...options, resolve(folder)], {
    cwd: tmpdir(),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [packed]: Packed[] = Object.values(JSON.parse(output))
  if (packed === undefined) throw new Error(`Cannot pack ${folder}: npm pack named no file`)
  return packed
}

/** The entries for other projects. The condition for our own sources would not resolve there. */
function withoutSources(exports: Manifest['exports']): Manifest['exports'] {
  return Object.fromEntries(
    Object.entries(exports).map(([subpath, conditions]) => {
      if (typeof conditions !== 'object') return [subpath, conditions]
      const { '@wfhost/source': _, ...rest } = Object(conditions)
      return [subpath, rest]
    }),
  )
}

export interface Installation {
  readonly tarball: Tarball
  /** The source of our dependencies. */
  readonly all: readonly Tarball[]
  readonly folder: string
}

/**
 * Makes a project with one package and its declared dependencies only, so that an undeclared import cannot be resolved.
 * Packages of others are links to the installed ones, so no network is needed.
 */
export function install({ all, folder, tarball }: Installation): string {
  const modules = join(folder, 'node_modules')
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  const missing = [tarball]
  for (const next of missing) {
    const target = join(modules, next.manifest.name)
    mkdirSync(target, { recursive: true })
    execFileSync('tar', ['-xzf', next.path, '-C', target, '--strip-components=1'])
    const names = Object.keys({ ...next.manifest.dependencies, ...next.manifest.peerDependencies })
    for (const name of names) {
      const ours = all.find((other) => other.manifest.name === name)
      if (ours && !missing.includes(ours)) missing.push(ours)
      if (!ours) link({ name, workspace: next.workspace, modules })
    }
  }
  return folder
}

function link({ modules, name, workspace }: { modules: string; name: string; workspace: string }): void {
  const target = join(modules, name)
  if (existsSync(target)) return
  const installed = [workspace, '.', 'tools'].map((folder) => join(folder, 'node_modules', name)).find((path) => existsSync(path))
  if (!installed) throw new Error(`Cannot link ${name} for ${workspace}: it is not installed`)
  mkdirSync(dirname(target), { recursive: true })
  symlinkSync(resolve(installed), target)
}
