import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Tarball } from '../../release/pack.ts'

/** A framework, and the test of its recipe. */
export interface Framework {
  readonly recipe: string
  /** Folders whose files replace those of the recipe. @default none */
  readonly overlays?: readonly string[]
  /** Packages in another version than in the recipe, added to it, or (null) left out. @default none */
  readonly packages?: Readonly<Record<string, string | null>>
  /** The packages whose versions are printed. */
  readonly said: readonly string[]
  /** Rejects with the reason if the recipe fails. */
  readonly run: (project: Project) => Promise<void>
}

const examples = fileURLToPath(new URL('../../../examples', import.meta.url))

/** The recipe of a user: copied, with everything installed. */
export interface Project {
  readonly folder: string
  /** The environment in which its commands run. */
  readonly env: NodeJS.ProcessEnv
  /** Runs a command of an installed package, which must end with that status. Resolves with its output. */
  readonly run: (
    command: readonly string[],
    options?: { readonly env?: NodeJS.ProcessEnv; readonly status?: number },
  ) => Promise<string>
  readonly version: (name: string) => string
}

/** More than any command needs, in milliseconds. */
const LIMIT = 300_000

/** Copies a recipe and installs the packages of its package.json. Our packages come from the tarballs. */
export async function makeProject(framework: Framework, { folder, tarballs }: Place): Promise<Project> {
  for (const name of [framework.recipe, ...(framework.overlays ?? [])]) cpSync(join(examples, name), folder, { recursive: true })
  const file = join(folder, 'package.json')
  const manifest: { readonly devDependencies: Readonly<Record<string, string>> } = JSON.parse(readFileSync(file, 'utf8'))
  const ours = Object.fromEntries(tarballs.map(({ manifest: { name }, path }) => [name, `file:${path}`]))
  const wanted = Object.entries({ ...manifest.devDependencies, ...framework.packages, ...ours })
  const devDependencies = Object.fromEntries(wanted.filter(([, version]) => version !== null))
  writeFileSync(file, JSON.stringify({ ...manifest, devDependencies }))
  // The environment of this process, which may configure a registry. Its own packages come first, and telemetry is off.
  const { NODE_OPTIONS: _, PATH = '', ...rest } = process.env
  const path = [join(folder, 'node_modules', '.bin'), PATH].join(delimiter)
  const silence = { NEXT_TELEMETRY_DISABLED: '1', STORYBOOK_DISABLE_TELEMETRY: '1', NO_COLOR: '1', CI: '1' }
  const environment = { ...rest, PATH: path, ...silence }
  const run: Project['run'] = async ([command = '', ...args], { env = {}, status = 0 } = {}) => {
    const stdio = ['ignore', 'pipe', 'pipe'] as const
    const child = spawn(command, args, { cwd: folder, env: { ...environment, ...env }, stdio: [...stdio], timeout: LIMIT })
    const printed: string[] = []
    for (const output of [child.stdout, child.stderr])
      output?.setEncoding('utf8').on('data', (text: string) => printed.push(text))
    const [ended] = await once(child, 'close')
    assert.equal(ended, status, `${[command, ...args].join(' ')} ended with ${ended}:\n${printed.join('')}`)
    return printed.join('')
  }
  await run(['npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts', '--no-package-lock', '--loglevel=error'])
  const version = (name: string) => JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version
  return { folder, env: environment, run, version }
}

interface Place {
  readonly folder: string
  readonly tarballs: readonly Tarball[]
}

/** Adds the tests of a recipe that must fail. */
export function addFailing({ folder }: Project, recipe: string): void {
  cpSync(join(examples, 'failing', recipe), join(folder, 'failing'), { recursive: true })
}

/** The messages of a failing matcher, and of a strict world at the end of its test. */
export function expectFailures(output: string): void {
  const misses = '1. GET /v1/public/wfhost/manifest: operation: expected "executeTool", found "getPublicManifest"'
  for (const text of [misses, 'Unexpected requests (1):']) assert(output.includes(text), `${text} is not in:\n${output}`)
}

/** Checks that each test of a run passed and none was left out. The runner of Node counts in another way. */
export function expectAllRun(output: string): void {
  assert(/[1-9]\d* passed|pass [1-9]/.test(output), output)
  assert(!/\d (skipped|todo|flaky)|(skipped|todo|cancelled) [1-9]/.test(output), output)
}
