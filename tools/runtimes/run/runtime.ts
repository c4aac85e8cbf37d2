import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CaseResult } from '../scenario/scenario.ts'

export interface Surroundings {
  /** A project with the client and its declared dependencies, and nothing else. */
  readonly project: string
  readonly baseUrl: string
}

export interface Runtime {
  readonly name: string
  /** Rejects with MissingRuntime if it is not on this machine. */
  readonly run: (surroundings: Surroundings) => Promise<Trial>
}

export interface Trial {
  readonly version: string
  readonly results: readonly CaseResult[]
}

/** The runtime is not on this machine. The message gives the reason. */
export class MissingRuntime extends Error {
  override readonly name = 'MissingRuntime'
}

/** The folder with the packages of the runtimes. */
const home = fileURLToPath(new URL('..', import.meta.url))

export function findInstalled(file: string): string {
  const path = join(home, 'node_modules', file)
  if (existsSync(path)) return path
  throw new MissingRuntime(`npm installed no ${file} for ${process.platform} ${process.arch}`)
}

/** Loads a package that is not a dependency of the project. Its types are not here either: the caller states its own. */
export function loadInstalled<Module>(name: string): Module {
  return createRequire(import.meta.url)(resolveInstalled(name))
}

/** Returns the file to which the name of a package resolves. */
function resolveInstalled(name: string): string {
  try {
    return createRequire(join(home, 'package.json')).resolve(name)
  } catch (error) {
    throw new MissingRuntime(`npm installed no ${name}`, { cause: error })
  }
}
