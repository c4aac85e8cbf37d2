import { contractFixtures, localSettleMs } from '../contract-world.ts'
import { moment } from './concurrency.ts'
import {
  type Answered,
  type Behind,
  intercept,
  type Mutant,
  mutantsOf,
  onBody,
  onRequest,
  parseObject,
  refuse,
  tokenOf,
  withKey,
} from './mutant.ts'

const execute = ['execute'] as const

/** Servers that execute something else, or take the wrong credits for it. */
export const executions: readonly Mutant[] = [
  chargesCredits('EXE-CREDIT', { defect: 'an execution takes two credits', on: 'success', add: -1 }),
  chargesCredits('EXE-CREDIT', { defect: 'an execution takes no credit', on: 'success', add: 1 }),
  chargesCredits('EXE-CREDIT', { defect: 'an execution adds a credit', on: 'success', add: 2 }),
  chargesCredits('EXE-CREDIT-FAILED', { defect: 'a failed execution takes a credit', on: 'failed', add: -1 }),
  chargesCredits('EXE-CREDIT-FAILED', { defect: 'a failed execution gives a credit back', on: 'failed', add: 1 }),
  ...mutantsOf('EXE-CREDIT-FAILED', {
    'an execution of a tool that its tool set has not takes a credit': intercept(execute, async (asked, behind) => {
      const given = await behind.pass()
      const isKnown = parseObject(asked.text)?.['toolset'] === 'mail'
      if (given.status === 404 && isKnown) charge(behind, -1)
      return given
    }),
    'an execution that no publication allows takes a credit': intercept(execute, async (asked, behind) => {
      if (tokenOf(asked) === contractFixtures.nothingPublished.key) charge(behind, -1)
      return behind.pass()
    }),
    'an execution takes its credit before its payload is read': intercept(execute, async (asked, behind) => {
      const isRead = parseObject(asked.text) !== undefined
      if (!isRead && tokenOf(asked) === 'host-acme-default') charge(behind, -1)
      return behind.pass()
    }),
    'an execution with a key that is nearly right takes a credit': intercept(execute, async (asked, behind) => {
      if (tokenOf(asked) === 'host-acme-defaultx') charge(behind, -1)
      return behind.pass()
    }),
    'a failed execution takes a credit a little later': intercept(execute, async (_asked, behind) => {
      const given = await behind.pass()
      if (parseObject(given.text)?.['status'] === 'failed') later(() => charge(behind, -1))
      return given
    }),
  }),
  ...mutantsOf('EXE-CREDIT', {
    'an execution takes a second credit a little later': intercept(execute, async (_asked, behind) => {
      const given = await behind.pass()
      later(() => charge(behind, -1))
      return given
    }),
    'an execution takes a credit for each five hundred characters': intercept(execute, async (asked, behind) => {
      charge(behind, -Math.trunc(asked.text.length / 500))
      return behind.pass()
    }),
    'the credit is taken from another organization': intercept(execute, async (_asked, behind) => {
      const given = await behind.pass()
      charge(behind, 1)
      charge(behind, -1, 'globex')
      return given
    }),
    'an execution takes the credit of the organization that owns the tool set': intercept(execute, (asked, behind) => {
      if (tokenOf(asked) === 'host-globex-default') charge(behind, -1)
      return behind.pass()
    }),
    'only the first execution takes a credit': (service) => {
      let executed = 0
      return intercept(execute, async (_asked, behind) => {
        const given = await behind.pass()
        executed += 1
        if (executed > 1) charge(behind, 1)
        return given
      })(service)
    },
  }),
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
      charge(behind, 1)
      const balance = service.creditBalance('acme')
      await moment()
      service.setCredits('acme', balance - 1)
      return given
    }),
  },
  {
    defect: 'who pays is known for the last execution only',
    foundBy: 'EXE-CREDIT.parallel',
    remembers: true,
    mutate: (service) => {
      let payer = ''
      return intercept(execute, async (asked, behind) => {
        const own = tokenOf(asked).includes('globex') ? 'globex' : 'acme'
        payer = own
        await moment()
        const given = await behind.pass()
        if (payer === own || given.status !== 200) return given
        charge(behind, 1, own)
        charge(behind, -1, payer)
        return given
      })(service)
    },
  },
  ...mutantsOf('EXE-CREDIT', {
    'an execution with a key of another environment takes no credit': intercept(execute, async (asked, behind) => {
      const given = await behind.pass()
      if (tokenOf(asked) === 'host-acme-staging') charge(behind, 1)
      return given
    }),
    'one tool of a tool set takes no credit': intercept(execute, async (asked, behind) => {
      const given = await behind.pass()
      if (parseObject(asked.text)?.['tool'] === 'version') charge(behind, 1)
      return given
    }),
    'reading the manifest takes a credit': intercept(['public manifest'], (_asked, behind) => {
      charge(behind, -1)
      return behind.pass()
    }),
    'reading the manifest of an organization takes a credit': intercept(['organization manifest'], (_asked, behind) => {
      charge(behind, -1)
      return behind.pass()
    }),
  }),
  {
    defect: 'a tool is answered for with what it gave the first time',
    foundBy: 'EXE-ENDPOINT',
    remembers: true,
    fixtures: { execute: { ...contractFixtures.execute, pointer: '/result/sent' } },
    mutate: (service) => {
      const kept = new Map<unknown, Answered>()
      return intercept(execute, async ({ text }, { pass }) => {
        const { tool } = parseObject(text) ?? {}
        const given = kept.get(tool) ?? (await pass())
        kept.set(tool, given)
        return given
      })(service)
    },
  },
  ...mutantsOf('EXE-ENDPOINT', {
    'the arguments of an execution are dropped': onRequest(execute, ({ text }) => ({ text: text.replace('needle-7f3', '') })),
    'the result of an execution is not sent': onBody(execute, () => ({ status: 'success' })),
    'executions have one canned result': onBody(execute, () => ({ status: 'success', result: { sent: 'Hello' } })),
    'the execute endpoint is not there': refuse({ at: 'execute', status: 404 }, () => true),
  }),
  {
    defect: 'an execution sees the variables of the default profile',
    foundBy: 'HOST-ENV.variables',
    mutate: asDefault(['execute']),
  },
  {
    defect: 'the manifest lists the versions of the default profile',
    foundBy: 'HOST-ENV',
    mutate: asDefault(['public manifest']),
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
    defect: 'the result of an execution stands somewhere else than it is said to',
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
  const mutate = intercept(execute, async (_asked, behind): Promise<Answered> => {
    const given = await behind.pass()
    const status = given.status === 404 ? 'unknown' : parseObject(given.text)?.['status']
    if (status === on) charge(behind, add)
    return given
  })
  return { defect, foundBy, mutate }
}

/** In a moment that is over before the check asks for the last time. */
function later(work: () => void): void {
  setTimeout(work, localSettleMs)
}

/** Adds to the credits of an organization, or takes some. */
function charge({ service }: Behind, credits: number, organization = 'acme'): void {
  service.setCredits(organization, service.creditBalance(organization) + credits)
}

function asDefault(places: Parameters<typeof onRequest>[0]): Mutant['mutate'] {
  return onRequest(places, (asked) => withKey(asked, tokenOf(asked).replace('staging', 'default')))
}
