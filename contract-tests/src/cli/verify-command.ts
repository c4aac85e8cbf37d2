import { ConfigurationError } from '../config/config-schema.ts'
import { loadSuiteOptions } from '../config/load-config.ts'
import { contractSchema } from '../contract/contract-schema.ts'
import { canLimitRate, createContractChecks } from '../contract/create-contract-checks.ts'
import { readContract } from '../contract/read-contract.ts'
import { isNamed, type RunnableCheck } from '../engine/checks.ts'
import { type Io, UsageError } from './io.ts'
import { readSources } from './load-suite.ts'
import type { TargetOptions } from './options.ts'
import { runAndReport } from './run-command.ts'

interface VerifyOptions extends TargetOptions {
  readonly json?: true | undefined
  /** The folder of the reports. */
  readonly output?: string | undefined
}

/** Sends the requests of a contract to a server, and reports what the tests relied on that does not hold there. */
export async function verifyCommand(file: string, flags: VerifyOptions, io: Io): Promise<number> {
  const exchanges = await readContract(file)
  const options = await loadSuiteOptions(readSources(flags, io), flags.only)
  const { mapping = contractSchema.parse({}) } = options

  const { checks, notVerifiable } = createContractChecks(exchanges, { mapping, canLimitRate: canLimitRate(options) })
  refuseUnknownIds(checks, flags.only ?? [], file)
  refuseUnknownBaseline(checks, mapping.baseline, file)

  const contract = { file, notVerifiable }
  const contractOptions = { ...options, baseline: mapping.baseline, contract, signal: io.signal }
  const { exitCode } = await runAndReport(checks, contractOptions, { flags, io })
  return exitCode
}

function refuseUnknownIds(checks: readonly RunnableCheck[], names: readonly string[], file: string): void {
  const unknownName = names.find((name) => !checks.some((check) => isNamed(check, name)))
  if (unknownName === undefined) return
  throw new UsageError(`--only: ${file} has no request ${unknownName}; a report lists the ids`)
}

function refuseUnknownBaseline(
  checks: readonly RunnableCheck[],
  baseline: readonly { readonly check: string }[],
  file: string,
): void {
  const entry = baseline.find(({ check }) => !checks.some((candidate) => isNamed(candidate, check)))
  if (entry === undefined) return
  throw new ConfigurationError(`Cannot use contract.baseline: ${file} has no request ${entry.check}. Remove the entry`)
}
