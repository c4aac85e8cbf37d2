import { createMockService, type MockService } from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { checkService } from '../../proof/contract-server.ts'
import { contractFixtures, createContractWorld } from '../../proof/contract-world.ts'
import { createLocalHooks } from '../../proof/local-hooks.ts'
import { flowIdOf, intercept, respond, tokenOf } from '../../proof/mutants/mutant.ts'
import { checks } from '../../src/engine/checks.ts'
import type { CheckResult } from '../../src/engine/conformance-report.ts'
import { HookFailed, HookRefused, type ServerHooks, type Target } from '../../src/target/target.ts'

test('a failure of a credit check shows the balance before and after, and the last execution', async () => {
  const check = await checkOf('exe-credit', (service) => ({ ...service, creditBalance: () => 7 }))
  expect(check).toMatchObject({ verdict: 'fail', failedExchange: 5 })
  expect(check.hookCalls).toEqual([
    { hook: 'creditBalance', arguments: '', result: '7', afterExchanges: 2 },
    { hook: 'creditBalance', arguments: '', result: '7', afterExchanges: 9 },
  ])
})

test('a report shows the arguments of a hook, but not a key that it returned', async () => {
  const check = await checkOf('key-regenerated.others')
  expect(check.hookCalls).toEqual([{ hook: 'regenerateKey', arguments: 'echo', result: '$REGENERATED_KEY', afterExchanges: 3 }])
})

test('the result of a check without hook calls lists no hook calls', async () => {
  expect(await checkOf('run-ok')).not.toHaveProperty('hookCalls')
})

const changing = checks.filter(({ needs }) => needs.hooks.some((hook) => !/^(endedRuns|creditBalance)$/.test(hook)))

test.each(changing.map(({ id }) => id))('%s calls no hook on a server where the echo workflow does not run', async (id) => {
  const refuseAll = intercept(['run'], () => respond(404, {}))
  const refuseToolsets = intercept(['public manifest', 'organization manifest', 'execute'], () => respond(404, {}))
  const check = await checkOf(id, (service) => refuseToolsets(refuseAll(service)))
  expect(check.verdict).toBe('blocked')
  expect(check.hookCalls?.filter(({ hook }) => !/^(endedRuns|creditBalance)$/.test(hook)) ?? []).toEqual([])
})

test('a published workflow blocks key-created, because a further publication is not the first', async () => {
  const { secondWorkflow, ...others } = contractFixtures
  const fixtures = { ...others, publishableFlowId: secondWorkflow.flowId }
  const accessFirst = intercept(['run'], (request, { pass }) =>
    tokenOf(request) === 'key-echo' && flowIdOf(request) !== 'echo'
      ? respond(flowIdOf(request) === 'draft' ? 404 : 403, {})
      : pass(),
  )
  const check = await checkOf('key-created', accessFirst, fixtures)
  expect(check).toMatchObject({
    verdict: 'blocked',
    message: expect.stringContaining('Declare hooks.unpublishWorkflow, or a workflow that was never published'),
  })
  expect(check.hookCalls).toBeUndefined()
})

test('unpublishes the workflow of key-created.parallel even if its publication never becomes visible', async () => {
  const hidden = intercept(['run'], (request, { pass }) => (flowIdOf(request) === 'publishable' ? respond(404, {}) : pass()))
  const check = await checkOf('key-created.parallel', hidden)
  expect(check.verdict).toBe('fail')
  expect(check.hookCalls?.map(({ hook }) => hook)).toEqual(['publishWorkflow', 'unpublishWorkflow'])
})

test('unpublishes the workflow of key-created.unpublished even if its second publication has another key', async () => {
  const check = await checkOf('key-created.unpublished', (service) => {
    const keys = new Set<string>()
    const publishWorkflow = (flowId: string) => {
      const key = keys.size === 0 ? service.publishWorkflow(flowId) : service.regenerateKey(flowId)
      keys.add(key)
      return key
    }
    return { ...service, publishWorkflow }
  })
  expect(check.verdict).toBe('fail')
  expect(check.hookCalls?.at(-1)?.hook).toBe('unpublishWorkflow')
})

test.each([
  ['run-ok', 'passes', { verdict: 'pass' }],
  ['run-async.background', 'is blocked', { verdict: 'blocked', message: expect.stringContaining('the connection broke once') }],
])('%s, which lost one connection, %s', async (id, _, wanted) => {
  let hookCalls = 0
  const check = await checkOf(id, (service) => ({
    ...service,
    fetch: (request) => {
      hookCalls += 1
      return hookCalls === 1
        ? Promise.reject(new TypeError('failed', { cause: new Broken('socket hang up') }))
        : service.fetch(request)
    },
  }))
  expect(check).toMatchObject(wanted)
})

test.each([
  ['run-ok', 1, { verdict: 'pass' }],
  ['run-async.background', 1, { verdict: 'blocked', message: expect.stringContaining('broke once') }],
  ['run-result.parallel', 1, { verdict: 'fail' }],
])('%s is judged by the responses after a gateway sent 503 %i times', async (id, times, wanted) => {
  let hookCalls = 0
  const busy = intercept(['run'], (_, { pass }) => {
    hookCalls += 1
    // A gateway error before the first response of the API would mean that the API was not reached.
    return 1 < hookCalls && hookCalls <= 1 + times ? respond(503, 'Busy') : pass()
  })
  expect(await checkOf(id, busy)).toMatchObject(wanted)
})

test('reports a publication that cannot be undone at the end, and blocks the checks that it disturbs', async () => {
  const service = createMockService(createContractWorld())
  const local = createLocalHooks(service)
  const publishToolset: typeof local.publishToolset = (publication) =>
    publication.version === '3.0.1' ? Promise.reject(new HookFailed('it is down')) : local.publishToolset(publication)
  const only = ['man-version.published', 'org-content', 'run-ok']
  const { changes, report } = await checkService(service, { hooks: { ...local, publishToolset }, only })
  expect(changes).toEqual([
    expect.stringMatching(/^tool set weather may be published in another version than 3.0.1, .*: it is down$/),
  ])
  expect(report.checks.map(({ id, verdict }) => `${id} ${verdict}`)).toContain('org-content blocked')
  expect(report.counts.fail).toBe(0)
})

test('a publication that was refused blocks no check', async () => {
  const service = createMockService(createContractWorld())
  const publishToolset = () => Promise.reject(new HookRefused('the response has the status 404'))
  const hooks = { ...createLocalHooks(service), publishToolset }
  const { changes, report } = await checkService(service, { hooks, only: ['man-version.published', 'org-content'] })
  expect(changes).toEqual([])
  expect(report.checks.map(({ id, verdict }) => `${id} ${verdict}`)).toContain('org-content pass')
})

test.each([
  ['another tool set is published', { toolset: 'undeclared', version: '1.0.0' }],
  ['a further version is refused', { toolset: 'weather', version: 'refused' }],
])('publishes the declared version again at the end of a check after %s', async (_, laterPublication) => {
  const published: string[] = []
  const publishToolset: ServerHooks['publishToolset'] = async ({ toolset, version }) => {
    if (version === 'refused') throw new HookRefused('the response has the status 404')
    published.push(`${toolset} ${version}`)
  }
  const publishTwice = async ({ hooks }: Target) => {
    await hooks.publishToolset({ toolset: 'weather', version: '3.1.0' })
    await hooks.publishToolset(laterPublication).catch(() => {})
  }

  const publishingChecks = checks
    .filter(({ id }) => id === 'man-version.published')
    .map((check) => ({ ...check, run: publishTwice }))
  await checkService(createMockService(createContractWorld()), { hooks: { publishToolset } }, publishingChecks)
  expect(published.at(0)).toBe('weather 3.1.0')
  expect(published.at(-1)).toBe('weather 3.0.1')
})

test('an interrupted run takes its publications back', async () => {
  const service = createMockService(createContractWorld())
  const interrupt = new AbortController()
  const versions: string[] = []
  const publishToolset = async ({ version }: { readonly version: string }) => {
    versions.push(version)
    interrupt.abort('SIGINT')
  }
  const hooks = { ...createLocalHooks(service), publishToolset }
  await checkService(service, { hooks, only: ['man-version.published'], signal: interrupt.signal })
  expect(versions).toEqual(['3.1.0', '3.0.1'])
})

test('keys that the same hook returned have different names', async () => {
  const fixtures = { ...contractFixtures, regenerated: { flowId: 'echo' } }
  const check = await checkOf('key-regenerated.older', undefined, fixtures)
  const names = ['$REGENERATED_KEY', '$REGENERATED_KEY_2', '$REGENERATED_KEY_3']
  expect(check.hookCalls?.map(({ result }) => result)).toEqual(names)
})

class Broken extends Error {
  readonly code = 'ECONNRESET'
}

async function checkOf(
  id: string,
  change = (service: MockService) => service,
  fixtures: Partial<typeof contractFixtures> = contractFixtures,
): Promise<CheckResult> {
  const service = change(createMockService(createContractWorld()))
  const { report } = await checkService(service, { fixtures, hooks: createLocalHooks(service), only: [id] })
  const check = report.checks.find((one) => one.id === id)
  if (check === undefined) throw new Error(`Cannot find ${id} in the report`)
  return check
}
