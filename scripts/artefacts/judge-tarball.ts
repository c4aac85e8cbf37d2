import { execFileSync } from 'node:child_process'
import type { Tarball } from './pack.ts'

/** Lets publint and Are the Types Wrong judge a tarball, and looks for what must not be in it. */
export function judgeTarball(tarball: Tarball): void {
  const ours = tarball.files.filter((file) => !file.startsWith('examples/'))
  const unwanted = ours.filter((file) => /[.]test(-d)?[.]ts$|(^|[/])test[/]|test-results|tsup[.]config|tsconfig/.test(file))
  if (unwanted.length > 0) throw new Error(`Cannot publish ${tarball.manifest.name}: it contains ${unwanted.join(', ')}`)
  execFileSync('publint', ['run', tarball.path, '--strict'], { stdio: 'inherit' })
  const documents = Object.keys(tarball.manifest.exports).filter((subpath) => subpath.endsWith('.yaml'))
  // Resolution without `exports`, as Node before 12, old bundlers and `moduleResolution: node10` do it, needs a word of its own.
  const profile = tarball.manifest.typesVersions === undefined ? 'node16' : 'strict'
  const options = ['--profile', profile, ...documents.flatMap((document) => ['--exclude-entrypoints', document])]
  execFileSync('attw', [tarball.path, '--no-definitely-typed', ...options, ...esmOnly(tarball)], { stdio: 'inherit' })
}

/** An entry without a require condition says that it is an ES module only, which attw would complain of. */
function esmOnly({ manifest }: Tarball): string[] {
  const entries = Object.values(manifest.exports).filter((conditions) => typeof conditions === 'object')
  const some = entries.some((conditions) => !Object.hasOwn(Object(conditions), 'require'))
  return some ? ['--ignore-rules', 'cjs-resolves-to-esm'] : []
}
