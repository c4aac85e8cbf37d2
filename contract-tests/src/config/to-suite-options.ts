import type { SuiteOptions } from '../engine/suite.ts'
import type { TargetDescription } from '../target/connect-target.ts'
import { createHooks } from './create-hooks.ts'
import type { LoadedConfig } from './load-config.ts'

/** What a configuration says, as the suite takes it. */
export function toSuiteOptions({ config, folder, secrets }: LoadedConfig, only?: readonly string[]): SuiteOptions {
  const {
    allow,
    baseline,
    baseUrl,
    claims,
    fixtures,
    hooks,
    maxExecutions,
    maxRuns,
    name,
    product,
    profiles,
    registryUrl,
    requestsPerSecond,
    settleMs,
    timeoutMs,
  } = config
  // A member that is left out and one that is undefined are the same to who reads it.
  const declared = fixtures as NonNullable<TargetDescription['fixtures']>
  return {
    description: {
      name: name ?? new URL(baseUrl).host,
      baseUrl,
      ...(registryUrl === undefined ? {} : { registryUrl }),
      product,
      timeoutMs,
      settleMs,
      fixtures: declared,
      hooks: createHooks(hooks, folder),
    },
    profiles,
    only,
    allow,
    limits: { maxRuns, maxExecutions, requestsPerSecond },
    claims,
    baseline,
    secrets,
  }
}
