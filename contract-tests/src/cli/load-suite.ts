import { ConfigError } from '../config/config-error.ts'
import { loadConfig } from '../config/load-config.ts'
import { reachNetwork } from '../config/reach-network.ts'
import { toSuiteOptions } from '../config/to-suite-options.ts'
import { checks } from '../engine/checks.ts'
import { requirementSets } from '../engine/requirement-set.ts'
import type { SuiteOptions } from '../engine/suite.ts'
import { type Flags, UsageError } from './flags.ts'
import type { Io } from './io.ts'

/** The suite as flags, environment and file describe it. */
export async function loadSuite(flags: Flags, io: Io): Promise<SuiteOptions> {
  const requirements = requirementSets.find((set) => set.name === (flags.requirements ?? set.name))
  if (requirements === undefined) {
    const names = requirementSets.map((set) => set.name).join(', ')
    throw new UsageError(`There is no set of requirements ${flags.requirements}; this version has ${names}`)
  }
  if (flags.only?.length === 0) throw new UsageError('--only names no check; list shows all')
  for (const id of flags.only ?? []) {
    if (!checks.some((check) => check.id === id)) throw new UsageError(`--only: there is no check ${id}; list shows all`)
  }
  const loaded = await loadConfig({ file: flags.config, environment: io.environment, flags: flags.overrides })
  for (const [index, { check }] of loaded.config.baseline.entries()) {
    if (checks.some(({ id }) => id === check)) continue
    throw new ConfigError(`${flags.config}: baseline.${index}.check: there is no check ${check}; list shows all`)
  }
  await reachNetwork({ caFile: loaded.config.caFile, environment: io.environment })
  const options = toSuiteOptions(loaded, flags.only)
  return flags.requirements === undefined ? options : { ...options, requirements }
}
