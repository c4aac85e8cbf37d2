import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checks } from '../conformance/checks.ts'
import type { CheckResult } from '../conformance/conformance-report.ts'
import { exitCodeOf } from '../conformance/exit-code.ts'
import { runSuite, type SuiteRun } from '../conformance/run-suite.ts'
import type { Flags } from './flags.ts'
import type { Io } from './io.ts'
import { loadSuite } from './load-suite.ts'

/** Runs the checks on a target and reports. */
export async function runCommand(flags: Flags, io: Io): Promise<number> {
  const options = await loadSuite(flags, io)
  const onResult = (result: CheckResult) => {
    if (!flags.json) io.print(progressLine(result))
  }
  const suite = await runSuite(checks, { options, onResult })
  if (flags.reportDir !== undefined) await writeReports(flags.reportDir, suite)
  io.print(flags.json ? JSON.stringify(suite.report, null, 2) : summary(suite))
  return exitCodeOf(suite)
}

async function writeReports(folder: string, { report }: SuiteRun): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'report.json'), `${JSON.stringify(report, null, 2)}\n`)
}

function progressLine({ id, message, verdict }: CheckResult): string {
  const detail = message === '' ? '' : `: ${message.split('\n')[0]}`
  return `${verdict.padEnd(14)} ${id}${detail}`
}

function summary({ report, staleBaseline, unreachable }: SuiteRun): string {
  const { counts, requirements, spent, verdict } = report
  const failures = report.checks.filter((check) => check.verdict === 'fail')
  return [
    '',
    ...failures.flatMap(({ exchanges, failedExchange, id, message, requirement, section }) => [
      `${id} (${requirement}, section ${section})`,
      message.replace(/^/gm, '  '),
      ...(failedExchange === undefined ? [] : [`  ${exchanges[failedExchange]?.curl}`]),
      `  wfhost-conformance replay ${id} -c …`,
      '',
    ]),
    ...staleBaseline.map((entry) => `baseline: ${entry}`),
    `${Object.entries(counts)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ')}`,
    `${requirements.total} documented requirements: ${requirements.tested} tested, ${requirements.untested} not tested, ` +
      `${requirements.notTestable.length} not testable from outside; ${requirements.notShown} questions that the source document leaves open`,
    `${spent.requests} requests sent, of these ${spent.runs} runs and ${spent.executions} executions`,
    unreachable ? 'The target gave no answer' : verdict,
  ].join('\n')
}
