import { expect, test } from 'vitest'
import { runCommandLine } from '../../proof/contract-server.ts'
import type { ConformanceReport } from '../../src/engine/conformance-report.ts'
import { openWorld } from '../for-one-test.ts'

async function reportOf(config: unknown, ...args: string[]): Promise<ConformanceReport & { readonly code: number }> {
  const { code, errors, output } = await runCommandLine(['run', '--json', ...args], { config })
  if (output === '') throw new Error(errors)
  return { ...JSON.parse(output), code }
}

test('without permission nothing is run, executed, rotated or published', async () => {
  const { config, seen } = await openWorld()
  const report = await reportOf({ ...config, allow: [] })
  expect(seen.filter((request) => request.startsWith('POST'))).toEqual([])
  expect(seen.length).toBeGreaterThan(10)
  expect(report).toMatchObject({ verdict: 'INCOMPLETE', code: 3 })
  const blocked = report.checks.find((check) => check.id === 'key-regenerated')
  expect(blocked?.message).toBe('not allowed: runs, key-rotation (--allow runs,key-rotation)')
})

test.each([
  ['--max-runs', 'runs', '/published-run', 1],
  // The last executions belong to an observation, which does not change the verdict.
  ['--max-executions', 'executions', '/execute', 4],
])(
  'plan and run block checks that would exceed %s before they start, and report the required number',
  async (...[flag, kind, path, tooFew]) => {
    const { config, seen } = await openWorld()
    const total: number = JSON.parse((await runCommandLine(['plan', '--json'], { config })).output).totals[kind]
    const most = String(total - tooFew)
    const reason = `the checks need ${total} ${kind}, more than ${flag} ${most} allows: ${flag} ${total} lets all of them run`
    const plan = await runCommandLine(['plan', flag, most], { config })
    expect(plan).toMatchObject({ code: 3, output: expect.stringContaining(reason) })
    const report = await reportOf(config, flag, most)
    const blocked = report.checks.filter(({ verdict }) => verdict === 'blocked')
    expect(blocked.filter(({ force }) => force === 'must')).toHaveLength(1)
    for (const check of blocked) expect(check).toMatchObject({ message: reason, exchanges: [] })
    expect(seen.filter((request) => request.endsWith(path)).length).toBeLessThan(total)
    expect(report.code).toBe(3)
  },
)

test('a missing fixture blocks the checks that need it and leaves the verdict open', async () => {
  const { config } = await openWorld()
  const { slow: _left, ...fixtures } = Object(config['fixtures'])
  const report = await reportOf({ ...config, fixtures })
  expect(report).toMatchObject({ verdict: 'INCOMPLETE', code: 3 })
  const blocked = report.checks.filter((check) => check.verdict === 'blocked').map((check) => [check.id, check.message])
  expect(blocked).toContainEqual(['run-async', 'the target does not declare fixture slow'])
})

test('a server can claim a single area', async () => {
  const { config } = await openWorld()
  const report = await reportOf(config, '--areas', 'registry')
  expect(report).toMatchObject({ verdict: 'CONFORMANT', code: 0 })
  expect(report.checks.filter((check) => check.verdict === 'pass').every((check) => check.area === 'registry')).toBe(true)
})

test('plan and run report the changes that the next run will find, with the names of variables', async () => {
  const { config } = await openWorld()
  const { echo, ...fixtures } = Object(config['fixtures'])
  const taken = { ...config, fixtures: { ...fixtures, echo: { ...echo, key: '$' + '{MY_KEY}' } } }
  const environment = { MY_KEY: echo.key }
  const says = 'workflow echo has a new key, and MY_KEY is invalid: set the new one, or declare a workflow'
  expect((await runCommandLine(['plan'], { config: taken, environment })).output).toContain(`key-regenerated: ${says}`)
  const run = await runCommandLine(['run', '--only', 'key-regenerated'], { config: taken, environment })
  expect(run).toMatchObject({ code: 0 })
  expect(run.output).toContain(`Afterwards: ${says}`)
})

test('run lifts the rate limit at its end', async () => {
  const { config, service } = await openWorld()
  await reportOf(config, '--only', 'limit-429,limit-retry-after')
  const url = 'http://x.test/api/v2/external/flows/echo/published-run'
  const headers = { authorization: 'Bearer key-echo', 'content-type': 'application/json' }
  for (const _ of [1, 2, 3]) {
    const request = new Request(url, { method: 'POST', headers, body: '{"args":[],"mode":"sync"}' })
    expect((await service.fetch(request)).status).toBe(200)
  }
})

test('reports a rate limit that could not be lifted', async () => {
  const { config } = await openWorld((service) => {
    let calls = 0
    return {
      ...service,
      setRateLimit: (limit) => {
        calls += 1
        if (calls > 1) throw new Error('not again')
        return service.setRateLimit(limit)
      },
    }
  })
  const { output } = await runCommandLine(['run', '--only', 'limit-429'], { config })
  expect(output).toContain('Afterwards: the rate is still limited: hooks.limitRate')
})

test('a run of selected checks is never conformant', async () => {
  const { config } = await openWorld()
  const { code, output } = await runCommandLine(['run', '--only', 'exe-credit'], { config })
  expect(code).toBe(0)
  expect(output).toContain('PARTIAL contract world')
  expect(output).not.toContain('CONFORMANT')
})
