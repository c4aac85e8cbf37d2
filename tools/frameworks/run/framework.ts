import type { Project } from './make-project.ts'

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
