/** What a test run came to. */
export interface RunOutcome {
  readonly tests: readonly { readonly name: string; readonly state: 'passed' | 'failed' | 'skipped' | 'pending' }[]
  /** Errors outside of tests: files that do not load, hooks, unhandled rejections. */
  readonly errors: number
  /** The runner itself says that the run did not pass. */
  readonly aborted: boolean
  /** A skipped test counts as a failure. */
  readonly skippedFail: boolean
}

/** Counts a test run; the last line is always `N passed, N failed`. */
export function summarize(outcome: RunOutcome): { readonly ok: boolean; readonly lines: readonly string[] } {
  const { aborted, errors, skippedFail, tests } = outcome
  const skipped = tests.filter((test) => test.state === 'skipped')
  const unfinished = tests.filter((test) => test.state === 'pending')
  const passed = tests.filter((test) => test.state === 'passed').length
  const counted = tests.filter((test) => test.state === 'failed').length + unfinished.length + errors
  const forbidden = skippedFail ? skipped.length : 0
  const unexplained = counted === 0 && (aborted || tests.length === skipped.length) ? 1 : 0
  const failed = Math.max(counted + forbidden, unexplained)
  return {
    ok: failed === 0,
    lines: [
      ...unfinished.map((test) => `unfinished: ${test.name}`),
      ...(skippedFail ? skipped.map((test) => `skipped, which fails under CI: ${test.name}`) : []),
      ...(tests.length === skipped.length ? ['No test ran, which counts as a failure'] : []),
      `${passed} passed, ${failed} failed`,
    ],
  }
}
