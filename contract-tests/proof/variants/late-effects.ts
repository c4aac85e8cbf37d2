import type { MockService } from '@wfhost/mock-server'
import { localSettleMs } from '../contract-world.ts'
import { intercept } from '../mutants/mutant.ts'
import type { Variant } from './variant.ts'

/** Servers on which effects show a little later. The source document does not state how soon they show. */
export const lateEffects: readonly Variant[] = [
  { variation: 'credits are taken a little later', subject: 'credits', vary: lateCredits },
  { variation: 'publications show a little later', subject: 'publication', vary: latePublications },
  { variation: 'two copies take turns, and one of them shows publications later', subject: 'publication', vary: lateCopy },
]

function lateCredits(service: MockService): MockService {
  let output = service.creditBalance('acme')
  return {
    ...intercept(['execute'], async (_request, { pass }) => {
      const response = await pass()
      setTimeout(() => {
        output = service.creditBalance('acme')
      }, localSettleMs)
      return response
    })(service),
    creditBalance: (organization) => (organization === 'acme' ? output : service.creditBalance(organization)),
  }
}

function latePublications(service: MockService): MockService {
  const hidden = new Set<string>()
  const late: { readonly at: number; readonly show: () => void }[] = []
  // By the clock, as timers of several lengths may end in another order on a busy machine.
  const later = (show: () => void): void => void late.push({ at: performance.now() + localSettleMs / 2, show })
  return {
    ...service,
    fetch: async (request) => {
      while (late[0] !== undefined && late[0].at <= performance.now()) late.shift()?.show()
      const flowId = /\/flows\/([^/]+)\//.exec(request.url)?.[1] ?? ''
      return hidden.has(flowId) ? Response.json({ message: 'Not found' }, { status: 404 }) : service.fetch(request)
    },
    publishToolset: (...publication) => later(() => service.publishToolset(...publication)),
    publishWorkflow: (flowId) => {
      // Earlier changes take effect before this publication.
      for (const { show } of late.splice(0)) show()
      if (service.workflowKey(flowId) === undefined) hidden.add(flowId)
      later(() => hidden.delete(flowId))
      return service.publishWorkflow(flowId)
    },
    unpublishWorkflow: (flowId) => later(() => service.unpublishWorkflow(flowId)),
  }
}

function lateCopy(service: MockService): MockService {
  const kept = new Map<string, Response>()
  let until = 0
  let turn = 0
  return {
    ...service,
    fetch: async (request) => {
      if (request.method !== 'GET') return service.fetch(request)
      const name = [request.url, request.headers.get('authorization'), request.headers.get('cookie')].join(' ')
      const isLate = performance.now() < until
      turn += 1
      const response = (isLate && turn % 2 === 0 && kept.get(name)) || (await service.fetch(request))
      if (!isLate) kept.set(name, response)
      return response.clone()
    },
    publishToolset: (...publication) => {
      until = performance.now() + localSettleMs / 2
      return service.publishToolset(...publication)
    },
  }
}
