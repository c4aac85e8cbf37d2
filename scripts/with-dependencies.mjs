// Installs the dependencies when they are missing or older than the lock file, then runs a command with them.
// Plain JavaScript without dependencies: it runs under the Node of the machine, before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const modules = join(root, 'node_modules')
const lock = join(root, 'package-lock.json')
const stamp = join(modules, '.lock-hash')

installMissing()
run(process.argv.slice(2))

function installMissing() {
  const text = readFileSync(lock)
  const hash = createHash('sha256').update(text).digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  if (isInstalled(JSON.parse(text))) return writeFileSync(stamp, hash)
  console.error('Installing the dependencies of package-lock.json …')
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  })
  if (status !== 0) {
    console.error('Cannot install the dependencies: npm ci failed, see above')
    process.exit(status ?? 1)
  }
  writeFileSync(stamp, hash)
}

// After an `npm install` of the developer the lock file is new and node_modules is too. npm keeps its own list of what
// it put there, and writes that list last, so an interrupted installation has none.
function isInstalled({ packages }) {
  const list = join(modules, '.package-lock.json')
  if (!existsSync(list)) return false
  const installed = JSON.parse(readFileSync(list)).packages
  return Object.entries(packages).every(([path, { integrity, link, optional }]) => {
    if (link || !path.includes('node_modules/')) return true
    return installed[path] ? installed[path].integrity === integrity : optional
  })
}

function run([command, ...args]) {
  const path = `${join(modules, '.bin')}${delimiter}${process.env.PATH}`
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, PATH: path } })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(`Cannot run ${command}: ${error.message}`)
    process.exit(127)
  })
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
}
