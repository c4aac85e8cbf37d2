import type { ServerHooks } from '../src/target/target.ts'

/** A server that listens on a free port. */
export interface RunningServer {
  readonly url: string
  readonly hooks: Pick<ServerHooks, 'publishWorkflow' | 'unpublishWorkflow' | 'regenerateKey' | 'endedRuns'>
  readonly close: () => Promise<void>
}

/** A tool registry that listens on a free port. */
export interface RunningRegistry {
  readonly url: string
  readonly hooks: Pick<ServerHooks, 'publishToolset' | 'creditBalance'>
  readonly close: () => Promise<void>
}

/** A default of a framework that breaks a statement of the source document. */
export interface BreakingDefault {
  /** The name of the default in `mended`. */
  readonly id: string
  readonly description: string
  /** The checks that fail with the default. */
  readonly checks: readonly string[]
  /** Whether the source document does not decide the behaviour, so the checks only warn. @default false */
  readonly isWarned?: boolean
  /** Whether any check with concurrent requests may fail, if they meet at the wrong moment. @default false */
  readonly isRace?: boolean
  /** The other defaults that have no effect with its mend. @default none */
  readonly alsoMends?: readonly string[]
  /** The statement, with its section. */
  readonly statement: string
  /** The code that mends it. */
  readonly mend: string
}

/** A server as a backend team writes it, with the defaults of its framework. */
export interface DefaultServer {
  readonly name: string
  /** The programs and modules that are not installed by npm. @default none */
  readonly requirement?: Requirement
  readonly breaks: readonly BreakingDefault[]
}

/** A program that npm does not install. */
export interface Requirement {
  /** A command that succeeds if the requirement is met. */
  readonly command: readonly [string, ...string[]]
  /** The package of Debian that has it. */
  readonly debianPackage: string
}
