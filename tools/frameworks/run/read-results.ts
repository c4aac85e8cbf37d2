import { existsSync, readFileSync } from 'node:fs'
import type { CaseResult } from './make-project.ts'
import type { Ended } from './run-command.ts'

/** What jest and vitest write as JSON, as far as it is read here. */
interface JestReport {
  readonly testResults: readonly {
    readonly message?: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

/** Reads the report of a run of jest or vitest. A run that reports no test, or ends badly without saying why, has failed. */
export function readJestReport(file: string, { ended, title }: { readonly ended: Ended; readonly title: string }): CaseResult[] {
  const report: JestReport = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { testResults: [] }
  const results = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .map(({ failureMessages, fullName, status }) => ({
      name: `${title}: ${fullName}`,
      ...(status === 'passed' ? {} : { error: `${status} ${failureMessages.join('\n')}` }),
    }))
  const told = results.some(({ error }) => error !== undefined)
  if (results.length > 0 && (ended.status === 0 || told)) return results
  return [...results, { name: title, error: `it ended with ${ended.status}: ${ended.output}` }]
}

/** What Playwright writes as JSON, as far as it is read here. */
interface PlaywrightReport {
  readonly suites: readonly {
    readonly specs: readonly {
      readonly title: string
      readonly ok: boolean
      readonly tests: readonly { readonly results: readonly { readonly workerIndex: number; readonly status: string }[] }[]
    }[]
  }[]
}

/** Reads the report of a run of Playwright, and in how many workers its tests ran. A run that reports no test has failed. */
export function readPlaywrightReport(file: string, ended: Ended): PlaywrightRun {
  const report: PlaywrightReport = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { suites: [] }
  const specs = report.suites.flatMap((suite) => suite.specs)
  const ran = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results))
  const results = specs.map(({ ok, title }) => ({ name: title, ...(ok ? {} : { error: ended.output }) }))
  const untold = results.length === 0 || (ended.status !== 0 && results.every(({ error }) => error === undefined))
  return {
    results: untold
      ? [...results, { name: 'playwright test', error: `it ended with ${ended.status}: ${ended.output}` }]
      : results,
    workers: new Set(ran.map(({ workerIndex }) => workerIndex)).size,
  }
}

interface PlaywrightRun {
  readonly results: readonly CaseResult[]
  readonly workers: number
}
