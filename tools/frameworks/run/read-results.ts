import { existsSync, readFileSync } from 'node:fs'
import type { CaseResult } from './framework.ts'
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
