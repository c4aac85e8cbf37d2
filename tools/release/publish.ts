// Publishes the packed packages: `node tools/release/publish.ts release`. It imports only modules of Node, because the job that
// may publish installs nothing.
import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { published, readTarball, type Tarball } from './pack.ts'

/**
 * Publishes each tarball whose version the registry does not have, in their order, and returns their names. If a release
 * stopped halfway, starting it again continues it. Rejects with the message of npm if the registry does not respond, or
 * refuses.
 */
export async function publish(tarballs: readonly Pick<Tarball, 'manifest' | 'path'>[]): Promise<string[]> {
  const names: string[] = []
  for (const { manifest, path } of tarballs) {
    const name = `${manifest.name}@${manifest.version}`
    if (await isPublished(name)) continue
    // npm treats a relative path without a dot as a repository at GitHub.
    await npm('publish', resolve(path), '--access', 'public')
    names.push(name)
  }
  return names
}

async function isPublished(name: string): Promise<boolean> {
  try {
    // If a package has only other versions, npm prints nothing.
    return (await npm('view', name, 'version')).trim() !== ''
  } catch (error) {
    if (String(error).includes('E404')) return false
    throw error
  }
}

async function npm(...args: readonly string[]): Promise<string> {
  return (await promisify(execFile)('npm', args)).stdout
}

if (import.meta.main) {
  const [folder = 'release'] = process.argv.slice(2)
  const names = await publish(published.map((workspace) => readTarball(workspace, folder)))
  console.log(`Published ${names.join(', ') || 'nothing, as everything is there'}`)
}
