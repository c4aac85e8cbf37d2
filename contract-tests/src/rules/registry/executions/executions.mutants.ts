import { contractFixtures } from '../../../../proof/contract-world.ts'
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
} from '../../../../proof/mutants/mutant.ts'
import { atResult, executeWithRegistryKey, withDefaultEnvironment } from '../../../../proof/mutants/parts/executions.ts'

const execute = ['execute'] as const

/** Servers that execute something else, or with the variables of another profile. */
export const mutants: readonly Mutant[] = [
  {
    defect: 'an execution returns the cached result of the first execution of its tool',
    foundBy: 'EXE-ENDPOINT',
    needsOtherRequests: true,
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
  {
    defect: 'an execution finds a tool set of another organization if its own has no tool set with that name',
    foundBy: 'HOST-KEY.execute',
    fixtures: { executeVersion: atResult },
    mutate: executeWithRegistryKey('host-initech-default'),
  },
  ...(['HOST-ENV.variables', 'HOST-ENV.version'] as const).map(
    (foundBy): Mutant => ({
      defect: `a key of another profile than the default executes nothing, which ${foundBy} must find`,
      foundBy,
      mutate: refuse({ at: 'execute', status: 403 }, (request) => tokenOf(request) === contractFixtures.otherEnvironment.key),
    }),
  ),
  {
    defect: 'a version before the published version is executed',
    foundBy: 'HOST-ENV.version',
    mutate: onBody(execute, (body) => (body['result'] === '1.2.0' ? { ...body, result: '1.2.0-rc.1' } : body)),
  },
  {
    defect: 'an execution finds tool sets only by their names',
    foundBy: 'HOST-KEY.execute',
    fixtures: { executeVersion: atResult },
    mutate: executeWithRegistryKey(contractFixtures.otherOrganization.key),
  },
]

/** Executes this version, regardless of the environment of the key. */
function executesVersion(defect: string, version: string | undefined): Mutant {
  const mutate = onBody(execute, (body, { text }) => (text.includes('"version"') ? { ...body, result: version ?? null } : body))
  return { defect, foundBy: 'HOST-ENV.version', mutate }
}
