import type { ConformanceReport } from '../src/engine/conformance-report.ts'
import type { BreakingDefault, DefaultServer } from './default-server.ts'

/** A default of a server that breaks a statement. */
export interface BrokenStatement {
  readonly name: string
  readonly broken: BreakingDefault
  /** The defaults that are mended while this one is tested. The mend of some of them would mend this one, too. */
  readonly others: readonly string[]
}

/** Lists the defaults of servers that break a statement. */
export function listBrokenStatements(servers: readonly DefaultServer[]): BrokenStatement[] {
  return servers.flatMap(({ breaks, name }) => breaks.map((broken) => ({ name, broken, others: listOthers(broken, breaks) })))
}

function listOthers(broken: BreakingDefault, breaks: readonly BreakingDefault[]): string[] {
  const others = breaks.filter(({ alsoMends = [], id }) => id !== broken.id && !alsoMends.includes(broken.id))
  return others.map(({ id }) => id)
}

/** Lists the checks of a report that have a verdict. */
export function listWithVerdict(checks: ConformanceReport['checks'], wanted: 'fail' | 'warn'): readonly string[] {
  return checks.filter(({ verdict }) => verdict === wanted).map(({ id }) => id)
}
