import type { MockService } from '@wfhost/mock-server'
import { contractFixtures } from '../../../../proof/contract-world.ts'
import {
  flowIdOf,
  intercept,
  isResult,
  type Mutant,
  type MutantRequest,
  type MutantResponse,
  parseObject,
  withKey,
} from '../../../../proof/mutants/mutant.ts'
import { waitBriefly } from '../../../../proof/mutants/parts/concurrency.ts'
import { sharesResponses } from '../../../../proof/mutants/parts/runs.ts'

/** Servers that mix up concurrent runs. */
export const mutants: readonly Mutant[] = [
  {
    defect: 'two concurrent runs both get the result of the later run',
    foundBy: 'RUN-RESULT.parallel',
    needsOtherRequests: true,
    mutate: (service) => {
      const state: { latest?: Promise<MutantResponse> } = {}
      return intercept(['run'], async (_request, { pass }) => {
        const own = pass()
        state.latest = own
        await own
        await waitBriefly()
        return state.latest
      })(service)
    },
  },
  sharesResponses('a run that is sent while an equal run is in progress gets the response to that run', 'RUN-ENDPOINT.parallel'),
  {
    defect: 'concurrent runs get their results in reverse',
    foundBy: 'RUN-RESULT.parallel',
    needsOtherRequests: true,
    mutate: (service) => {
      const underWay: Promise<MutantResponse>[] = []
      return intercept(['run'], async (_request, { pass }) => {
        underWay.push(pass())
        await waitBriefly()
        // The last one gets the first result.
        return underWay.pop() ?? pass()
      })(service)
    },
  },
  keptByOne('that a workflow is published', ({ status }) => status === 200),
  keptByOne('that a workflow is not published', ({ status }) => status === 404),
  {
    defect: 'a run has the error of a concurrent failed run',
    foundBy: 'RUN-STATUS.parallel',
    needsOtherRequests: true,
    mutate: (service) => {
      let underWay = 0
      return intercept(['run'], async (request, { pass }) => {
        const fails = flowIdOf(request) === 'failing'
        if (fails) underWay += 1
        const response = await (underWay > 0 && !fails ? pass(toFailing(request, service)) : pass())
        await waitBriefly()
        if (fails) underWay -= 1
        return response
      })(service)
    },
  },
  {
    defect: 'concurrent runs have the steps of the last run',
    foundBy: 'RUN-STEPS.parallel',
    needsOtherRequests: true,
    mutate: (service) => {
      let last: unknown
      return intercept(['run'], async (_request, { pass }) => {
        const response = await pass()
        const body = parseObject(response.text)
        if (!isResult(body)) return response
        last = body['stepOutputs']
        await waitBriefly()
        return { ...response, text: JSON.stringify({ ...body, stepOutputs: last }) }
      })(service)
    },
  },
]

/** The request as one that runs the failing workflow. */
function toFailing(request: MutantRequest, service: MockService): Partial<MutantRequest> {
  const url = new URL(request.url)
  url.pathname = url.pathname.replace(/flows\/[^/]+/, 'flows/failing')
  return { url, ...withKey(request, service.workflowKey('failing')), text: '{"args":[]}' }
}

function keptByOne(what: string, keeps: (response: MutantResponse) => boolean): Mutant {
  const mutate = (service: MockService): MockService => {
    let kept: MutantResponse | undefined
    let turn = 0
    return intercept(['run'], async (request, { pass }) => {
      if (flowIdOf(request) !== contractFixtures.publishableFlowId) return pass()
      turn += 1
      if (turn % 2 === 0) return pass()
      const response = kept ?? (await pass())
      if (keeps(response)) kept = response
      return response
    })(service)
  }
  return { defect: `one of two processes caches ${what}`, foundBy: 'KEY-CREATED.parallel', needsOtherRequests: true, mutate }
}
