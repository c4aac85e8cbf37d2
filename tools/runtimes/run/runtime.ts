import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CaseResult } from '../scenario/scenario.ts'

export interface Surroundings {
  /** A project that has the client and what the client declares, and nothing else. */
  readonly project: string
  readonly baseUrl: string
}

export interface Runtime {
  readonly name: string
  /** Rejects with MissingRuntime when it is not on this machine. */
  readonly run: (surroundings: Surroundings) => Promise<Trial>
}

export interface Trial {
  readonly version: string
  readonly results: readonly CaseResult[]
}

/** The runtime is not on this machine; the message says why. */
export class MissingRuntime extends Error {
  override readonly name = 'MissingRuntime'
}

/** The folder whose packages are the runtimes. */
const home = fileURLToPath(new URL('..', import.meta.url))

export function findInstalled(file: string): string {
  const path = join(home, 'node_modules', file)
  if (existsSync(path)) return path
  throw new MissingRuntime(`npm installed no ${file} for ${process.platform} ${process.arch}`)
}

/** Loads a package that is no dependency of the project. Its types are not here either: the caller states what it uses. */
export function loadInstalled<Module>(name: string): Module {
  return createRequire(import.meta.url)(resolveInstalled(name))
}

/** The file that a package's name stands for. */
function resolveInstalled(name: string): string {
  try {
    return createRequire(join(home, 'package.json')).resolve(name)
  } catch (error) {
    throw new MissingRuntime(`npm installed no ${name}`, { cause: error })
  }
}
