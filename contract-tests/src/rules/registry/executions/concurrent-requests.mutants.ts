import { bearerOf, intercept, type Mutant, type MutantRequest, tokenOf, withKey } from '../../../../proof/mutants/mutant.ts'
import { overlapping, waitBriefly } from '../../../../proof/mutants/parts/concurrency.ts'
import { charge } from '../../../../proof/mutants/parts/executions.ts'

const execute = ['execute'] as const

/** Servers that mix up concurrent requests to the registry. */
export const mutants: readonly Mutant[] = [
  {
    defect: 'only one of two concurrent executions takes a credit',
    foundBy: 'EXE-CREDIT.parallel',
    needsOtherRequests: true,
    mutate: intercept(execute, async (request, upstream) => {
      const { pass, service } = upstream
      if (tokenOf(request) !== 'host-acme-default') return pass()
      const response = await pass()
      // Read before, and written after.
      charge(upstream, 1)
      const balance = service.creditBalance('acme')
      await waitBriefly()
      service.setCredits('acme', balance - 1)
      return response
    }),
  },
  {
    defect: 'only the payer of the last execution is known',
    foundBy: 'EXE-CREDIT.parallel',
    needsOtherRequests: true,
    mutate: (service) => {
      let payer = ''
      return intercept(execute, async (request, upstream) => {
        const own = tokenOf(request).includes('globex') ? 'globex' : 'acme'
        payer = own
        await waitBriefly()
        const response = await upstream.pass()
        if (payer === own || response.status !== 200) return response
        charge(upstream, 1, own)
        charge(upstream, -1, payer)
        return response
      })(service)
    },
  },
  {
    defect: 'concurrent executions see the variables of the last key',
    foundBy: 'HOST-ENV.parallel',
    needsOtherRequests: true,
    mutate: ofLastKey('execute'),
  },
  {
    defect: 'concurrent executions get the arguments of the last execution',
    foundBy: 'EXE-ENDPOINT.parallel',
    mutate: (service) => {
      let last = ''
      return intercept(['execute'], async (request, { pass }) => {
        last = request.text
        await waitBriefly()
        return pass({ text: last })
      })(service)
    },
  },
  {
    defect: 'concurrent executions of one tool get the arguments of its last execution',
    foundBy: 'EXE-ENDPOINT.parallel',
    mutate: (service) => {
      let last = ''
      return intercept(['execute'], async (request, { pass }) => {
        if (!request.text.includes('"send"')) return pass()
        last = request.text
        await waitBriefly()
        return pass({ text: last })
      })(service)
    },
  },
  {
    defect: 'concurrent executions take twice the credits',
    foundBy: 'EXE-CREDIT.parallel',
    needsOtherRequests: true,
    mutate: overlapping('execute', (request, { pass, service }) => {
      if (bearerOf(request) === 'host-acme-default') service.setCredits('acme', service.creditBalance('acme') - 1)
      return pass()
    }),
  },
  {
    defect: 'concurrent reads of manifests all return the manifest of the last key',
    foundBy: 'MAN-ORG.parallel',
    needsOtherRequests: true,
    mutate: ofLastKey('public manifest'),
  },
]

/** Treats each of several concurrent requests as if it had the key of the last one. */
function ofLastKey(place: MutantRequest['place']): Mutant['mutate'] {
  return (service) => {
    const state = { key: '' }
    return intercept([place], async (request, { pass }) => {
      state.key = bearerOf(request)
      await waitBriefly()
      return pass(withKey(request, state.key))
    })(service)
  }
}
