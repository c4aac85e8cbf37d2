import assert from 'node:assert/strict'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Tarball } from '../../../scripts/release/pack.ts'
import { type Ended, runCommand } from './run-command.ts'

/** Something that held or did not; no error means that it held. */
export interface CaseResult {
  readonly name: string
  readonly error?: string
}

/** A framework, and how its recipe is tried in it. */
export interface Framework {
  /** Also the name by which it is chosen on the command line. */
  readonly name: string
  /** The folder of the recipe. */
  readonly example: string
  /** Folders whose files come over those of the recipe. @default none */
  readonly overlays?: readonly string[]
  /** Packages in another version than the recipe names, added to it, or (null) left out. @default none */
  readonly packages?: Readonly<Record<string, string | null>>
  /** The packages whose versions are said. */
  readonly said: readonly string[]
  readonly run: (project: Project) => Promise<readonly CaseResult[]>
}

/** It is not to be had from the registry; the message says why. */
export class MissingFramework extends Error {
  override readonly name = 'MissingFramework'
}

/** Tries one thing. */
export async function tryCase(name: string, run: () => Promise<void>): Promise<CaseResult> {
  try {
    await run()
    return { name }
  } catch (error) {
    return { name, error: error instanceof Error ? error.message : String(error) }
  }
}

/** Tries whether a command ends well. */
export function succeed(
  project: Project,
  { command, name }: { readonly command: readonly string[]; readonly name: string },
): Promise<CaseResult> {
  return tryCase(name, async () => {
    const { output, status } = await project.run(command)
    assert(status === 0, output)
  })
}

/** Where the recipes are. */
export const examples = fileURLToPath(new URL('../../../examples', import.meta.url))

const unavailable = /\b(E404|ETARGET|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH)\b/

/** A recipe as its user has it: copied, and with everything installed. */
export interface Project {
  readonly folder: string
  /** The environment in which its commands run. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Runs a command of a package that is installed there. */
  readonly run: (command: readonly string[], env?: Readonly<Record<string, string>>) => Promise<Ended>
  /** The installed version of a package. */
  readonly version: (name: string) => string
}

/**
 * Copies a recipe and installs what its package.json names, ours from the tarballs.
 *
 * @throws {MissingFramework} when the registry does not have it, or cannot be reached.
 * @throws {Error} when npm cannot install it for another reason.
 */
export async function makeProject(framework: Framework, place: Place): Promise<Project> {
  const { folder, tarballs } = place
  for (const name of [framework.example, ...(framework.overlays ?? [])]) {
    cpSync(join(examples, name), folder, { recursive: true })
  }
  const file = join(folder, 'package.json')
  const manifest: RecipeManifest = JSON.parse(readFileSync(file, 'utf8'))
  const ours = Object.fromEntries(tarballs.map(({ manifest: { name }, path }) => [name, `file:${path}`]))
  const wanted = Object.entries({ ...manifest.devDependencies, ...framework.packages, ...ours })
  const devDependencies = Object.fromEntries(wanted.filter(([, version]) => version !== null))
  writeFileSync(file, JSON.stringify({ ...manifest, devDependencies }))
  const env = environment(folder)
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--no-package-lock', '--loglevel=error']
  const installed = await runCommand(['npm', 'install', ...flags], { cwd: folder, env })
  if (installed.status !== 0) throw whyNotInstalled(installed.output.trim())
  return {
    folder,
    env,
    run: (command, more = {}) => runCommand(command, { cwd: folder, env: { ...env, ...more } }),
    version: (name) => JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version,
  }
}

interface Place {
  readonly folder: string
  readonly tarballs: readonly Tarball[]
}

interface RecipeManifest {
  readonly devDependencies: Readonly<Record<string, string>>
}

/** What is not in the registry, or a registry that is not there, is no fault of ours; a conflict with our peers is one. */
function whyNotInstalled(output: string): Error {
  const message = `npm cannot install it: ${output}`
  return unavailable.test(output) ? new MissingFramework(message) : new Error(message)
}

/** That of this process, where npm may be told of a registry; its own packages first, and nothing told to anybody. */
function environment(folder: string): Project['env'] {
  const { NODE_OPTIONS: _, PATH = '', ...rest } = process.env
  const path = [join(folder, 'node_modules', '.bin'), PATH].join(delimiter)
  const silence = { NEXT_TELEMETRY_DISABLED: '1', STORYBOOK_DISABLE_TELEMETRY: '1', NO_COLOR: '1', CI: '1' }
  return { ...rest, PATH: path, ...silence }
}
