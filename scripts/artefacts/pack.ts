import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

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
