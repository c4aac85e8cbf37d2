import { existsSync } from 'node:fs'
import { ConfigurationError } from '../config/config-schema.ts'
import { findRequirementSet } from '../config/find-requirement-set.ts'
import { loadSuiteOptions } from '../config/load-config.ts'
import { checks, isNamed } from '../engine/checks.ts'
import type { SuiteOptions } from '../engine/suite.ts'
import { type Io, UsageError } from './io.ts'
import { defaultConfig, overridesOf, type TargetOptions } from './options.ts'

/** Loads the options of the suite from the options of a command, the environment and the configuration. */
export async function loadSuite(flags: TargetOptions, io: Io): Promise<SuiteOptions> {
  const { config: file = findConfig(), only } = flags
  const requirements = flags.requirements === undefined ? undefined : findRequirementSet(flags.requirements)
  for (const id of only ?? []) {
    if (!checks.some((check) => isNamed(check, id))) throw new UsageError(`--only: there is no check ${id}; list shows all`)
  }
  const options = await loadSuiteOptions({ file, environment: io.environment, flags: overridesOf(flags) }, only)
  for (const [index, { check }] of options.baseline.entries()) {
    if (checks.some((one) => isNamed(one, check))) continue
    throw new ConfigurationError(`${file}: baseline[${index}].check: there is no check ${check}; list shows all`)
  }
  return { ...options, signal: io.signal, requirements }
}

/** The configuration that a command uses without `-c`, if the working directory has one. */
function findConfig(): string | undefined {
  return existsSync(defaultConfig) ? defaultConfig : undefined
}
