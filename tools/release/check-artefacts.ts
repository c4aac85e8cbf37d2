// Checks the tarballs of a dry run of a release: the published files, not their sources.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { checkEntries, checkLicences, checkLinks, checkPaths, checkWeight, judgeTarball } from './artefacts.ts'
import { checkCommonJsBundles } from './check-bundles.ts'
import { checkDeclarations } from './check-declarations.ts'
import { checkFirstLines } from './check-first-lines.ts'
import { followTutorial } from './follow-tutorial.ts'
import { install, published, readTarball, type Tarball } from './pack.ts'

/** The exit code of `wfhost` if nothing was sent. */
const NOTHING_SENT = 6

execFileSync(process.execPath, ['tools/release/main.ts', '--dry-run'], { stdio: 'inherit' })
const folder = mkdtempSync(join(tmpdir(), 'artefacts-'))
// npm installs while the tarballs are checked.
const tutorials = ['integrators', 'frontends', 'backends', 'contracts'].map((name) =>
  followTutorial(`docs/pages/${name}.md`, join(folder, name)),
)
const followed = Promise.allSettled(tutorials)
try {
  const tarballs = published.map((name) => readTarball(name, 'release'))
  for (const tarball of tarballs) {
    judgeTarball(tarball)
    checkLinks(tarball)
    checkLicences(tarball)
    checkPaths(tarball)
    const project = install({ tarball, all: tarballs, folder: join(folder, `use-${tarball.workspace}`) })
    checkEntries({ tarball, project })
    checkWeight({ tarball, project })
    if (tarball.files.includes('docker/Dockerfile')) checkDockerfile(tarball)
    console.log(`${tarball.manifest.name}: ${tarball.files.length} files`)
  }
  installFromTarballs(tarballs, join(folder, 'empty'))
  checkDeclarations(join(folder, 'empty'))
  checkFirstLines(join(folder, 'empty'))
  checkCommonJsBundles(join(folder, 'empty'))
  execFileSync(process.execPath, ['--conditions=@wfhost/source', 'tools/runtimes/size.ts', '--packed', 'release'], {
    stdio: 'inherit',
  })
  await Promise.all(tutorials)
} finally {
  await followed
  rmSync(folder, { recursive: true })
}

/** No engine runs in this test, so it checks only the started file and its interpreter. */
function checkDockerfile({ files, manifest, workspace }: Tarball): void {
  const text = readFileSync(join(workspace, 'docker/Dockerfile'), 'utf8')
  const [, started = ''] = text.match(`node_modules/${manifest.name}/([^"]+)"`) ?? []
  if (!files.includes(started)) throw new Error(`Cannot publish the Dockerfile: it starts '${started}', which is not packed`)
  if (!/^USER (?!root|0)/m.test(text)) throw new Error('Cannot publish the Dockerfile: its server would run as root')
}

/** Installs tarballs into an empty project, as in the READMEs, and starts every command and loads every entry there. */
function installFromTarballs(tarballs: readonly Tarball[], project: string): void {
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
  checkUnsentRun(project)
  console.log(`installed from ${tarballs.length} tarballs into an empty project`)
}

/** Runs the packed command without a service. It must report that nothing was sent, although its undici is bundled. */
function checkUnsentRun(project: string): void {
  const env = { ...process.env, WFHOST_BASE_URL: 'http://127.0.0.1:1', WFHOST_API_KEY: 'canary', http_proxy: '' }
  const line = ['--no-install', 'wfhost', 'run', 'flow', '--max-retries', '0']
  const { status, stderr } = spawnSync('npx', line, { cwd: project, encoding: 'utf8', env })
  if (status !== NOTHING_SENT) throw new Error(`Cannot use wfhost: a run without a service ends with ${status}: ${stderr}`)
}
