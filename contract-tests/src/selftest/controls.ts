import { createMockService } from '@wfhost/mock-server'
import { createContractWorld } from '../local/contract-world.ts'
import { checkService } from './check-service.ts'
import type { SelfTest } from './self-test.ts'

/** A server without a defect passes every check. */
export const controls: SelfTest = {
  name: 'a server without a defect passes every check',
  run: async () => {
    const { report } = await checkService(createMockService(createContractWorld()))
    const failures = report.checks.flatMap(({ id, message, verdict }) =>
      verdict === 'pass' || verdict === 'observed' ? [] : [`${id} is ${verdict}: ${message}`],
    )
    return { cases: report.checks.length, failures }
  },
}
