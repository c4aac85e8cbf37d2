import { type TestContext, TestRunner } from 'vitest'

/**
 * The cases of the tests, by subject and unit. Numbers are added up over the tests. Each name in a list counts once.
 */
export type Counts = Readonly<Record<string, Readonly<Record<string, number | readonly string[]>>>>

declare module 'vitest' {
  interface TaskMeta {
    counts?: Counts[]
  }
}

/**
 * Records the cases of the running test. The end of the run shows the counts of the passed tests, so each number counts only
 * cases that ran.
 *
 * @param task - The test, from its context. Required for concurrent tests, which are not told apart otherwise.
 */
export function count(counts: Counts, task?: TestContext['task']): void {
  const test = task ?? TestRunner.getCurrentTest()
  if (test === undefined) throw new Error('Cannot count: no test is running')
  test.meta.counts = [...(test.meta.counts ?? []), counts]
}
