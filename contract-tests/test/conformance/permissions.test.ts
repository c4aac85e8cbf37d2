import { createMockService } from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { checkService, describeService } from '../../proof/contract-server.ts'
import { contractFixtures, createContractWorld } from '../../proof/contract-world.ts'
import { createSuiteOptions } from '../../src/engine/check-server.ts'
import { checks, type Permission, permissions } from '../../src/engine/checks.ts'
import { planChecks } from '../../src/engine/plan.ts'

test('blocks checks with concurrent requests if a pace keeps the requests apart, unless bursts are allowed (C2)', () => {
  const blocked = (allow: readonly Permission[]): string[] => {
    const server = { ...describeService(createMockService(createContractWorld())), allow, requestsPerSecond: 5 }
    const planned = planChecks(checks, createSuiteOptions(server)).filter(({ verdict }) => verdict === 'blocked')
    for (const { reason } of planned) expect(reason).toContain('requestsPerSecond 5 keeps them apart (--allow bursts')
    return planned.map(({ check }) => check.id)
  }
  const parallel = checks.filter(({ needs }) => (needs.concurrent ?? 1) > 1).map(({ id }) => id)
  expect(parallel).toContain('run-result.parallel')
  expect(blocked(permissions.filter((permission) => permission !== 'bursts'))).toEqual(parallel)
  expect(blocked(permissions)).toEqual([])
})

test('without exposed-keys, valid keys are sent only in the Authorization header (C14)', async () => {
  const service = createMockService(createContractWorld())
  const keys = [contractFixtures.echo.key, contractFixtures.registry.key]
  const exposing: string[] = []
  let seen = 0
  const fetch = async (request: Request): Promise<Response> => {
    seen += 1
    const headers = [...request.headers].filter(([name]) => name !== 'authorization').flat()
    const elsewhere = [request.url, await request.clone().text(), ...headers].join('\n')
    if (keys.some((key) => elsewhere.includes(key))) exposing.push(elsewhere)
    return service.fetch(request)
  }
  const only = ['key-invalid', 'key-invalid.elsewhere', 'key-invalid.body', 'host-401', 'host-401.elsewhere']
  const allowed = permissions.filter((permission) => permission !== 'exposed-keys')
  await checkService({ ...service, fetch }, { allow: allowed, only })
  expect(seen).toBeGreaterThan(5)
  expect(exposing).toEqual([])
  await checkService({ ...service, fetch }, { only })
  expect(exposing.length).toBeGreaterThan(0)
})

test('checks that count executions do not run in parallel with checks that execute tools, without the run areas', async () => {
  const areas = ['keys', 'registry', 'organization', 'execute'] as const
  const { report } = await checkService(createMockService(createContractWorld()), { areas })
  expect(report.checks.filter(({ verdict }) => verdict === 'fail')).toEqual([])
  expect(report.verdict).toBe('CONFORMANT')
})
