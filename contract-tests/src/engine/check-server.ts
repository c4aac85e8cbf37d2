import { ConfigurationError, serverSchema } from '../config/config-schema.ts'
import { describeIssues } from '../config/describe-issues.ts'
import { fixtureSecrets } from '../config/read-config.ts'
import type { TargetDescription } from '../target/connect-target.ts'
import { defaultLimits } from './budget.ts'
import { checks } from './checks.ts'
import { runSuite } from './run-suite.ts'
import type { SuiteOptions, SuiteRun } from './suite.ts'

/** A server, its fixtures for the checks, and what the checks may do to it. */
export interface ServerDescription extends TargetDescription, Partial<Omit<SuiteOptions, 'description'>> {}

/**
 * Checks a server from TypeScript, as `wfhost-conformance run` does. Checks that need something undeclared are blocked;
 * what is not allowed is not done (by default, nothing is run, executed, rotated or published). The keys and sessions of the
 * fixtures are secrets; `secrets` gives them names, and adds others.
 *
 * @throws {ConfigurationError} for what a configuration file may not say either, as plain JavaScript may give.
 * @throws {SecretLeak} if the report would show a secret.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { checkServer } from '@wfhost/contract-tests'
 * import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
 *
 * const service = createMockService(createSampleWorld())
 * const { report } = await checkServer({
 *   name: 'in process',
 *   baseUrl: 'http://workflows.test',
 *   fetch: service.fetch,
 *   fixtures: { nothingPublished: { key: sampleKeys.emptyEnvironment } },
 *   secrets: { EMPTY_KEY: sampleKeys.emptyEnvironment },
 * })
 * assert.equal(report.verdict, 'INCOMPLETE')
 * assert.equal(report.checks.find((check) => check.id === 'man-empty')?.message, 'the target does not declare fixture registry')
 * ```
 */
export async function checkServer(server: ServerDescription): Promise<SuiteRun> {
  return runSuite(checks, { options: describeSuite(server) })
}

/**
 * What the suite is given for a server: everything that was left out has its default.
 *
 * @throws {ConfigurationError}
 */
export function describeSuite(server: ServerDescription): SuiteOptions {
  const issues = serverSchema.safeParse(server).error?.issues ?? []
  if (issues.length > 0) throw new ConfigurationError(describeIssues(issues, (issue) => issue))
  const { allow = [], baseline = [], claims = {}, limits = defaultLimits, only, profiles, secrets: named = {}, ...rest } = server
  const { requirements, trace, ...description } = rest
  const unnamed = fixtureSecrets(description.fixtures)
    .filter(([, value]) => !Object.values(named).includes(value))
    .map(([name, value]) => [name in named ? `${name}_WRITTEN` : name, value] as const)
  const secrets = { ...named, ...Object.fromEntries(unnamed) }
  const set = requirements === undefined ? {} : { requirements }
  const traced = trace === undefined ? {} : { trace }
  return { description, allow, baseline, claims, limits, only, profiles, secrets, ...set, ...traced }
}
