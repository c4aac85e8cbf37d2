import { createMockService } from '@wfhost/mock-server'
import { checks } from '../../src/engine/checks.ts'
import { createContractWorld } from '../../src/local/contract-world.ts'
import { checkService } from './check-service.ts'
import { caseResult, type SelfTest } from './self-test.ts'

/** A server without a defect passes every check, each alone and all one after another. */
export const faultless: SelfTest = {
  id: 'faultless',
  statement: 'a server without a defect passes every check',
  listCases: () => [
    ...checks.map(({ force, id }) => ({
      name: `${id} alone`,
      run: async () => {
        const { report } = await checkService(createMockService(createContractWorld()), { only: [id] })
        const [check] = report.checks
        const wanted = force === 'observe' ? 'observed' : 'pass'
        const problems = check?.verdict === wanted ? [] : [`it is ${check?.verdict ?? 'missing'}: ${check?.message}`]
        return caseResult(force === 'observe' ? 'observed' : 'passed', problems)
      },
    })),
    {
      name: 'all one after another',
      run: async () => {
        const { report } = await checkService(createMockService(createContractWorld()))
        const others = report.checks.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'observed')
        const verdict = report.verdict === 'CONFORMANT' ? [] : [`the verdict is ${report.verdict}`]
        return caseResult('conformant', [...verdict, ...others.map(({ id, message }) => `${id}: ${message}`)])
      },
    },
  ],
}
