import { TestRunner } from 'vitest'

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
 */
export function count(counts: Counts): void {
  const test = TestRunner.getCurrentTest()
  if (test === undefined) throw new Error('Cannot count: no test is running')
  test.meta.counts = [...(test.meta.counts ?? []), counts]
}
