import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** The fields of a package.json that the checks read. */
export interface Manifest {
  readonly name: string
  readonly exports: Readonly<Record<string, unknown>>
  readonly typesVersions?: object
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/** A package as it would be published. */
export interface Tarball {
  readonly workspace: string
  readonly path: string
  readonly manifest: Manifest
  readonly files: readonly string[]
}

/** Packs a workspace into a folder. */
export function pack(workspace: string, folder: string): Tarball {
  const output = execFileSync('npm', ['pack', '--json', '--pack-destination', folder, '--workspace', workspace], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [packed]: { filename: string; files: { path: string }[] }[] = Object.values(JSON.parse(output))
  if (!packed) throw new Error(`Cannot pack ${workspace}: npm pack named no file`)
  const manifest: Manifest = JSON.parse(readFileSync(join(workspace, 'package.json'), 'utf8'))
  return { workspace, path: join(folder, packed.filename), manifest, files: packed.files.map((file) => file.path) }
}

/** What to install where. */
export interface Installation {
  readonly tarball: Tarball
  /** Where dependencies of ours come from. */
  readonly all: readonly Tarball[]
  readonly folder: string
}

/**
 * Makes a project that has one package and what that package declares, and nothing else: an import that is not
 * declared cannot be resolved there. Packages of others are links to the installed ones, so no network is needed.
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
