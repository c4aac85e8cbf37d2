import { createMockService, type MockService } from '@wfhost/mock-server'
import type { ServerDescription } from '../../src/engine/check-server.ts'
import { createContractWorld } from '../../src/local/contract-world.ts'
import { formatAll } from '../../src/reports/report-formats.ts'
import { brokenServers } from '../mutants/mutants.ts'
import { unreachedServers } from '../mutants/unreached.ts'
import { checkService } from './check-service.ts'
import { findDisagreements } from './reports/find-disagreements.ts'
import { loadValidators, type Validators } from './reports/load-validators.ts'
import { caseResult, type SelfTest, type SelfTestCase } from './self-test.ts'

/** Every report of very different runs is what the schema of its format says, and all of one run count the same. */
export const reports: SelfTest = {
  id: 'reports',
  statement: 'every report is valid, and all reports of one run show the same counts',
  listCases: async () => {
    const validators = await loadValidators()
    return runs().map((run) => ({ name: run.name, run: () => tryRun(run, validators) }))
  },
}

interface Run extends Pick<SelfTestCase, 'name'> {
  readonly service?: ((service: MockService) => MockService) | undefined
  readonly options?: Partial<ServerDescription>
}

function runs(): Run[] {
  const entry = { check: 'run-error', reason: 'ticket 17', owner: 'ada', expires: '2999-12-31' }
  const odd = '</script> ]]> | `x` "quoted" \u001b[31m \u202e \u0000 😀'
  return [
    { name: 'a run on a server without a defect' },
    { name: 'a run that may do nothing', options: { allow: [] } },
    { name: 'a run on a target that declares nothing', options: { fixtures: {}, hooks: {} } },
    { name: 'a run of one profile', options: { profiles: ['keys'] } },
    {
      name: 'a run whose budget is used up',
      options: { limits: { maxRuns: 3, maxExecutions: 1, requestsPerSecond: undefined } },
    },
    ...unreachedServers.slice(0, 3).map(({ replaceService, what }) => ({
      name: `a run on ${what}`,
      service: replaceService,
      options: { timeoutMs: 20 },
    })),
    {
      name: 'a run whose claims are not kept',
      options: { claims: { failedRunStatus: 422, runIdField: '/x', defaultMode: 'async' } },
    },
    { name: 'a run with a known failure', service: brokenServers[0]?.breakService, options: { baseline: [entry] } },
    { name: 'a run on a server with an odd name', options: { name: odd } },
    {
      name: 'a run on a server that says odd things',
      service: (service) => ({ ...service, fetch: async () => new Response(odd) }),
    },
    { name: 'a run whose hooks fail', options: { hooks: { creditBalance: () => Promise.reject(new Error(odd)) } } },
    ...brokenServers
      .filter((_, index) => index % 20 === 0)
      .map(({ breakService, defect }) => ({ name: `a run on a server with a defect: ${defect}`, service: breakService })),
  ]
}

async function tryRun({ options, service = (same) => same }: Run, validators: Validators): ReturnType<SelfTestCase['run']> {
  const { report } = await checkService(service(createMockService(createContractWorld())), options)
  const texts = formatAll(report)
  const invalid = await Promise.all(
    (['json', 'sarif', 'ctrf', 'junit'] as const).map(async (name) => {
      const problems = await validators[name](texts[name])
      return problems.map((problem) => `${name} is not valid: ${problem}`)
    }),
  )
  return caseResult('valid and equal in all formats', [...invalid.flat(), ...findDisagreements(report, texts)])
}
