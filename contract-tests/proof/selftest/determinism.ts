import { createHash } from 'node:crypto'
import { createMockService } from '@wfhost/mock-server'
import type { ConformanceReport } from '../../src/engine/conformance-report.ts'
import { createContractWorld } from '../../src/local/contract-world.ts'
import { checkService } from './check-service.ts'
import { caseResult, type SelfTest } from './self-test.ts'

const repeats = 100

/** The same server gives the same report, times aside. */
export const determinism: SelfTest = {
  id: 'determinism',
  statement: `${repeats} runs on servers with the same seed give the same report, apart from times`,
  atOnce: 10,
  listCases: () => {
    let first: string | undefined
    return Array.from({ length: repeats }, (_, index) => ({
      name: `run ${index + 1}`,
      run: async () => {
        const { report } = await checkService(createMockService(createContractWorld()))
        const hash = hashOf(report)
        first ??= hash
        return caseResult('equal', hash === first ? [] : ['its report differs from the first one'])
      },
    }))
  },
}

function hashOf(report: ConformanceReport): string {
  const timeless = JSON.stringify(report, (name, value) => (/^(startedAt|durationMs|date)$/.test(name) ? undefined : value))
  return createHash('sha256').update(timeless).digest('hex')
}
