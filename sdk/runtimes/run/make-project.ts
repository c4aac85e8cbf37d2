import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { install, pack } from '../../../scripts/release/pack.ts'

/** Builds and packs the client and installs it alone, without the peers that are optional. */
export function makeProject(folder: string): string {
  execFileSync('npm', ['run', 'build', '--silent', '--workspace', 'sdk'], { stdio: ['ignore', 'ignore', 'inherit'] })
  const tarball = pack('sdk', folder)
  const project = install({ tarball, all: [tarball], folder: join(folder, 'project') })
  for (const peer of Object.keys(tarball.manifest.peerDependencies ?? {})) {
    rmSync(join(project, 'node_modules', peer), { recursive: true, force: true })
  }
  return project
}
