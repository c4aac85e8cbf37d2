import { toPrintable } from '@wfhost/internal/printable'
import { afterAll, describe, test } from 'vitest'
import { z } from 'zod'
import { loadSuiteOptions } from './config/load-config.ts'
import { refuseInvalidOptions } from './config/refuse-options.ts'
import { serverSchema } from './config/server-schema.ts'
import { trustAuthorities } from './config/trust-authorities.ts'
import { createSuiteOptions } from './engine/check-server.ts'
import { checks, isNamed } from './engine/checks.ts'
import type { CheckResult } from './engine/conformance-report.ts'
import { findFailedExchange } from './engine/failed-exchange.ts'
import { type OpenSuite, openSuite } from './engine/open-suite.ts'
import type { PlannedCheck } from './engine/plan.ts'
import type { ServerDescription } from './engine/server-description.ts'
import type { BaselineEntry, SuiteOptions } from './engine/suite.ts'
import { text } from './target/texts.ts'

/** A server as `checkServer` takes it, or the configuration file of one. */
export type ConformanceTarget = ServerDescription | ConfigurationFile

interface ConfigurationFile {
  /** The path of a configuration file. */
  readonly config: string
  /** The variables that the file uses. @default process.env */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined
}

interface TestOptions {
  /** The time limit of one check, in milliseconds. @default 300000 */
  readonly timeoutMs?: number | undefined
}

const fileSchema = z.strictObject({
  config: text,
  environment: z.record(z.string(), z.string().optional()).optional(),
} satisfies Readonly<Record<keyof ConfigurationFile, unknown>>)

const testOptionsSchema = z.strictObject({
  timeoutMs: z.number().positive().optional(),
} satisfies Readonly<Record<keyof TestOptions, unknown>>)

/**
 * Declares a Vitest test for each check of the areas that a server claims to offer. A blocked check fails with the reason. If the
 * baseline lists a failing check, its test passes.
 *
 * An observation is a check that only reports how a server behaves. It never fails, and is skipped if it is blocked.
 *
 * @throws {ConfigurationError} for an unknown option.
 *
 * @example
 * ```ts ignore it declares tests, and these need a server
 * import { describeConformance } from '@wfhost/contract-tests/vitest'
 *
 * describeConformance({ config: 'wfhost-conformance.yaml' })
 * ```
 */
export function describeConformance(target: ConformanceTarget, options: TestOptions = {}): void {
  refuseInvalidOptions('config' in target ? fileSchema : serverSchema, target)
  refuseInvalidOptions(testOptionsSchema, options)
  const { timeoutMs = 300_000 } = options
  const name = 'config' in target ? target.config : (target.name ?? target.baseUrl)

  // The tests run one after another, even if the configuration of Vitest allows concurrent tests: checks share a server.
  describe(`${name} conforms`, { concurrent: false, shuffle: false }, async () => {
    const suiteOptions = await loadOptions(target)
    const suite = openSuite(checks, suiteOptions)

    for (const plannedCheck of suite.plannedChecks) {
      declareTest(suite, plannedCheck, { baseline: suiteOptions.baseline, timeoutMs })
    }
    for (const entry of suiteOptions.baseline) failOnUnknownCheck(entry)
    // `close` throws if the report would show a secret.
    afterAll(() => void suite.close())
  })
}

interface DeclarationOptions {
  readonly baseline: readonly BaselineEntry[]
  readonly timeoutMs: number
}

function declareTest(suite: OpenSuite, plannedCheck: PlannedCheck, { baseline, timeoutMs }: DeclarationOptions): void {
  const { id, statement } = plannedCheck.check
  if (plannedCheck.verdict === 'not-applicable') return

  test(`${id}: ${statement}`, { timeout: timeoutMs, retry: 0 }, async ({ skip }) => {
    const result = await suite.run(plannedCheck)
    if (result.verdict === 'blocked' && result.force === 'observe') skip(toPrintable(result.message))

    const failure = describeFailure(result)
    if (failure !== undefined) throw new Error(toPrintable(failure))

    const isListed = baseline.some(({ check }) => check === id)
    if (isListed && result.verdict === 'pass') {
      throw new Error('It passes, so its entry in the baseline is to be removed')
    }
  })
}

/** If an entry of the baseline names no check, declares a test that fails. */
function failOnUnknownCheck({ check: name }: BaselineEntry): void {
  if (checks.some((check) => isNamed(check, name))) return

  test(`${name}: is in the baseline`, () => {
    throw new Error('There is no such check')
  })
}

async function loadOptions(target: ConformanceTarget): Promise<SuiteOptions> {
  if ('config' in target) {
    const { config, environment = process.env } = target
    return loadSuiteOptions({ file: config, environment, flags: {} })
  }

  await trustAuthorities(target.caFile)
  return createSuiteOptions(target)
}

/** Describes a failed check: its message, its requirement, and the command that repeats the exchange. */
function describeFailure(check: CheckResult): string | undefined {
  const { baseline, message, requirement, section, verdict } = check
  if (verdict === 'blocked') return `Blocked: ${message}`
  if (verdict === 'error') return `An error of the suite: ${message}`

  const isUnknownFailure = verdict === 'fail' && baseline === undefined
  if (!isUnknownFailure) return undefined

  const lines = [message, `${requirement}, section ${section}`, findFailedExchange(check)?.curl]
  return lines.filter((line) => line !== undefined).join('\n')
}
