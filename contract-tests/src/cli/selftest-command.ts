import { readFile, writeFile } from 'node:fs/promises'
import { compareWithPrism } from '../../proof/selftest/compare-with-prism.ts'
import { formatFigures, replaceFigures } from '../../proof/selftest/figures.ts'
import { runSelfTests, type SelfTestOutcome } from '../../proof/selftest/run-self-tests.ts'
import type { CommandLine } from '../../proof/selftest/self-test.ts'
import { selfTests } from '../../proof/selftest/self-tests.ts'
import { exitCodes } from '../engine/exit-code.ts'
import { type Flags, UsageError } from './flags.ts'
import type { Io } from './io.ts'

/** Shows that the suite finds what it must, and nothing else. */
export async function selftestCommand(flags: Flags, io: Io & { readonly main: CommandLine }): Promise<number> {
  const { check, json, write } = flags
  const figuresFile = check ?? write
  // Before anything runs: a file without marks is found after two minutes otherwise.
  if (figuresFile !== undefined) await readMarked(figuresFile, '')
  const outcomes = await runSelfTests(selfTests, {
    main: io.main,
    onOutcome: (outcome) => {
      if (!json) io.print(describeOutcome(outcome))
    },
  })
  io.print(json ? JSON.stringify(outcomes, null, 2) : [...comparison(outcomes), conclusion(outcomes)].join('\n'))
  const code = selfTestExitCode(outcomes)
  if (code !== exitCodes.conformant || figuresFile === undefined) return code
  const { current, renewed } = await readMarked(figuresFile, formatFigures(outcomes))
  if (write !== undefined) await writeFile(write, renewed)
  if (check === undefined || current === renewed) return code
  io.printError(`The figures in ${check} are not those of this run: write them with --write ${check}`)
  return exitCodes.unreachable
}

/** What the command ends with. A self-test that failed, or that could not run, is never 0, and neither is none at all. */
export function selfTestExitCode(outcomes: readonly SelfTestOutcome[]): number {
  if (outcomes.some(({ failures }) => failures.length > 0)) return exitCodes.unreachable
  const ran = outcomes.filter(({ cases, missing }) => cases > 0 && missing === undefined)
  return ran.length === 0 || ran.length < outcomes.length ? exitCodes.incomplete : exitCodes.conformant
}

async function readMarked(file: string, figures: string): Promise<{ readonly current: string; readonly renewed: string }> {
  try {
    const current = await readFile(file, 'utf8')
    return { current, renewed: replaceFigures(current, figures) }
  } catch (error) {
    throw new UsageError(`Cannot use ${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function describeOutcome({ cases, counts, durationMs, failures, id, missing, statement }: SelfTestOutcome): string {
  const state = failures.length > 0 ? 'FAILED' : missing === undefined ? 'passed' : 'not run'
  const shown = Object.entries(counts).map(([word, count]) => `${count} ${word}`)
  return [
    `${state.padEnd(8)}${id}: ${statement}`,
    `        ${cases} cases: ${shown.join(', ') || 'none'} (${(durationMs / 1000).toFixed(1)} s)`,
    ...(missing === undefined ? [] : [`        ${missing}`]),
    ...failures.map((failure) => `        ${failure}`),
  ].join('\n')
}

function comparison(outcomes: readonly SelfTestOutcome[]): string[] {
  return compareWithPrism(outcomes).map(({ ours, prism, what }) => `${what}: ${ours}; by Prism's validating proxy: ${prism}`)
}

function conclusion(outcomes: readonly SelfTestOutcome[]): string {
  const failed = outcomes.filter(({ failures }) => failures.length > 0)
  const missing = outcomes.filter((outcome) => outcome.missing !== undefined)
  const cases = outcomes.reduce((sum, outcome) => sum + outcome.cases, 0)
  const seconds = outcomes.reduce((sum, outcome) => sum + outcome.durationMs, 0) / 1000
  const ran = `${cases} cases in ${seconds.toFixed(0)} s`
  if (failed.length > 0) return `${failed.length} of ${outcomes.length} self-tests failed; ${ran}`
  if (missing.length > 0) return `${missing.length} of ${outcomes.length} self-tests could not run; ${ran}`
  return `The suite does what it says; ${ran}`
}
