import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Tarball } from './pack.ts'

const consumerOptions = {
  module: 'NodeNext',
  target: 'ES2022',
  lib: ['ES2022', 'DOM', 'DOM.Iterable'],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
}

/** Imports every entry of a package as an ES module and, where it has one, as CommonJS; compiles against its types. */
export function checkEntries({ project, tarball }: { project: string; tarball: Tarball }): void {
  const subpaths = Object.entries(tarball.manifest.exports).filter(([subpath]) => !/[.](yaml|json)$/.test(subpath))
  const entries = subpaths.map(([subpath]) => tarball.manifest.name + subpath.slice(1))
  for (const [subpath, conditions] of subpaths) {
    const entry = tarball.manifest.name + subpath.slice(1)
    const name = JSON.stringify(entry)
    const esm = run(project, `console.log(Object.keys(await import(${name})).sort().join(' '))`)
    if (esm === '') throw new Error(`Cannot use ${entry}: it exports nothing`)
    if (!Object.hasOwn(Object(conditions), 'require')) continue
    const cjs = run(
      project,
      `const { createRequire } = await import('node:module')
      console.log(Object.keys(createRequire(process.cwd() + '/')(${name})).sort().join(' '))`,
    )
    if (esm !== cjs) throw new Error(`Cannot use ${entry}: import gives (${esm}), require gives (${cjs})`)
  }
  checkTypes(project, entries)
}

function run(project: string, code: string): string {
  return execFileSync(process.execPath, ['--input-type=module', '--eval', code], { cwd: project, encoding: 'utf8' }).trim()
}

/** A consumer that checks declarations too sees an error in ours; errors in those of others are not ours to judge. */
function checkTypes(project: string, entries: readonly string[]): void {
  const imports = entries.map((entry, index) => `import * as entry${index} from ${JSON.stringify(entry)}`)
  const uses = entries.map((_, index) => `entry${index}`)
  const files = ['consumer.mts', 'consumer.cts']
  for (const file of files) writeFileSync(join(project, file), [...imports, `void [${uses}]`].join('\n'))
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: consumerOptions, files }))
  const { error, stdout } = spawnSync('tsc', { cwd: project, encoding: 'utf8' })
  if (error) throw error
  const ours = stdout.split('\n').filter((line) => /^(consumer|node_modules\/@wfhost\/|error )/.test(line))
  if (ours.length > 0) throw new Error(`Cannot compile against the published types:\n${ours.join('\n')}`)
}
