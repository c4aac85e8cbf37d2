import { createMockService } from '@wfhost/mock-server'
import type { BrokenServer } from '../broken-servers/broken-server.ts'
import { silence } from '../broken-servers/degenerate.ts'
import { brokenServers } from '../broken-servers.ts'
import { exitCodeOf, exitCodes } from '../conformance/exit-code.ts'
import { createContractWorld } from '../local/contract-world.ts'
import { checkService } from './check-service.ts'
import { type CaseResult, caseResult, type SelfTest } from './self-test.ts'

/** Each server with one defect fails the check that is meant for it, by that check's own criterion. */
export const mutants: SelfTest = {
  id: 'mutants',
  statement: 'each server with one defect fails the check meant for it',
  listCases: () => [
    ...brokenServers.map((broken) => ({ name: broken.defect, run: () => kill(broken) })),
    { name: 'the server never answers', run: askSilence },
  ],
}

async function kill({ breakService, foundBy }: BrokenServer): Promise<CaseResult> {
  const only = [foundBy.toLowerCase()]
  const { report, unreachable } = await checkService(breakService(createMockService(createContractWorld())), { only })
  const [check] = report.checks
  // No answer in time fails a check, too, and shows nothing: it is not what the check looks for.
  const killed = check?.verdict === 'fail' && !unreachable && check.message.startsWith('expected ')
  if (killed) return { shows: 'killed', problems: [] }
  return { shows: 'survived', problems: [`${foundBy} is ${check?.verdict ?? 'missing'}: ${check?.message}`] }
}

/** Silence is no defect that a check can find: the run stops, and says that nobody answers. */
async function askSilence(): Promise<CaseResult> {
  const run = await checkService(silence(createMockService(createContractWorld())), { timeoutMs: 20 })
  const code = exitCodeOf(run)
  return caseResult('silence told from a defect', [
    ...(code === exitCodes.unreachable ? [] : [`the exit code is ${code}`]),
    ...(run.report.counts.pass === 0 ? [] : [`${run.report.counts.pass} checks passed`]),
    ...(run.report.spent.requests === 3 ? [] : [`${run.report.spent.requests} requests were sent`]),
  ])
}
