import { createMockService } from '@wfhost/mock-server'
import { describe, expect, test } from 'vitest'
import { checkService, runCommandLine } from '../../proof/contract-server.ts'
import { contractFixtures, createContractWorld } from '../../proof/contract-world.ts'
import { type Change, flowIdOf, intercept, respond } from '../../proof/mutants/mutant.ts'
import type { ServerDescription } from '../../src/engine/server-description.ts'
import type { Fixtures } from '../../src/target/target.ts'
import { openWorld } from '../for-one-test.ts'

const { execute, executeEnvironment, executeVersion, falsyOutputs, organization, typed } = contractFixtures
const unbroken: Change = (service) => service

/** Checks a server whose configuration has one broken fixture. Returns the causes of the failed and blocked checks. */
async function findCauses(broken: Partial<Fixtures>, options: Partial<ServerDescription> & { readonly change?: Change } = {}) {
  const { change = unbroken, ...others } = options
  const service = change(createMockService(createContractWorld()))
  const { report } = await checkService(service, {
    fixtures: { ...contractFixtures, ...broken },
    quick: true,
    ...others,
  })
  // A hook that gets a wrong flowId fails, and its cause names the hook.
  return report.causes.filter(({ title, verdict }) => verdict !== 'warn' && !title.startsWith('hooks.'))
}

/** Refuses the runs of a workflow with a status. */
function refuseRuns(flowId: string, status: number): Change {
  return intercept(['run'], (request, { pass }) => (flowIdOf(request) === flowId ? respond(status, { message: 'No' }) : pass()))
}

const workflows = ['echo', 'typed', 'failing', 'slow', 'secondWorkflow', 'otherWorkspace'] as const

describe.each(workflows)('only fixtures.%s is blamed', (name) => {
  const { flowId } = contractFixtures[name]
  const path = `fixtures.${name}`

  test.each([
    ['its workflow is not found', { [name]: { ...contractFixtures[name], flowId: 'nowhere' } }, unbroken, 'correct its flowId'],
    ['its workflow is not published', {}, refuseRuns(flowId, 404), `Publish the workflow of ${path}`],
    ['its workflow has another required parameter', {}, refuseRuns(flowId, 400), `Check the arguments of ${path}`],
    ['its key is wrong', { [name]: { ...contractFixtures[name], key: 'of-nobody-1' } }, unbroken, `Check the key of ${path}`],
    ['its key belongs to another workflow', {}, refuseRuns(flowId, 403), `Check the key of ${path}`],
  ])('if %s', async (_, ...[broken, change, remedy]) => {
    const causes = await findCauses(broken, { change })
    expect(new Set(causes.map(({ fixture }) => fixture))).toEqual(new Set([path]))
    expect(causes.map((cause) => cause.remedy).join()).toContain(remedy)
  })
})

const keys = [
  'registry',
  'otherEnvironment',
  'otherOrganization',
  'nothingPublished',
  'organization',
  'unpublishedOrganization',
] as const

test.each(keys)('only fixtures.%s is blamed if its key is wrong', async (name) => {
  const causes = await findCauses({ [name]: { ...contractFixtures[name], key: 'of-nobody-1' } })
  expect(new Set(causes.map(({ fixture }) => fixture))).toEqual(new Set([`fixtures.${name}`]))
  expect(causes.some(({ remedy }) => remedy.includes(`the key of fixtures.${name}`))).toBe(true)
})

const wrongPayload = { toolset: 'nowhere', tool: 'nothing' }

test.each<readonly [path: string, how: string, broken: Partial<Fixtures>, remedy: string]>([
  [
    'fixtures.falsyOutputs[2]',
    'its workflow is not found',
    { falsyOutputs: falsyOutputs.map((each, index) => (index === 2 ? { ...each, flowId: 'nowhere' } : each)) },
    'Publish the workflow of fixtures.falsyOutputs[2]',
  ],
  [
    'fixtures.regenerated',
    'its key is wrong',
    { regenerated: { flowId: 'publishable', key: 'of-nobody-1' }, publishableFlowId: 'draft' },
    'Check the key of fixtures.regenerated',
  ],
  [
    'fixtures.organization',
    'its orgId is wrong',
    { organization: { ...organization, orgId: 'nowhere' } },
    'Check the orgId and the key or session of fixtures.organization',
  ],
  [
    'fixtures.organization',
    'its session is wrong',
    { organization: { ...organization, sessionCookie: 'console_session=of-nobody' } },
    'Check the session of fixtures.organization',
  ],
  [
    'fixtures.execute',
    'its payload is refused',
    { execute: { ...execute, payload: wrongPayload } },
    'Check the payload of fixtures.execute',
  ],
  [
    'fixtures.executeEnvironment',
    'its payload is refused',
    { executeEnvironment: { ...executeEnvironment, payload: wrongPayload } },
    'Check the payload of fixtures.executeEnvironment',
  ],
  [
    'fixtures.executeVersion',
    'its payload is refused',
    { executeVersion: { ...executeVersion, payload: wrongPayload } },
    'Check the payload of fixtures.executeVersion',
  ],
  [
    'fixtures.secondWorkflow',
    'it is the workflow of fixtures.typed, without the required argument',
    { secondWorkflow: { flowId: typed.flowId, key: typed.key } },
    'Check the arguments of fixtures.secondWorkflow',
  ],
])('only %s is blamed if %s', async (path, _, ...[broken, remedy]) => {
  const causes = await findCauses(broken)
  expect(new Set(causes.map(({ fixture }) => fixture))).toEqual(new Set([path]))
  expect(causes.some((cause) => cause.remedy.includes(remedy))).toBe(true)
})

test('blames the fixture of a run, and not a workflow of the contract with the same flowId', async () => {
  const { config } = await openWorld()
  const broken = { ...config, fixtures: { ...contractFixtures, typed: { ...typed, key: 'of-nobody-1' } } }
  const contract = { workflows: { triage: { flowId: typed.flowId } } }
  const { output } = await runCommandLine(['run', '--json', '--only', 'run-arg-type'], { config: { ...broken, contract } })
  expect(JSON.parse(output).causes).toMatchObject([{ fixture: 'fixtures.typed' }])
})

test('blames the product, and no payload, if no execution succeeds', async () => {
  const causes = await findCauses({}, { product: 'other', areas: ['registry', 'execute'] })
  expect(causes.map(({ title }) => title)).toEqual(['Every request to the tool registry got 404 or 401'])
  expect(causes[0]?.remedy).toBe('Check product, the segment in the paths of the registry, and registryUrl, its address.')
})

test.each(['publishWorkflow', 'regenerateKey'] as const)('blames hooks.%s if it throws any error', async (name) => {
  const service = createMockService(createContractWorld())
  const fail = () => Promise.reject(new RangeError('the console is down'))
  const only = ['key-created', 'key-regenerated.new']
  const { report } = await checkService(service, {
    only,
    hooks: { publishWorkflow: fail, unpublishWorkflow: fail, regenerateKey: fail },
  })
  expect(report.causes).toContainEqual(
    expect.objectContaining({
      title: `hooks.${name}: the console is down`,
      remedy: expect.stringMatching(/^Check this hook/),
      verdict: 'blocked',
    }),
  )
  expect(report.counts.error).toBe(0)
})
