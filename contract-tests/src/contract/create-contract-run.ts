import { ConfigurationError } from '../config/config-schema.ts'
import { isNamed, type RunnableCheck, suggestCheck } from '../engine/checks.ts'
import type { SuiteOptions } from '../engine/suite.ts'
import { type ContractMapping, contractSchema } from './contract-schema.ts'
import { canLimitRate, createContractChecks } from './create-contract-checks.ts'
import { readContract } from './read-contract.ts'

/** The checks that compare a server with a contract, and the options of their run. */
export interface ContractRun {
  readonly checks: readonly RunnableCheck[]
  readonly options: SuiteOptions
}

/**
 * Reads a contract, and creates the checks that compare a server with it.
 *
 * @throws {ConfigurationError} if the file is not a contract, or an entry of the baseline names none of its requests.
 */
export async function createContractRun(file: string, options: SuiteOptions): Promise<ContractRun> {
  const exchanges = await readContract(file)
  const { mapping = contractSchema.parse({}) } = options

  const { checks, notVerifiable } = createContractChecks(exchanges, { mapping, canLimitRate: canLimitRate(options) })
  refuseUnknownBaseline(checks, mapping.baseline, file)

  return { checks, options: { ...options, baseline: mapping.baseline, contract: { file, notVerifiable } } }
}

function refuseUnknownBaseline(checks: readonly RunnableCheck[], baseline: ContractMapping['baseline'], file: string): void {
  const entry = baseline.find(({ check }) => !checks.some((candidate) => isNamed(candidate, check)))
  if (entry === undefined) return
  const remedy = suggestCheck(entry.check, checks) || '. Remove the entry'
  throw new ConfigurationError(`Cannot use contract.baseline: ${file} has no request ${entry.check}${remedy}`)
}
