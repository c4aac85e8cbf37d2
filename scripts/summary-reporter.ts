import type { Reporter, SerializedError, TestModule, TestRunEndReason, Vitest } from 'vitest/node'
import { type Counts, formatCounts } from './counts/counts.ts'
import { summarize } from './summarize.ts'

/** Ends the output of a test run with what was counted, and one plain line that a machine can read: `N passed, N failed`. */
export class SummaryReporter implements Reporter {
  #watching = false

  onInit(vitest: Vitest): void {
    this.#watching = vitest.config.watch
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[], reason: TestRunEndReason): void {
    const summary = summarize({
      tests: modules.flatMap((module) =>
        [...module.children.allTests()].map((test) => ({
          name: `${module.relativeModuleId} > ${test.fullName}`,
          state: test.result().state,
        })),
      ),
      errors: errors.length + modules.flatMap(outsideTests).length,
      aborted: reason !== 'passed',
      skippedFail: process.env['CI'] === 'true',
    })
    if (!summary.ok) process.exitCode = 1
    const counted = formatCounts(modules.flatMap(countsOf))
    const lines = [...(counted.length === 0 ? [] : ['Counted in the tests that passed:', ...counted]), ...summary.lines]
    const print = () => process.stdout.write(`${lines.join('\n')}\n`)
    // Other reporters and the closing of Vitest may still print, so the last word is left to the end of the process.
    if (this.#watching) print()
    else process.once('exit', print)
  }
}

function countsOf(module: TestModule): Counts[] {
  const passed = [...module.children.allTests('passed')]
  return passed.flatMap((test) => test.meta().counts ?? [])
}

/** Errors of files and suites, for instance a file that cannot be imported. */
function outsideTests(module: TestModule): unknown[] {
  return [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())]
}
