import { createMockService } from '@wfhost/mock-server'
import { brokenServers } from '../broken-servers.ts'
import { createContractWorld } from '../local/contract-world.ts'
import { checkService } from './check-service.ts'
import type { SelfTest } from './self-test.ts'

/** Each server with one defect fails the check that is meant for it, and not by silence. */
export const mutants: SelfTest = {
  name: 'each server with one defect fails the check meant for it',
  run: async () => {
    const failures: string[] = []
    for (const { breakService, defect, foundBy } of brokenServers) {
      const id = foundBy.toLowerCase()
      const { report, unreachable } = await checkService(breakService(createMockService(createContractWorld())), [id])
      const verdict = report.checks.find((check) => check.id === id)?.verdict
      if (verdict !== 'fail' || unreachable) failures.push(`${defect}: ${id} is ${verdict ?? 'missing'}`)
    }
    return { cases: brokenServers.length, failures }
  },
}
