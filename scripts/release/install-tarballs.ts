import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Tarball } from './pack.ts'

/** Installs tarballs into an empty project, as the READMEs say, and starts every command and loads every entry there. */
export function installFromTarballs(tarballs: readonly Tarball[], project: string): void {
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{"private":true}')
  const quiet = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']
  execFileSync('npm', ['install', ...quiet, ...tarballs.map(({ path }) => resolve(path))], { cwd: project, stdio: 'inherit' })
  for (const { manifest } of tarballs) {
    const installed: { readonly version: string; readonly bin?: Readonly<Record<string, string>> } = JSON.parse(
      readFileSync(join(project, 'node_modules', manifest.name, 'package.json'), 'utf8'),
    )
    if (installed.version !== manifest.version) throw new Error(`Cannot use ${manifest.name}: ${installed.version} was installed`)
    execFileSync(process.execPath, ['--eval', `import(${JSON.stringify(manifest.name)})`], { cwd: project, stdio: 'inherit' })
    for (const command of Object.keys(installed.bin ?? {})) {
      const help = execFileSync('npx', ['--no-install', command, '--help'], { cwd: project, encoding: 'utf8' })
      if (!help.includes(command)) throw new Error(`Cannot use ${command}: its help says ${help}`)
    }
  }
  console.log(`installed from ${tarballs.length} tarballs into an empty project`)
}
