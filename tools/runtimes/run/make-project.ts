import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { install, pack, readTarball, type Tarball } from '../../release/pack.ts'

/** Installs only the client, without optional peers. The client is packed already, or built and packed now. */
export function makeProject(folder: string, packed?: string): string {
  const tarball = packed === undefined ? buildAndPack(folder) : readTarball('sdk', packed)
  const project = install({ tarball, all: [tarball], folder: join(folder, 'project') })
  for (const peer of Object.keys(tarball.manifest.peerDependencies ?? {})) {
    rmSync(join(project, 'node_modules', peer), { recursive: true, force: true })
  }
  return project
}

function buildAndPack(folder: string): Tarball {
  execFileSync('npm', ['run', 'build', '--silent', '--workspace', 'sdk'], { stdio: ['ignore', 'ignore', 'inherit'] })
  return pack('sdk', folder)
}
