import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { buildSync } from 'esbuild'

const packages = ['openapi', 'sdk', 'mock-server'] as const

/**
 * Copies our packages, as published, beside the peers. They then start as for a user, and a build elsewhere cannot change them
 * during a run. Builds them if their source is newer.
 */
export function copyPackages(root: string, modules: string): void {
  if (packages.some((name) => isStale(join(root, name)))) {
    process.stderr.write('Building the packages …\n')
    const options = { cwd: root, encoding: 'utf8' } as const
    const chosen = packages.flatMap((name) => ['--workspace', name])
    const { status, stderr } = spawnSync('npm', ['run', 'build', ...chosen], options)
    if (status !== 0) throw new Error(`Cannot build the packages:\n${stderr}`)
  }
  for (const name of packages) {
    const target = join(modules, '@wfhost', name)
    rmSync(target, { recursive: true, force: true })
    mkdirSync(target, { recursive: true })
    for (const part of ['package.json', 'bin', 'dist'])
      if (existsSync(join(root, name, part)))
        cpSync(join(root, name, part), join(target, part), { recursive: true, filter: isNoDeclaration })
  }
}

/** Compilation of this folder uses the types of the source, which are always current. */
function isNoDeclaration(file: string): boolean {
  return !/[.]d[.][mc]?ts$/.test(file)
}

function isStale(folder: string): boolean {
  const built = newest(join(folder, 'dist'))
  return ['src', 'generated'].some((part) => newest(join(folder, part)) > built)
}

/** Returns when the newest file below a folder was written. */
function newest(folder: string): number {
  if (!existsSync(folder)) return 0
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => !file.includes('.test'))
  return Math.max(0, ...files.map((file) => statSync(join(folder, file)).mtimeMs))
}

/** Compiles the folder, and `peers.d.ts` of `npm run check`, against the types of the installed peers. */
export function compileWithPeers(folder: string): void {
  const { status, stdout } = spawnSync('tsc', ['--project', folder, '--pretty', 'false'], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`Cannot compile bench/ with its peers:\n${stdout}`)
}

const servers = ['bare', 'reference', 'scalar', 'constant', 'faulty']

/** Compiles the servers, so that type stripping does not slow down a start. Their imports of other packages stay imports. */
export function buildServers(folder: string): void {
  buildSync({
    entryPoints: servers.map((name) => `${folder}/servers/${name}.ts`),
    outdir: `${folder}/node_modules/.servers`,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node24',
    logLevel: 'warning',
  })
}
