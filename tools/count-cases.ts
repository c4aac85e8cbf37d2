import type { FullResult, Reporter, TestCase } from '@playwright/test/reporter'

/** Ends the output with a line for machines. Skipped tests, and tests that passed only the second time, count as failed. */
// biome-ignore lint/style/noDefaultExport: Playwright wants it
export default class CountCases implements Reporter {
  #passed = 0
  #failed = 0

  onTestEnd(test: TestCase): void {
    if (test.outcome() === 'expected') this.#passed += 1
    else this.#failed += 1
  }

  onEnd({ status }: FullResult): void {
    const failed = Math.max(this.#failed, status === 'passed' && this.#passed > 0 ? 0 : 1)
    process.stdout.write(`${this.#passed} passed, ${failed} failed\n`)
  }
}
