import { contractFixtures, localSettleMs } from '../../../../proof/contract-world.ts'
import { intercept, type Mutant, type MutantResponse, mutantsOf, parseObject, tokenOf } from '../../../../proof/mutants/mutant.ts'
import { charge } from '../../../../proof/mutants/parts/executions.ts'
import { longTextsForMeters } from '../../../catalogues/values/long-texts.ts'

const execute = ['execute'] as const

/** Servers that take the wrong credits for an execution. */
export const mutants: readonly Mutant[] = [
  ...longTextsForMeters.map(
    ({ length, source }): Mutant => ({
      defect: `an execution takes a credit for each ${length} characters (${source})`,
      foundBy: 'EXE-CREDIT',
      mutate: intercept(execute, async (request, upstream) => {
        charge(upstream, -Math.trunc(request.text.length / length))
        return upstream.pass()
      }),
    }),
  ),
  chargesCredits('EXE-CREDIT', { defect: 'an execution takes two credits', on: 'success', add: -1 }),
  chargesCredits('EXE-CREDIT', { defect: 'an execution takes no credit', on: 'success', add: 1 }),
  chargesCredits('EXE-CREDIT', { defect: 'an execution adds a credit', on: 'success', add: 2 }),
  chargesCredits('EXE-CREDIT-FAILED', { defect: 'a failed execution takes a credit', on: 'failed', add: -1 }),
  chargesCredits('EXE-CREDIT-FAILED', { defect: 'a failed execution gives a credit back', on: 'failed', add: 1 }),
  ...mutantsOf('EXE-CREDIT-FAILED', {
    'an execution of an unknown tool in a known tool set takes a credit': intercept(execute, async (request, upstream) => {
      const response = await upstream.pass()
      const isKnown = parseObject(request.text)?.['toolset'] === 'mail'
      if (response.status === 404 && isKnown) charge(upstream, -1)
      return response
    }),
    'an execution of an unpublished tool set takes a credit': intercept(execute, async (request, upstream) => {
      if (tokenOf(request) === contractFixtures.nothingPublished.key) charge(upstream, -1)
      return upstream.pass()
    }),
    'an execution takes its credit before its payload is read': intercept(execute, async (request, upstream) => {
      const isRead = parseObject(request.text) !== undefined
      if (!isRead && tokenOf(request) === 'host-acme-default') charge(upstream, -1)
      return upstream.pass()
    }),
    'an execution with a key that is nearly right takes a credit': intercept(execute, async (request, upstream) => {
      if (tokenOf(request) === 'host-acme-defaultx') charge(upstream, -1)
      return upstream.pass()
    }),
    'a failed execution takes a credit a little later': intercept(execute, async (_request, upstream) => {
      const response = await upstream.pass()
      if (parseObject(response.text)?.['status'] === 'failed') later(() => charge(upstream, -1))
      return response
    }),
  }),
  ...mutantsOf('EXE-CREDIT', {
    'an execution takes a second credit a little later': intercept(execute, async (_request, upstream) => {
      const response = await upstream.pass()
      later(() => charge(upstream, -1))
      return response
    }),
    'the credit is taken from another organization': intercept(execute, async (_request, upstream) => {
      const response = await upstream.pass()
      charge(upstream, 1)
      charge(upstream, -1, 'globex')
      return response
    }),
    'an execution takes the credit of the organization that owns the tool set': intercept(execute, (request, upstream) => {
      if (tokenOf(request) === 'host-globex-default') charge(upstream, -1)
      return upstream.pass()
    }),
    'only the first execution takes a credit': (service) => {
      let executed = 0
      return intercept(execute, async (_request, upstream) => {
        const response = await upstream.pass()
        executed += 1
        if (executed > 1) charge(upstream, 1)
        return response
      })(service)
    },
  }),
  chargesCredits('EXE-CREDIT-FAILED', { defect: 'an execution of an unknown tool takes a credit', on: 'unknown', add: -1 }),
  ...mutantsOf('EXE-CREDIT', {
    'an execution with a key of another environment takes no credit': intercept(execute, async (request, upstream) => {
      const response = await upstream.pass()
      if (tokenOf(request) === 'host-acme-staging') charge(upstream, 1)
      return response
    }),
    'one tool of a tool set takes no credit': intercept(execute, async (request, upstream) => {
      const response = await upstream.pass()
      if (parseObject(request.text)?.['tool'] === 'version') charge(upstream, 1)
      return response
    }),
    'reading the manifest takes a credit': intercept(['public manifest'], (_request, upstream) => {
      charge(upstream, -1)
      return upstream.pass()
    }),
    'reading the manifest of an organization takes a credit': intercept(['organization manifest'], (_request, upstream) => {
      charge(upstream, -1)
      return upstream.pass()
    }),
  }),
]

function chargesCredits(
  foundBy: Mutant['foundBy'],
  { add, defect, on }: { readonly defect: string; readonly on: string; readonly add: number },
): Mutant {
  const mutate = intercept(execute, async (_request, upstream): Promise<MutantResponse> => {
    const response = await upstream.pass()
    const status = response.status === 404 ? 'unknown' : parseObject(response.text)?.['status']
    if (status === on) charge(upstream, add)
    return response
  })
  return { defect, foundBy, mutate }
}

/** Does the work after a delay that ends before the last request of the check. */
function later(work: () => void): void {
  setTimeout(work, localSettleMs)
}
