import { createMockService } from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { checkService, runCommandLine, serveWorld } from '../../proof/contract-server.ts'
import { createContractWorld, lateFixtures, lateMs } from '../../proof/contract-world.ts'
import type { ConformanceReport } from '../../src/engine/conformance-report.ts'

/** The most requests of each run on a server without a defect. */
const MOST_REQUESTS = { full: 1200, quick: 700 }

async function run(quick: boolean): Promise<ConformanceReport> {
  const service = createMockService(createContractWorld({ slowMs: lateMs }))
  const { report } = await checkService(service, { fixtures: lateFixtures, quick })
  return report
}

test('a quick run tests every requirement of a full run, with fewer requests', { timeout: 60_000 }, async () => {
  const [full, quick] = await Promise.all([run(false), run(true)])

  const listResults = ({ checks }: ConformanceReport) => checks.map(({ id, verdict }) => `${id} ${verdict}`)
  expect(listResults(quick)).toEqual(listResults(full))
  expect(quick.requirements).toEqual(full.requirements)
  expect([full.quick, quick.quick]).toEqual([undefined, true])
  expect(full.spent.requests).toBeLessThanOrEqual(MOST_REQUESTS.full)
  expect(quick.spent.requests).toBeLessThanOrEqual(MOST_REQUESTS.quick)
})

test('plan --quick lists the requests that run --quick sends', { timeout: 60_000 }, async () => {
  const world = await serveWorld()
  const only = ['--quick', '--only', 'run-arg-type,key-invalid']
  const plan = await runCommandLine(['plan', ...only], { config: world.config })
  const planned = /(\d+) requests/.exec(plan.output)?.[1]

  const { code } = await runCommandLine(['run', ...only], { config: world.config })
  await world.close()
  expect(code).toBe(0)
  expect(world.seen).toHaveLength(Number(planned))
})
