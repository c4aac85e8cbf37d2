import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Installs what the measurements need, when it is missing or older than the lock file. */
export function installPeers(folder: string): void {
  const stamp = join(folder, 'node_modules', '.lock-hash')
  const hash = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  process.stderr.write('Installing the peers of bench/package-lock.json (480 MB) …\n')
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
  })
  if (status !== 0) throw new Error('Cannot install the peers: npm ci failed, see above')
  writeFileSync(stamp, hash)
}
