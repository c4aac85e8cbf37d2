import { existsSync } from 'node:fs'
import { ConfigurationError } from '../config/config-schema.ts'
import { type ConfigSources, loadSuiteOptions } from '../config/load-config.ts'
import { describeUnknownCheck } from '../engine/checks.ts'
import type { BaselineEntry, SuiteOptions } from '../engine/suite.ts'
import { type Io, UsageError } from './io.ts'
import { defaultConfig, readOverrides, type TargetOptions } from './options.ts'

/** Loads the options of the suite from the options of a command, the environment and the configuration. */
export async function loadSuite(flags: TargetOptions, io: Io): Promise<SuiteOptions> {
  const { config: file = findConfig(), only } = flags
  refuseUnknownChecks(only ?? [])

  const options = await loadSuiteOptions(readSources(flags, io), only)
  refuseUnknownBaseline(options.baseline, file)

  return { ...options, signal: io.signal }
}

/** Returns the sources of the settings of a command. */
export function readSources(flags: TargetOptions, io: Io): ConfigSources {
  const { config: file = findConfig() } = flags
  return { file, environment: io.environment, flags: readOverrides(flags) }
}

function refuseUnknownChecks(names: readonly string[]): void {
  const problem = describeUnknownCheck(names, LIST)
  if (problem !== undefined) throw new UsageError(`--only: ${problem}`)
}

function refuseUnknownBaseline(baseline: readonly BaselineEntry[], file: string | undefined): void {
  for (const [index, { check }] of baseline.entries()) {
    const problem = describeUnknownCheck([check], LIST)
    if (problem === undefined) continue
    throw new ConfigurationError(`${file}: baseline[${index}].check: ${problem}`)
  }
}

const LIST = 'list shows all'

/** Returns the configuration that a command uses without `-c`, if the working directory has one. */
function findConfig(): string | undefined {
  return existsSync(defaultConfig) ? defaultConfig : undefined
}
