import type { CaseResult } from '../scenario/scenario.ts'

/** Where the packed client is, and where the server is. */
export interface Surroundings {
  /** A project that has the client and what the client declares, and nothing else. */
  readonly project: string
  readonly baseUrl: string
}

/** Something that runs the client. */
export interface Runtime {
  readonly name: string
  /** Rejects with MissingRuntime when it is not on this machine. */
  readonly run: (surroundings: Surroundings) => Promise<Trial>
}

/** What a runtime said. */
export interface Trial {
  readonly version: string
  readonly results: readonly CaseResult[]
}

/** The runtime is not on this machine; the message says why. */
export class MissingRuntime extends Error {
  override readonly name = 'MissingRuntime'
}
