import { createMockService } from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { checkChanged, checkService } from '../../proof/contract-server.ts'
import { createContractWorld } from '../../proof/contract-world.ts'
import { deep, intercept, onValues, respond } from '../../proof/mutants/mutant.ts'
import type { GeneratedValues } from '../../src/target/target.ts'

const only = ['run-arg-value.generated']

test('a failure shows the smallest value and the seed, and the same seed finds it again', async () => {
  const first = await findWith({ seed: 7, sets: 30 })
  expect(first).toMatchObject({ verdict: 'fail' })
  expect(first?.message).toMatch(/found "" instead of ".{1,2}".*, the smallest that was found in \d+ steps from values of seed 7/)
  const second = await findWith({ seed: 7, sets: 30 })
  expect(second?.message).toBe(first?.message)
})

test('sends no generated values if none are requested, and ends the search for a smaller value', async () => {
  const none = await checkService(createMockService(createContractWorld()), { only, values: { seed: 1, sets: 0 } })
  expect(none.report.spent.runs).toBe(1)
  const found = await findWith({ seed: 7, sets: 30 })
  expect(found?.exchanges.length).toBeLessThan(75)
})

test('warns of values that are refused once and accepted when they are sent again', async () => {
  let runs = 0
  const flickering = intercept(['run'], (_request, { pass }) => {
    runs += 1
    return runs === 5 ? respond(500, {}) : pass()
  })
  const { report } = await checkChanged(flickering, { only })
  const message = expect.stringContaining('found 500, once: a second request with the same values returned them unchanged')
  expect(report.checks[0]).toMatchObject({ verdict: 'warn', message })
})

async function findWith(values: GeneratedValues) {
  // Texts without a character outside of the first plane arrive.
  const lose = onValues((value) =>
    deep(value, (leaf) => (typeof leaf === 'string' ? leaf.replace(/[\u{10000}-\u{10ffff}]/gu, '') : leaf)),
  )
  const { report } = await checkChanged(lose, { only, values })
  return report.checks[0]
}
