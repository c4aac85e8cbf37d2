import { createMockService } from '@wfhost/mock-server'
import { exitCodeOf, exitCodes } from '../../src/engine/exit-code.ts'
import { createContractWorld } from '../../src/local/contract-world.ts'
import type { BrokenServer } from '../mutants/broken-server.ts'
import { brokenServers } from '../mutants/mutants.ts'
import { type UnreachedServer, unreachedServers } from '../mutants/unreached.ts'
import { checkService } from './check-service.ts'
import { type CaseResult, caseResult, type SelfTest } from './self-test.ts'

/** Each server with one defect fails the check that is meant for it, by that check's own criterion. */
export const mutants: SelfTest = {
  id: 'mutants',
  statement: 'each server with one defect fails the check meant for it',
  listCases: () => [
    ...brokenServers.map((broken) => ({ name: broken.defect, run: () => kill(broken) })),
    ...unreachedServers.map((unreached) => ({ name: unreached.what, run: () => tellApart(unreached) })),
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

/** What is not the API has no defect that a check can find: after one request to each service the run says what came. */
async function tellApart({ replaceService }: UnreachedServer): Promise<CaseResult> {
  const run = await checkService(replaceService(createMockService(createContractWorld())), { timeoutMs: 20 })
  const { changes, report } = run
  const code = exitCodeOf(run)
  return caseResult('absence told from a defect', [
    ...(code === exitCodes.unreachable ? [] : [`the exit code is ${code}`]),
    ...(report.counts.blocked === report.checks.length ? [] : ['not every check is blocked']),
    ...(report.hint?.includes('was not reached: ') ? [] : [`the hint is ${report.hint}`]),
    ...(report.spent.requests <= 2 ? [] : [`${report.spent.requests} requests were sent`]),
    ...changes,
  ])
}
