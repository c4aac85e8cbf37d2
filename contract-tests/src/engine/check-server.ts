import { ConfigurationError } from '../config/config-schema.ts'
import { findFixtureSecrets } from '../config/find-secrets.ts'
import { refuseInvalidOptions } from '../config/refuse-options.ts'
import { serverSchema } from '../config/server-schema.ts'
import { trustAuthorities } from '../config/trust-authorities.ts'
import type { TargetDescription } from '../target/create-target.ts'
import { defaultLimits } from './budget.ts'
import { checks, describeUnknownCheck } from './checks.ts'
import { omitUndefined } from './omit-undefined.ts'
import { runSuite } from './run-suite.ts'
import type { ServerDescription } from './server-description.ts'
import type { SuiteOptions, SuiteRun } from './suite.ts'

/**
 * Checks a server, as `wfhost-conformance run` does. A check is blocked if its fixture or its hook is missing, or if
 * `allow` does not permit what it does. By default, nothing is run, executed, rotated or published. The keys of the
 * fixtures are secrets: the report does not show them.
 *
 * @throws {ConfigurationError} for an unknown option, or a value that a configuration file may not have either. Nothing
 * has been sent then.
 * @throws {SecretLeak} if the report would show a secret.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { checkServer } from '@wfhost/contract-tests'
 * import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
 *
 * const service = createMockService(createSampleWorld())
 * const { exitCode, report } = await checkServer({
 *   baseUrl: 'http://workflows.test',
 *   fetch: service.fetch,
 *   fixtures: { nothingPublished: { key: sampleKeys.emptyEnvironment } },
 *   secrets: { EMPTY_KEY: sampleKeys.emptyEnvironment },
 *   allow: ['runs'],
 *   maxRuns: 50,
 * })
 * assert.equal(exitCode, 3)
 * assert.equal(report.verdict, 'INCOMPLETE')
 * assert.equal(report.checks.find((check) => check.id === 'man-empty')?.message, 'the target does not declare fixture registry')
 * ```
 */
export async function checkServer(server: ServerDescription): Promise<SuiteRun> {
  const options = createSuiteOptions(server)
  await trustAuthorities(server.caFile)

  const { changes, exitCode, report, staleBaseline, unreachable } = await runSuite(checks, { options })
  return { exitCode, report, unreachable, staleBaseline, changes }
}

/**
 * Creates the options of the suite from the description of a server. An option without a default stays undefined.
 *
 * @throws {ConfigurationError} if an option is invalid, or if `only` names an unknown check
 */
export function createSuiteOptions(server: ServerDescription): SuiteOptions {
  refuseInvalidOptions(serverSchema, server)
  refuseUnknownChecks(server.only ?? [])

  return {
    description: createTargetDescription(server),

    limits: {
      maxRuns: server.maxRuns ?? defaultLimits.maxRuns,
      maxExecutions: server.maxExecutions ?? defaultLimits.maxExecutions,
      requestsPerSecond: server.requestsPerSecond,
    },

    // Which checks run.
    areas: server.areas,
    only: server.only,
    allow: server.allow ?? [],

    // How their results are judged.
    claims: server.claims ?? {},
    baseline: server.baseline ?? [],

    secrets: collectSecrets(server),
    // False means no trace headers. If it is undefined, the suite creates an ID for these headers.
    trace: server.trace === false ? false : undefined,
    signal: server.signal,
  }
}

function refuseUnknownChecks(names: readonly string[]): void {
  const problem = describeUnknownCheck(names, 'checks lists them')
  if (problem !== undefined) throw new ConfigurationError(`Cannot use only: ${problem}`)
}

/**
 * Returns the description of the target, which is the server under test. A server without a name is named after its host. Its
 * fixtures, the declared test data, get the same defaults as in a configuration file.
 */
function createTargetDescription(server: ServerDescription): TargetDescription {
  const { baseUrl, fetch, fixtures, hooks, name, product, quick, registryUrl, settleMs, timeoutMs, values, wait } = server
  // The other members of the server are settings of the suite, which a target does not get.
  const fixturesWithDefaults = serverSchema.shape.fixtures.parse(fixtures) ?? {}

  return {
    name: name ?? new URL(baseUrl).host,
    baseUrl,
    registryUrl,
    product,
    // A member with the value undefined would count as a declared fixture.
    fixtures: omitUndefined(fixturesWithDefaults),
    hooks,
    fetch,
    settleMs,
    timeoutMs,
    values,
    quick,
    wait,
  }
}

/** Lists the secrets by their names: those of `secrets`, and the other keys and sessions of the fixtures. */
function collectSecrets({ fixtures, secrets = {} }: ServerDescription): Record<string, string> {
  const namedSecrets = { ...secrets }
  const namedValues = Object.values(secrets)

  for (const [name, value] of findFixtureSecrets(fixtures)) {
    if (namedValues.includes(value)) continue
    const uniqueName = name in secrets ? `${name}_WRITTEN` : name
    namedSecrets[uniqueName] = value
  }
  return namedSecrets
}
