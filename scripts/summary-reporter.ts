import type { Reporter, SerializedError, TestModule, TestRunEndReason, Vitest } from 'vitest/node'
import { summarize } from './summarize.ts'

/** Ends the output of a test run with one plain line that a machine can read: `N passed, N failed`. */
export class SummaryReporter implements Reporter {
  #watching = false

  onInit(vitest: Vitest): void {
    this.#watching = vitest.config.watch
  }

  // Vitest defines the order of these arguments.
  // biome-ignore lint/complexity/useMaxParams: a callback of Vitest
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
    const print = () => process.stdout.write(`${summary.lines.join('\n')}\n`)
    // Other reporters and the closing of Vitest may still print, so the last word is left to the end of the process.
    if (this.#watching) print()
    else process.once('exit', print)
  }
}

/** Errors of files and suites, for instance a file that cannot be imported. */
function outsideTests(module: TestModule): unknown[] {
  return [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())]
}
