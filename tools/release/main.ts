// Packs the published packages, shows them, and publishes them. With --dry-run it does not publish.
import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { pack, published, type Tarball } from './pack.ts'
import { publish } from './publish.ts'

const folder = 'release'
const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } })
const dryRun = values['dry-run']

await Promise.all(published.map(build))
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)
const tarballs = published.map((workspace) => pack(workspace, folder))
for (const { bytes, files, manifest, path } of tarballs) {
  const size = `${Math.round(bytes.packed / 1000)} kB packed, ${Math.round(bytes.unpacked / 1000)} kB unpacked`
  console.log(`${manifest.name}@${manifest.version}  ${files.length} files, ${size}  ${path}`)
}
const problems = findProblems(tarballs)
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
else if (dryRun) console.log('Nothing was published')
else console.log(`Published ${(await publish(tarballs)).join(', ') || 'nothing, as everything is there'}`)

/** From sources only, so that no build waits for another. */
async function build(workspace: string): Promise<void> {
  await promisify(execFile)('npm', ['run', 'build', '--silent', '--workspace', workspace], { maxBuffer: 1e8 })
}

/** Problems that must be found before a release. */
function findProblems(all: readonly Tarball[]): string[] {
  const versions = new Map(all.map(({ manifest }) => [manifest.name, manifest.version]))
  const stale = all.flatMap(({ manifest: { dependencies = {}, name } }) =>
    Object.entries(dependencies)
      .filter(([other, version]) => versions.has(other) && versions.get(other) !== version)
      .map(
        ([other, version]) =>
          `Cannot publish ${name}: it depends on ${other} ${version}, but the version here is ${versions.get(other)}`,
      ),
  )
  const undocumented = all
    .filter(
      ({ manifest, workspace }) => !readFileSync(join(workspace, 'CHANGELOG.md'), 'utf8').includes(`\n## ${manifest.version}\n`),
    )
    .map(
      ({ manifest }) =>
        `Cannot publish ${manifest.name}: its CHANGELOG.md has no section ${manifest.version}. Run npm run release:version`,
    )
  // With provenance, npm publishes only packages that name their repository.
  const homeless = all
    .filter(({ manifest, workspace }) => manifest.repository?.directory !== workspace)
    .map(({ manifest }) => `Cannot publish ${manifest.name}: its package.json does not name its repository and its folder there`)
  const changed = dryRun ? '' : execFileSync('git', ['status', '--porcelain'], { encoding: 'utf8' })
  return [
    ...stale,
    ...undocumented,
    ...homeless,
    ...(changed === '' ? [] : [`Cannot publish what is not committed:\n${changed}`]),
  ]
}
