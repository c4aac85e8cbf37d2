import { localSettleMs } from '../contract-world.ts'
import {
  type Answered,
  answer,
  type Behind,
  intercept,
  type Mutant,
  onBody,
  onRequest,
  onStatus,
  parseObject,
  refuse,
  tokenOf,
  withKey,
} from './mutant.ts'

const execute = ['execute'] as const

/** For two executions that are sent at once to be under way at once. */
const longEnoughMs = 30

/** Servers that execute something else, or take the wrong credits for it. */
export const executions: readonly Mutant[] = [
  chargesCredits('EXE-CREDIT', { defect: 'an execution takes two credits', on: 'success', add: -1 }),
  chargesCredits('EXE-CREDIT', { defect: 'an execution takes no credit', on: 'success', add: 1 }),
  chargesCredits('EXE-CREDIT', { defect: 'an execution adds a credit', on: 'success', add: 2 }),
  chargesCredits('EXE-CREDIT-FAILED', { defect: 'a failed execution takes a credit', on: 'failed', add: -1 }),
  chargesCredits('EXE-CREDIT-FAILED', { defect: 'a failed execution gives a credit back', on: 'failed', add: 1 }),
  {
    defect: 'a failed execution takes a credit a little later',
    foundBy: 'EXE-CREDIT-FAILED',
    mutate: intercept(execute, async (_asked, behind) => {
      const given = await behind.pass()
      if (parseObject(given.text)?.['status'] === 'failed') later(() => charge(behind, { organization: 'acme', credits: -1 }))
      return given
    }),
  },
  {
    defect: 'an execution takes a second credit a little later',
    foundBy: 'EXE-CREDIT',
    mutate: intercept(execute, async (_asked, behind) => {
      const given = await behind.pass()
      later(() => charge(behind, { organization: 'acme', credits: -1 }))
      return given
    }),
  },
  {
    defect: 'the credit is taken from another organization',
    foundBy: 'EXE-CREDIT',
    mutate: intercept(execute, async (_asked, behind) => {
      const given = await behind.pass()
      charge(behind, { organization: 'acme', credits: 1 })
      charge(behind, { organization: 'globex', credits: -1 })
      return given
    }),
  },
  {
    defect: 'an execution takes the credit of the organization that owns the tool set',
    foundBy: 'EXE-CREDIT',
    mutate: intercept(execute, (asked, behind) => {
      if (tokenOf(asked) === 'host-globex-default') charge(behind, { organization: 'acme', credits: -1 })
      return behind.pass()
    }),
  },
  {
    defect: 'only the first execution takes a credit',
    foundBy: 'EXE-CREDIT',
    mutate: (service) => {
      let executed = 0
      return intercept(execute, async (_asked, behind) => {
        const given = await behind.pass()
        executed += 1
        if (executed > 1) charge(behind, { organization: 'acme', credits: 1 })
        return given
      })(service)
    },
  },
  chargesCredits('EXE-CREDIT-FAILED', { defect: 'an execution of an unknown tool takes a credit', on: 'unknown', add: -1 }),
  {
    defect: 'of two executions at once only one takes a credit',
    foundBy: 'EXE-CREDIT.parallel',
    remembers: true,
    mutate: intercept(execute, async (asked, behind) => {
      const { pass, service } = behind
      if (tokenOf(asked) !== 'host-acme-default') return pass()
      const given = await pass()
      // Read before, and written after.
      charge(behind, { organization: 'acme', credits: 1 })
      const balance = service.creditBalance('acme')
      await new Promise((resolve) => setTimeout(resolve, longEnoughMs))
      service.setCredits('acme', balance - 1)
      return given
    }),
  },
  {
    defect: 'an execution with a key of another environment takes no credit',
    foundBy: 'EXE-CREDIT',
    mutate: intercept(execute, async (asked, behind) => {
      const given = await behind.pass()
      if (tokenOf(asked) === 'host-acme-staging') charge(behind, { organization: 'acme', credits: 1 })
      return given
    }),
  },
  {
    defect: 'reading the manifest takes a credit',
    foundBy: 'EXE-CREDIT',
    mutate: intercept(['public manifest'], (_asked, behind) => {
      charge(behind, { organization: 'acme', credits: -1 })
      return behind.pass()
    }),
  },
  {
    defect: 'the arguments of an execution are dropped',
    foundBy: 'EXE-ENDPOINT',
    mutate: onRequest(execute, ({ text }) => ({ text: text.replace('needle-7f3', '') })),
  },
  {
    defect: 'the result of an execution is not sent',
    foundBy: 'EXE-ENDPOINT',
    mutate: onBody(execute, () => ({ status: 'success' })),
  },
  {
    defect: 'executions have one canned result',
    foundBy: 'EXE-ENDPOINT',
    mutate: onBody(execute, () => ({ status: 'success', result: { sent: 'Hello' } })),
  },
  {
    defect: 'the execute endpoint is not there',
    foundBy: 'EXE-ENDPOINT',
    mutate: refuse({ at: 'execute', status: 404 }, () => true),
  },
  { defect: 'an execution sees the variables of the default profile', foundBy: 'HOST-ENV', mutate: asDefault(['execute']) },
  {
    defect: 'the manifest lists the versions of the default profile',
    foundBy: 'HOST-ENV',
    mutate: asDefault(['public manifest']),
  },
  {
    defect: 'an execution sees no variables',
    foundBy: 'HOST-ENV',
    mutate: onBody(execute, (body) => (String(body['result']).startsWith('sender-of') ? { ...body, result: null } : body)),
  },
  acceptsKey('the key of an execution is not looked at', { at: 'execute', when: () => true }),
  acceptsKey('the key of the public manifest is not looked at', { at: 'public manifest', when: () => true }),
  acceptsKey('the key of the organization manifest is not looked at', { at: 'organization manifest', when: () => true }),
  acceptsKey('a key of a workflow executes tools', { at: 'execute', when: (token) => token.startsWith('key-') }),
  acceptsKey('a key of a workflow reads manifests', { at: 'public manifest', when: (token) => token.startsWith('key-') }),
  acceptsKey('an execution without a key is let in', { at: 'execute', when: (token) => token === '' }),
  acceptsKey('the key of a manifest is compared without regard to case', {
    at: 'public manifest',
    when: (token) => token.toLowerCase() === 'host-acme-default',
  }),
  acceptsKey('the last character of the key of an execution is not looked at', {
    at: 'execute',
    when: (token) => token.slice(0, -1) === 'host-acme-defaul',
  }),
  acceptsKey('the end of the key of a manifest may be missing', {
    at: 'organization manifest',
    when: (token) => token === 'host-acme-defaul',
  }),
  acceptsKey('the key of an execution may go on after its end', {
    at: 'execute',
    when: (token) => token.startsWith('host-acme-default'),
  }),
  {
    defect: 'a key of an execution is accepted in a header of its own',
    foundBy: 'HOST-401',
    mutate: onRequest(execute, (asked) =>
      tokenOf(asked) === '' ? withKey(asked, asked.headers.get('x-api-key') ?? undefined) : undefined,
    ),
  },
  {
    defect: 'what follows the key of a manifest is not looked at',
    foundBy: 'HOST-401',
    mutate: onRequest(['public manifest'], (asked) => withKey(asked, asked.headers.get('authorization')?.split(' ')[1])),
  },
  {
    defect: 'an invalid key of an execution gets 403',
    foundBy: 'HOST-401',
    mutate: onStatus({ at: execute, status: 401 }, 403),
  },
  {
    defect: 'an invalid key of a manifest gets 400',
    foundBy: 'HOST-401',
    mutate: onStatus({ at: ['public manifest'], status: 401 }, 400),
  },
  {
    defect: 'an invalid key of a manifest is told that there are no tool sets',
    foundBy: 'HOST-401',
    mutate: intercept(['public manifest'], async (_asked, { pass }) => {
      const given = await pass()
      return given.status === 401 ? answer(400, { message: 'No published toolsets' }) : given
    }),
  },
]

function chargesCredits(
  foundBy: Mutant['foundBy'],
  { add, defect, on }: { readonly defect: string; readonly on: string; readonly add: number },
): Mutant {
  const mutate = intercept(execute, async (_asked, behind): Promise<Answered> => {
    const given = await behind.pass()
    const status = given.status === 404 ? 'unknown' : parseObject(given.text)?.['status']
    if (status === on) charge(behind, { organization: 'acme', credits: add })
    return given
  })
  return { defect, foundBy, mutate }
}

/** In a moment that is over before the check asks for the last time. */
function later(work: () => void): void {
  setTimeout(work, localSettleMs)
}

function charge({ service }: Behind, by: { readonly organization: string; readonly credits: number }): void {
  service.setCredits(by.organization, service.creditBalance(by.organization) + by.credits)
}

function asDefault(places: Parameters<typeof onRequest>[0]): Mutant['mutate'] {
  return onRequest(places, (asked) => withKey(asked, tokenOf(asked).replace('staging', 'default')))
}

function acceptsKey(
  defect: string,
  { at, when }: { readonly at: Parameters<typeof onRequest>[0][number]; readonly when: (token: string) => boolean },
): Mutant {
  const mutate = onRequest([at], (asked) => (when(tokenOf(asked)) ? withKey(asked, 'host-acme-default') : undefined))
  return { defect, foundBy: 'HOST-401', mutate }
}
