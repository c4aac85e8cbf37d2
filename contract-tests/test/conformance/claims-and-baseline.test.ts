import { afterAll, expect, test } from 'vitest'
import { runCommandLine, serveWorld } from '../../proof/contract-server.ts'
import { onStart, onToolsets } from '../../proof/mutants/mutant.ts'
import { openWorld } from '../for-one-test.ts'

const good = await serveWorld()
const bad = await serveWorld((service) => ({
  ...service,
  fetch: async (request) => {
    const response = await service.fetch(request)
    const untraced = (await response.text()).replace(/,"traceback":"(\\.|[^"])*"/, '')
    return new Response(untraced, { status: response.status, headers: { 'content-type': 'application/json' } })
  },
}))

afterAll(async () => {
  await good.close()
  await bad.close()
})

test('a claimed observation is checked, and the report states the source of the claim', async () => {
  const promised = { organizationFallback: 'toolset', sessionProfile: 'registry' }
  const claims = { runIdField: '/runId', failedRunStatus: 200, defaultMode: 'sync', ...promised }
  const { code, output } = await runCommandLine(['run', '--json', '--areas', 'run-sync,run-async,organization'], {
    config: { ...good.config, claims },
  })
  const claimed = JSON.parse(output).checks.filter((check: { claimedBy?: string }) => check.claimedBy === 'the target')
  expect(claimed.map((check: { verdict: string }) => check.verdict)).toEqual(['pass', 'pass', 'pass', 'pass', 'pass'])
  expect(code).toBe(0)
})

test.each([
  ['run-failed-http', 'failedRunStatus', 422, '{"status":200}'],
  ['org-fallback-scope', 'organizationFallback', 'organization', '{"fallsBack":"toolset"}'],
  ['org-session', 'sessionProfile', 'otherEnvironment', '{"profile":"registry"}'],
])('a claim that the target does not keep fails %s', async (...[check, name, claimed, seen]) => {
  const config = { ...good.config, claims: { [name]: claimed } }
  const { code, output } = await runCommandLine(['run', '--only', check], { config })
  expect(code).toBe(1)
  expect(output).toContain(`expected the claim ${name}: ${JSON.stringify(claimed)}, found ${seen}`)
})

test('gives advice on a console session whose manifest no profile of the fixtures lists', async () => {
  const latest = onToolsets(['organization manifest'], (sets, { headers }) =>
    sets.map((set) => (headers.has('cookie') ? { ...set, version: '9.9.9' } : set)),
  )
  const world = await openWorld(latest)
  const { output } = await runCommandLine(['run', '--only', 'org-session'], { config: world.config })
  expect(output).toContain('advice org-session: The manifest of a console session has versions that neither fixtures.registry')
})

test('finds a run ID that repeats only over the starts of several checks', async () => {
  let starts = 0
  const world = await openWorld(
    onStart(() => {
      starts += 1
      return { runId: starts % 9 }
    }),
  )
  const config = { ...world.config, claims: { runIdField: '/runId' } }
  const { code, output } = await runCommandLine(['run', '--only', 'run-async,run-async-unique'], { config })
  expect(code).toBe(1)
  expect(output).toMatch(/expected different run IDs at \/runId in \d\d starts, found \d more than once/)
})

test('reports the field that was accepted as the run ID, and a claim of the right field finds an equal ID in all runs', async () => {
  const world = await openWorld(onStart(() => ({ runId: 'run_1', startedAt: performance.now() })))
  const only = ['run', '--only', 'run-async-unique,run-id-field']
  const unclaimed = await runCommandLine(only, { config: world.config })
  expect(unclaimed.code).toBe(0)
  expect(unclaimed.output).toContain('advice run-id-field: "/startedAt" differs between runs, so it was accepted as the run ID.')
  const claimed = await runCommandLine(only, { config: { ...world.config, claims: { runIdField: '/runId' } } })
  expect(claimed.code).toBe(1)
  expect(claimed.output).toContain('expected the claim runIdField: "/runId", found')
  expect(claimed.output).toMatch(/expected different run IDs at \/runId in \d starts, found "run_1" more than once/)
  expect(claimed.output).not.toContain('advice run-id-field')
})

test('reports every field that may be the run ID', async () => {
  const world = await openWorld(onStart(({ runId }) => ({ id: runId, requestId: crypto.randomUUID() })))
  const { output } = await runCommandLine(['run', '--only', 'run-id-field'], { config: world.config })
  expect(output).toContain('"/id", "/requestId" differ between runs, and each was accepted as the run ID.')
})

const entry = { check: 'run-error', reason: 'ticket 17', owner: 'ada', expires: '2999-12-31' }

test('a known failure does not fail the run, and the target is still not conformant', async () => {
  const { code, output } = await runCommandLine(['run', '--json', '--only', 'run-error'], {
    config: { ...bad.config, baseline: [entry] },
  })
  expect(JSON.parse(output)).toMatchObject({ verdict: 'NON-CONFORMANT', checks: [{ baseline: { owner: 'ada' } }] })
  expect(code).toBe(0)
})

test.each([
  ['is expired', { ...entry, expires: '2020-01-01' }, 'bad', 1, 'run-error: expired on 2020-01-01'],
  ['belongs to a check that passes', entry, 'good', 5, 'run-error: passes, so its entry is to be removed'],
] as const)('a baseline entry that %s fails the run', async (_, ...[stale, server, expected, message]) => {
  const { config } = server === 'good' ? good : bad
  const { code, errors } = await runCommandLine(['run', '--only', 'run-error'], { config: { ...config, baseline: [stale] } })
  expect(errors).toContain(`baseline: ${message}`)
  expect(code).toBe(expected)
})
