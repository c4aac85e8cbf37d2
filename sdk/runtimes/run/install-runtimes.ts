import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { home } from './find-installed.ts'

const stamp = join(home, 'node_modules', '.lock-hash')

/**
 * Installs the runtimes beside their own lock file unless they are there. What runs on one platform only is optional
 * to npm; that it is missing comes out when it is to run. Not by `npm ci`: it refuses a lock file that was written where
 * the registry lacks packages of other platforms.
 */
export function installRuntimes(): void {
  const hash = createHash('sha256')
    .update(readFileSync(join(home, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  process.stderr.write('Installing the runtimes of sdk/runtimes/package-lock.json …\n')
  const { status } = spawnSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: home,
    stdio: ['ignore', 2, 2],
  })
  if (status !== 0) throw new Error('Cannot install the runtimes: npm install failed, see above')
  writeFileSync(stamp, hash)
}
