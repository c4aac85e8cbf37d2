import { execFile, execFileSync, type StdioOptions } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pack, readTarball } from '../../tools/release/pack.ts'
import { count } from '../../tools/scripts/count.ts'

const recipe = fileURLToPath(new URL('../../examples/queue', import.meta.url))

const folder = mkdtempSync(join(tmpdir(), 'recipe-'))

/** The recipe of a user: a copy with our tarballs and the packages of others. */
beforeAll(() => {
  const stdio: StdioOptions = ['ignore', 'ignore', 'inherit']
  const packages = ['openapi', 'sdk', 'mock-server', 'queue']
  const { TARBALLS: packed } = process.env
  if (!packed) for (const name of packages) execFileSync('npm', ['run', 'build', '--silent', '--workspace', name], { stdio })
  const tarballs = packages.map((name) => (packed ? readTarball(name, packed) : pack(name, folder)).path)
  cpSync(recipe, folder, { recursive: true })
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--no-package-lock', '--prefer-offline', '--loglevel=error']
  execFileSync('npm', ['install', ...flags, ...tarballs], { cwd: folder, stdio })
}, 600_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the recipe, installed from the packed tarballs, passes its own test', { timeout: 150_000 }, async () => {
  const env = { ...process.env, NODE_OPTIONS: '', NO_COLOR: '1' }
  const { stdout } = await promisify(execFile)('npm', ['test'], { cwd: folder, env })
  expect(stdout).toMatch(/pass 1$/m)
  count({ 'recipe from the packed tarballs': { tests: 1 } })
})
