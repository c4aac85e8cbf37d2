import { contractFixtures, localSettleMs } from '../../../../proof/contract-world.ts'
import {
  intercept,
  type Mutant,
  type MutantResponse,
  mutantsOf,
  onBody,
  onRequest,
  parseObject,
  refuse,
  tokenOf,
  type Upstream,
  withKey,
} from '../../../../proof/mutants/mutant.ts'
import { moment } from './concurrent-requests.mutants.ts'

const execute = ['execute'] as const

/** Servers that execute something else, or take the wrong credits for it. */
export const executions: readonly Mutant[] = [
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
    'an execution takes a credit for each five hundred characters': intercept(execute, async (request, upstream) => {
      charge(upstream, -Math.trunc(request.text.length / 500))
      return upstream.pass()
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
  {
    defect: 'only one of two concurrent executions takes a credit',
    foundBy: 'EXE-CREDIT.parallel',
    remembers: true,
    mutate: intercept(execute, async (request, upstream) => {
      const { pass, service } = upstream
      if (tokenOf(request) !== 'host-acme-default') return pass()
      const response = await pass()
      // Read before, and written after.
      charge(upstream, 1)
      const balance = service.creditBalance('acme')
      await moment()
      service.setCredits('acme', balance - 1)
      return response
    }),
  },
  {
    defect: 'only the payer of the last execution is known',
    foundBy: 'EXE-CREDIT.parallel',
    remembers: true,
    mutate: (service) => {
      let payer = ''
      return intercept(execute, async (request, upstream) => {
        const own = tokenOf(request).includes('globex') ? 'globex' : 'acme'
        payer = own
        await moment()
        const response = await upstream.pass()
        if (payer === own || response.status !== 200) return response
        charge(upstream, 1, own)
        charge(upstream, -1, payer)
        return response
      })(service)
    },
  },
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
  {
    defect: 'an execution returns the cached result of the first execution of its tool',
    foundBy: 'EXE-ENDPOINT',
    remembers: true,
    fixtures: { execute: { ...contractFixtures.execute, pointer: '/result/sent' } },
    mutate: (service) => {
      const kept = new Map<unknown, MutantResponse>()
      return intercept(execute, async ({ text }, { pass }) => {
        const { tool } = parseObject(text) ?? {}
        const response = kept.get(tool) ?? (await pass())
        kept.set(tool, response)
        return response
      })(service)
    },
  },
  ...mutantsOf('EXE-ENDPOINT', {
    'the arguments of an execution are dropped': onRequest(execute, ({ text }) => ({ text: text.replace('needle-7f3', '') })),
    'the result of an execution is not sent': onBody(execute, () => ({ status: 'success' })),
    'all executions have the same result': onBody(execute, () => ({ status: 'success', result: { sent: 'Hello' } })),
    'the execute endpoint is not there': refuse({ at: 'execute', status: 404 }, () => true),
  }),
  {
    defect: 'an execution sees the variables of the default profile',
    foundBy: 'HOST-ENV.variables',
    mutate: withDefaultEnvironment(['execute']),
  },
  {
    defect: 'the manifest lists the versions of the default profile',
    foundBy: 'HOST-ENV',
    mutate: withDefaultEnvironment(['public manifest']),
  },
  {
    defect: 'an execution sees no variables',
    foundBy: 'HOST-ENV.variables',
    mutate: onBody(execute, (body) => (String(body['result']).startsWith('sender-of') ? { ...body, result: null } : body)),
  },
  executesVersion('the latest version is executed', '2.0.0'),
  executesVersion('the first version is executed', '1.0.0'),
  executesVersion('the version of the default profile is executed for every key', '1.2.0'),
  executesVersion('the version that is executed is not known', undefined),
  {
    ...executesVersion('the version that is executed stands somewhere else than it is said to', '1.2.0'),
    fixtures: { executeVersion: { ...contractFixtures.executeVersion, pointer: '/result/version' } },
  },
  {
    defect: 'the result of an execution is at another place than the declared pointer',
    foundBy: 'EXE-ENDPOINT',
    fixtures: { execute: { ...contractFixtures.execute, pointer: '/result/sent' } },
    mutate: onBody(execute, (body) => ({ ...body, result: null, echo: body['result'] })),
  },
  {
    defect: 'the result of an execution is a part of a longer text',
    foundBy: 'EXE-ENDPOINT',
    fixtures: { execute: { ...contractFixtures.execute, pointer: '/result/sent' } },
    mutate: onBody(execute, (body) => ({ ...body, result: { sent: `cannot send needle-7f3` } })),
  },
]

/** Executes this version, regardless of the environment of the key. */
function executesVersion(defect: string, version: string | undefined): Mutant {
  const mutate = onBody(execute, (body, { text }) => (text.includes('"version"') ? { ...body, result: version ?? null } : body))
  return { defect, foundBy: 'HOST-ENV.version', mutate }
}

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

/** Adds to the credits of an organization, or takes some. */
function charge({ service }: Upstream, credits: number, organization = 'acme'): void {
  service.setCredits(organization, service.creditBalance(organization) + credits)
}

/** Replaces the key of another environment by the key of the default environment. */
function withDefaultEnvironment(places: Parameters<typeof onRequest>[0]): Mutant['mutate'] {
  return onRequest(places, (request) => withKey(request, tokenOf(request).replace('staging', 'default')))
}
