import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { checkChanged } from '../../proof/contract-server.ts'
import { contractFixtures } from '../../proof/contract-world.ts'
import { type Change, intercept, isAsync, onResponse } from '../../proof/mutants/mutant.ts'
import type { CheckResult } from '../../src/engine/conformance-report.ts'

const unchanged: Change = (service) => service
const waitsForTheWorkflow = intercept(['run'], async (request, { pass }) => {
  if (isAsync(request)) await setTimeout(contractFixtures.slow.durationMs)
  return pass()
})
const statesMilliseconds = onResponse(['run'], ({ headers, status }) =>
  status === 429 ? { headers: { ...headers, 'retry-after': '60000' } } : undefined,
)

test.each([
  ['run-async', 'the fastest async start of ', ['a quick run', 'the slow workflow']],
  ['run-async.beside-others', 'the slowest of 4 async starts in a row', ['the fastest start', 'the slow workflow']],
  ['run-sync', 'the response to a sync run', ['the workflow, as declared']],
  ['limit-retry-after.window', 'the time in Retry-After', ['the window of the limit']],
  ['limit-retry-after.admitted', 'from a 429 to the next request, which got 200', ['the window of the limit']],
])('%s reports the time that it accepts, and what it is compared with', async (id, title, names) => {
  const { measurement, verdict } = await measure(id, unchanged)
  expect(verdict).toBe('pass')
  expect(measurement.title).toContain(title)
  expect(measurement.comparedWith.map(({ name }) => name)).toEqual(names)

  const { atLeastMs = 0, atMostMs = Infinity, measuredMs } = measurement
  expect(measuredMs).toBeGreaterThanOrEqual(atLeastMs)
  expect(measuredMs).toBeLessThanOrEqual(atMostMs)
})

test.each([
  ['run-async', 'fail', waitsForTheWorkflow],
  ['limit-retry-after.window', 'warn', statesMilliseconds],
])('%s reports a time above its limit with the verdict %s', async (id, expected, change) => {
  const { measurement, verdict } = await measure(id, change)
  expect(verdict).toBe(expected)
  expect(measurement.measuredMs).toBeGreaterThan(measurement.atMostMs ?? Infinity)
})

test('a check that judges no time reports no measurements', async () => {
  const { report } = await checkChanged(unchanged, { only: ['run-ok'] })
  expect(report.checks.find(({ id }) => id === 'run-ok')).not.toHaveProperty('measurements')
})

type Measurements = NonNullable<CheckResult['measurements']>

interface Measured {
  readonly verdict: CheckResult['verdict']
  readonly measurement: Measurements[number]
}

/** Runs a check that judges one time. */
async function measure(id: string, change: Change): Promise<Measured> {
  const { report } = await checkChanged(change, { only: [id] })
  const check = report.checks.find((one) => one.id === id)
  const [measurement, ...others] = check?.measurements ?? []
  if (check === undefined || measurement === undefined) throw new Error(`Cannot find a measurement of ${id}`)

  expect(others).toEqual([])
  return { verdict: check.verdict, measurement }
}
