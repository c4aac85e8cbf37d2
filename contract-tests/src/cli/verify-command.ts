import { loadSuiteOptions } from '../config/load-config.ts'
import { createContractRun } from '../contract/create-contract-run.ts'
import { isNamed, type RunnableCheck, suggestCheck } from '../engine/checks.ts'
import { type CommandContext, UsageError } from './io.ts'
import { readSources } from './load-suite.ts'
import type { TargetOptions } from './options.ts'
import { runAndReport } from './run-command.ts'

interface VerifyOptions extends TargetOptions {
  readonly json?: true | undefined
  /** The folder of the reports. */
  readonly output?: string | undefined
}

/** Sends the requests of a contract to a server, and reports where the responses differ from the expectations of the tests. */
export async function verifyCommand(file: string, flags: VerifyOptions, context: CommandContext): Promise<number> {
  const { checks, options } = await createContractRun(file, await loadSuiteOptions(readSources(flags, context), flags.only))
  refuseUnknownIds(checks, flags.only ?? [], file)

  return runAndReport(checks, { ...options, signal: context.signal }, { flags, context })
}

function refuseUnknownIds(checks: readonly RunnableCheck[], names: readonly string[], file: string): void {
  const unknownName = names.find((name) => !checks.some((check) => isNamed(check, name)))
  if (unknownName === undefined) return
  const suggestion = suggestCheck(unknownName, checks) || '; a report lists the ids'
  throw new UsageError(`--only: ${file} has no request ${unknownName}${suggestion}`)
}
