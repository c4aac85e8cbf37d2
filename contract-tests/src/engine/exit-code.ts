import { commonExitCodes, signalExitCodes } from '@wfhost/internal/exit-codes'
import type { SuiteRun } from './suite.ts'

/** The exit codes of the command. */
export const exitCodes = {
  conformant: commonExitCodes.success,
  nonConformant: 1,
  usage: commonExitCodes.usage,
  incomplete: 3,
  suiteError: 4,
  baseline: 5,
  notReached: commonExitCodes.notReached,
  unwritten: commonExitCodes.unwritten,
} as const

/**
 * The exit code of a command. It is decided once, so that a text with the code and the end of the process have the same one.
 */
export class ExitDecision {
  readonly #signal: AbortSignal | undefined
  #decided: number | undefined

  /** Creates an undecided exit code for a command that this signal can interrupt. */
  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal
  }

  /** Decides the exit code, unless it is decided already, and returns it. The code of a signal replaces `exitCode`. */
  decide(exitCode: number): number {
    this.#decided ??= readSignalExitCode(this.#signal) ?? exitCode
    return this.#decided
  }
}

/** Returns the exit code of a process that a signal interrupted. Undefined for another reason, such as a full disk. */
function readSignalExitCode(signal: AbortSignal | undefined): number | undefined {
  if (signal?.aborted !== true) return undefined
  return isEndingSignal(signal.reason) ? signalExitCodes[signal.reason] : undefined
}

/** Whether the reason of an abort is the name of a signal that ends the command. */
export function isEndingSignal(reason: unknown): reason is keyof typeof signalExitCodes {
  return Object.hasOwn(signalExitCodes, String(reason))
}

/** Decides the exit code of a run: never 0 when nothing ran. Known failures of the baseline do not fail it. */
export function exitCodeOf({
  report,
  staleBaseline,
  unreachable,
}: Pick<SuiteRun, 'report' | 'staleBaseline' | 'unreachable'>): SuiteRun['exitCode'] {
  if (report.counts.error > 0) return exitCodes.suiteError

  const unknownFailures = report.checks.filter((check) => check.verdict === 'fail' && check.baseline === undefined)
  if (unknownFailures.length > 0) return exitCodes.nonConformant
  if (unreachable) return exitCodes.notReached
  if (staleBaseline.length > 0) return exitCodes.baseline
  // Observations that were selected by name are also a result.
  if (report.verdict === 'PARTIAL') return exitCodes.conformant
  const open = report.checks.some((check) => check.force !== 'observe' && check.verdict === 'blocked')
  const tested = report.counts.pass + report.counts.fail + report.counts.warn
  return open || tested === 0 ? exitCodes.incomplete : exitCodes.conformant
}
