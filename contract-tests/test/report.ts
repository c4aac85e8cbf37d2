import { requirements } from '@wfhost/openapi'
import type { Outcome } from './run-rule.ts'

/** The outcome of every rule on every target, by requirement. */
export interface Report {
  readonly targets: readonly string[]
  readonly totals: Readonly<Record<'requirements' | 'tested' | 'notShown' | 'unobservable' | 'exchanges', number>>
  readonly rows: readonly {
    readonly requirement: string
    readonly evidence: string
    /** Verdict by target, or why no rule tests the requirement. */
    readonly outcome: Readonly<Record<string, Outcome['verdict']>> | string
  }[]
}

/** Arranges outcomes as a table requirement x target that has every requirement of the register. */
export function createReport(outcomes: readonly Outcome[]): Report {
  const targets = [...new Set(outcomes.map((outcome) => outcome.target))]
  const rows = requirements.map((requirement) => {
    const { evidence, id } = requirement
    const own = outcomes.filter((outcome) => outcome.requirement === id)
    // Of several rules of a requirement, what one does not pass is not hidden by another.
    const worstLast = own.toSorted((a, b) => Number(a.verdict !== 'pass') - Number(b.verdict !== 'pass'))
    const verdicts = Object.fromEntries(worstLast.map((outcome) => [outcome.target, outcome.verdict]))
    const outcome = own.length > 0 ? verdicts : evidence === 'N' ? 'not shown' : 'not observable from outside'
    return { requirement: id, evidence, outcome }
  })
  return {
    targets,
    totals: {
      requirements: rows.length,
      tested: rows.filter((row) => typeof row.outcome !== 'string').length,
      notShown: rows.filter((row) => row.outcome === 'not shown').length,
      unobservable: rows.filter((row) => row.outcome === 'not observable from outside').length,
      exchanges: outcomes.reduce((sum, outcome) => sum + outcome.exchanges, 0),
    },
    rows,
  }
}

/** The report as a table for a terminal. */
export function formatReport(report: Report): string {
  const { rows, targets, totals } = report
  const width = Math.max(...rows.map((row) => row.requirement.length))
  const widths = targets.map((target) => Math.max(target.length, 'unreadable'.length))
  const head = ['requirement'.padEnd(width), 'ev.', ...targets.map((target, index) => target.padEnd(widths[index] ?? 0))]
  const lines = rows.map(({ evidence, outcome, requirement }) => {
    const cells =
      typeof outcome === 'string'
        ? [outcome]
        : targets.map((target, index) => (outcome[target] ?? '-').padEnd(widths[index] ?? 0))
    return [requirement.padEnd(width), evidence.padEnd(3), ...cells].join('  ')
  })
  const summary =
    `${totals.requirements} requirements: ${totals.tested} tested on ${targets.length} targets, ` +
    `${totals.notShown} not shown by the source document, ${totals.unobservable} not observable from outside; ` +
    `${totals.exchanges} exchanges`
  return [head.join('  '), ...lines, summary].join('\n')
}
