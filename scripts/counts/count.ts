import { TestRunner } from 'vitest'
import type { Counts } from './counts.ts'

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
