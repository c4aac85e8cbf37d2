import { TestRunner } from 'vitest'

/**
 * What tests were about, by subject and unit: a number is added up over the tests, a list of names is counted with each
 * name once.
 */
export type Counts = Readonly<Record<string, Readonly<Record<string, number | readonly string[]>>>>

declare module 'vitest' {
  interface TaskMeta {
    counts?: Counts[]
  }
}

/**
 * Notes what the test that is running is about. The end of the run shows the counts of the tests that passed, so a
 * number there is always one of cases that ran.
 */
export function count(counts: Counts): void {
  const test = TestRunner.getCurrentTest()
  if (test === undefined) throw new Error('Cannot count: no test is running')
  test.meta.counts = [...(test.meta.counts ?? []), counts]
}
