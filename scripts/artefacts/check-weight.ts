import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Manifest, Tarball } from './pack.ts'

/** How much a package may be with all that it needs at run time; peers are not counted. */
interface Weight {
  readonly packages: number
  readonly bytes: number
}

const allowed: Readonly<Record<string, Weight>> = {
  '@wfhost/mock-server': { packages: 10, bytes: 6_000_000 },
}

/** Weighs an installed package with its dependencies, says it, and throws where it is more than it may be. */
export function checkWeight({ project, tarball }: { readonly project: string; readonly tarball: Tarball }): void {
  const { name } = tarball.manifest
  const limit = allowed[name]
  if (limit === undefined) return
  const folders = new Set<string>()
  collect(join(project, 'node_modules', name), folders)
  const bytes = [...folders].reduce((sum, folder) => sum + weigh(folder), 0)
  const said = `${folders.size} packages, ${(bytes / 1e6).toFixed(1)} MB`
  if (folders.size > limit.packages || bytes > limit.bytes) {
    throw new Error(`Cannot publish ${name}: ${said} at run time; at most ${limit.packages} and ${limit.bytes / 1e6} MB`)
  }
  console.log(`${name} at run time: ${said}`)
}

function collect(folder: string, folders: Set<string>): void {
  if (folders.has(folder)) return
  folders.add(folder)
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  for (const name of Object.keys(manifest.dependencies ?? {})) collect(find(name, folder), folders)
}

/** Where Node would find a package from a folder. */
function find(name: string, from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name)
    if (existsSync(found)) return found
    if (folder === dirname(folder)) throw new Error(`Cannot weigh ${name}: it is not installed for ${from}`)
  }
}

/** The bytes of all files of a package, without what is installed below it. */
function weigh(folder: string): number {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .map((entry) => join(folder, entry.name))
    .map((path) => (statSync(path).isDirectory() ? weigh(path) : statSync(path).size))
    .reduce((sum, size) => sum + size, 0)
}
