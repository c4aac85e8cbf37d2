import type { MockService } from '@wfhost/mock-server'
import { localSettleMs } from '../../src/local/settle-ms.ts'
import { intercept } from '../mutants/intercept.ts'
import type { LegalVariation } from './legal-variation.ts'

/** Servers on which what was done shows a little later: the source document does not say when. */
export const lateEffects: readonly LegalVariation[] = [
  { variation: 'credits are taken a little later', subject: 'credits', vary: lateCredits },
]

function lateCredits(service: MockService): MockService {
  let shown = service.creditBalance('acme')
  return {
    ...intercept(['execute'], async (_asked, { pass }) => {
      const given = await pass()
      setTimeout(() => {
        shown = service.creditBalance('acme')
      }, localSettleMs)
      return given
    })(service),
    creditBalance: (organization) => (organization === 'acme' ? shown : service.creditBalance(organization)),
  }
}
