// Installs the dependencies if they are missing or older than the lock file, then runs a command with them. With `--with
// <folder>`, also installs those of a folder with its own lock file, because only some commands need them. Plain JavaScript
// without dependencies: it runs under the Node of the machine, before anything is installed.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runChild } from './run-child.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folders = [root]
const command = process.argv.slice(2)
while (command[0] === '--with') folders.push(join(root, command.splice(0, 2)[1]))

await Promise.all(folders.map(installMissing))
const path = [...folders.map((folder) => join(folder, 'node_modules', '.bin')), process.env.PATH].join(delimiter)
// Every process that runs from source compiles it. With a cache, tests that start many processes take half the time.
const cache = process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'compiled')
runChild(command, { cwd: root, env: { ...process.env, PATH: path, NODE_COMPILE_CACHE: cache } })

async function installMissing(folder) {
  const text = readFileSync(join(folder, 'package-lock.json'))
  const stamp = join(folder, 'node_modules', '.lock-hash')
  const hash = createHash('sha256').update(text).digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  if (isInstalled(folder, JSON.parse(text))) return writeFileSync(stamp, hash)
  const place = folder === root ? '' : `${folder.slice(root.length)}/`
  console.error(`Installing the dependencies of ${place}package-lock.json …`)
  // Some runtimes exist only for other platforms, and `npm ci` refuses a lock file without those of each platform.
  const install = folder === root ? ['ci'] : ['install', '--no-save']
  const options = ['--no-audit', '--no-fund', '--loglevel=error']
  const [status] = await once(spawn('npm', [...install, ...options], { cwd: folder, stdio: ['ignore', 2, 2] }), 'exit')
  if (status !== 0) {
    console.error(`Cannot install the dependencies: npm ${install.join(' ')} failed in ${folder}, see above`)
    process.exit(status ?? 1)
  }
  writeFileSync(stamp, hash)
}

// After an `npm install` of the developer, both the lock file and node_modules are new. npm writes its own list of packages
// last, so an interrupted installation has none.
function isInstalled(folder, { packages }) {
  const list = join(folder, 'node_modules', '.package-lock.json')
  if (!existsSync(list)) return false
  const installed = JSON.parse(readFileSync(list)).packages
  return Object.entries(packages).every(([path, { integrity, link, optional }]) => {
    if (link || !path.includes('node_modules/')) return true
    return installed[path] ? installed[path].integrity === integrity : optional
  })
}
