import type { UserConsoleLog } from 'vitest'
import type { Reporter, SerializedError, TestModule, TestRunEndReason, Vitest } from 'vitest/node'
import type { Counts } from './count.ts'

/**
 * Ends the output of a test run with the counts, and one line for machines: `N passed, N failed`. A run that prints a canary to
 * the console fails. The keys of the tests are canaries, and no output may contain one.
 */
export class TestReporter implements Reporter {
  readonly #sightings: string[] = []
  #watching = false

  onInit(vitest: Vitest): void {
    this.#watching = vitest.config.watch
  }

  onUserConsoleLog({ content, taskId, type }: UserConsoleLog): void {
    if (/canary/i.test(content)) this.#sightings.push(`a canary on ${type} in ${taskId ?? 'a test file'}`)
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[], reason: TestRunEndReason): void {
    const summary = summarize({
      tests: modules.flatMap((module) =>
        [...module.children.allTests()].map((test) => ({
          name: `${module.relativeModuleId} > ${test.fullName}`,
          state: test.result().state,
        })),
      ),
      errors: errors.length + this.#sightings.length + modules.flatMap(outsideTests).length,
      aborted: reason !== 'passed',
      skippedFail: process.env['CI'] === 'true',
    })
    if (!summary.ok) process.exitCode = 1
    const counted = formatCounts(modules.flatMap(countsOf))
    const lines = [
      ...this.#sightings,
      ...(counted.length === 0 ? [] : ['Counted in the tests that passed:', ...counted]),
      ...summary.lines,
    ]
    const print = () => process.stdout.write(`${lines.join('\n')}\n`)
    // Other reporters and the closing of Vitest may still print, so the last line is printed at the end of the process.
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

/** Writes counts as a table, a line for each subject. */
export function formatCounts(all: readonly Counts[]): string[] {
  const subjects = new Map<string, Map<string, { sum: number; readonly names: Set<string> }>>()
  for (const [subject, units] of all.flatMap((counts) => Object.entries(counts))) {
    const row = subjects.get(subject) ?? new Map()
    subjects.set(subject, row)
    for (const [unit, amount] of Object.entries(units)) {
      const cell = row.get(unit) ?? { sum: 0, names: new Set() }
      row.set(unit, cell)
      if (typeof amount === 'number') cell.sum += amount
      else for (const name of amount) cell.names.add(name)
    }
  }
  const width = Math.max(...[...subjects.keys()].map(({ length }) => length))
  return [...subjects]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([subject, row]) => {
      const cells = [...row].map(([unit, { names, sum }]) => `${(sum + names.size).toLocaleString('en')} ${unit}`)
      return `  ${subject.padEnd(width)}  ${cells.join(', ')}`
    })
}

export interface RunOutcome {
  readonly tests: readonly { readonly name: string; readonly state: 'passed' | 'failed' | 'skipped' | 'pending' }[]
  /** Errors outside of tests: files that do not load, hooks, unhandled rejections. */
  readonly errors: number
  /** The runner itself reports that the run did not pass. */
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
