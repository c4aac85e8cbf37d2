import { createMockService } from '@wfhost/mock-server'
import { checkService, describeService } from '../proof/contract-server.ts'
import { createContractWorld } from '../proof/contract-world.ts'
import { createSuiteOptions } from '../src/engine/check-server.ts'
import { checks } from '../src/engine/checks.ts'
import { planChecks } from '../src/engine/plan.ts'
import type { TargetFixtures } from '../src/target/target.ts'

/** Lists the blocked checks with their reasons: those of a plan, and those of a run with the same fixtures. */
export async function comparePlanWithRun(
  fixtures: Partial<TargetFixtures>,
): Promise<{ readonly planned: string[]; readonly run: string[] }> {
  const service = createMockService(createContractWorld())
  const options = createSuiteOptions({ ...describeService(service), fixtures })
  const { report } = await checkService(service, { fixtures })

  const plannedChecks = planChecks(checks, options).filter(({ verdict }) => verdict === 'blocked')
  const blockedChecks = report.checks.filter(({ verdict }) => verdict === 'blocked')
  return {
    planned: plannedChecks.map(({ check, reason }) => `${check.id}: ${reason}`),
    run: blockedChecks.map(({ id, message }) => `${id}: ${message}`),
  }
}
