import type { CheckVerdict, ConformanceReport } from '../engine/conformance-report.ts'

/** Every verdict, what a reader has to act on first. */
export const verdicts = [
  'fail',
  'error',
  'warn',
  'blocked',
  'observed',
  'not-applicable',
  'pass',
] as const satisfies readonly CheckVerdict[]

/** A verdict as a reader sees it. */
export const verdictLabels = {
  fail: 'failed',
  error: 'error',
  warn: 'warning',
  blocked: 'blocked',
  observed: 'observed',
  'not-applicable': 'not applicable',
  pass: 'passed',
} as const satisfies Record<CheckVerdict, string>

/** How many checks came to each verdict, on one line. */
export function countsLine({ counts }: ConformanceReport): string {
  return verdicts.map((verdict) => `${counts[verdict]} ${verdictLabels[verdict]}`).join(', ')
}

/** Which part of what is documented was tested. */
export function requirementsLine({ requirements }: ConformanceReport): string {
  const { notShown, notTestable, tested, total, untested } = requirements
  return (
    `${total} documented requirements: ${tested} tested, ${untested} not tested, ` +
    `${notTestable.length} not testable from outside; ${notShown} questions that the source document leaves open`
  )
}

/** What the run cost the target. */
export function spentLine({ spent }: ConformanceReport): string {
  const [requests, runs, executions] = [
    counted(spent.requests, 'request'),
    counted(spent.runs, 'run'),
    counted(spent.executions, 'execution'),
  ]
  return `${requests} sent, of these ${runs} and ${executions}`
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
