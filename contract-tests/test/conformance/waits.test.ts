import { createMockService } from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { checkService } from '../../proof/contract-server.ts'
import { contractFixtures, createContractWorld } from '../../proof/contract-world.ts'
import { waitOn } from '../../proof/local-hooks.ts'
import { checks } from '../../src/engine/checks.ts'

test.concurrent('a full run waits once for each effect that must settle, and reports the time', async () => {
  const settleMs = 100
  const service = createMockService(createContractWorld())
  const waits: number[] = []
  const wait = (ms: number) => {
    waits.push(ms)
    return waitOn(service)(ms)
  }
  const { report } = await checkService(service, { settleMs, wait })
  const waited = Object.fromEntries(report.waited.map(({ durationMs, reason }) => [reason, durationMs]))
  const {
    'executions to show in the credits': credits,
    'Retry-After to pass': windows,
    'runs to show that they ended': runs,
  } = waited
  expect([credits, windows, runs]).toEqual([expect.any(Number), expect.any(Number), expect.any(Number)])
  // This counts the waits and not their length, because a busy machine makes them longer.
  expect(waits.filter((ms) => ms > settleMs / 2).length).toBeLessThanOrEqual(countNeededWaits())
})

/** The waits that do not depend on the number of checks that count something. */
const OTHER_WAITS = {
  /** For a publication to reach an execution. */
  publication: 1,
  /** For Retry-After to pass. */
  retryAfter: 2,
  /** For runs that no check counts. The last of four may end while the suite repeats its look at the ended runs. */
  uncountedRuns: 5,
}

/**
 * Counts how often the checks of a complete run may wait. A check that counts runs waits once, for late ones. A check of the
 * credits waits for earlier executions before it begins to count, and for late ones afterwards.
 */
function countNeededWaits(): number {
  const runs = checks.filter(({ needs }) => needs.hooks.includes('endedRuns')).length
  const credits = checks.filter(({ needs }) => needs.hooks.includes('creditBalance')).length
  const { publication, retryAfter, uncountedRuns } = OTHER_WAITS
  return runs + 2 * credits + publication + retryAfter + uncountedRuns
}

test.concurrent('the suite does not wait for each uncounted run if no run ends anymore', async () => {
  const durationMs = 300
  const settleMs = 20
  const service = createMockService(createContractWorld({ slowMs: durationMs }))
  const fixtures = { ...contractFixtures, slow: { ...contractFixtures.slow, durationMs } }
  const waits: number[] = []
  const wait = (ms: number) => {
    waits.push(ms)
    return waitOn(service)(ms)
  }
  const only = ['run-async', 'run-async-unique', 'limit-429']
  const { report } = await checkService(service, { settleMs, wait, fixtures, only })
  expect(report.checks.map(({ verdict }) => verdict)).not.toContain('fail')
  const begun = report.checks
    .flatMap(({ exchanges }) => exchanges)
    .filter(({ requestBody, status, url }) => {
      return url.includes('/slow/') && requestBody?.includes('"async"') && status < 300
    })
  expect(begun.length).toBeGreaterThan(2)
  expect(Math.max(...waits)).toBeLessThanOrEqual(settleMs + 2 * durationMs)
})

test.concurrent('a start that takes longer than a quick run, but less than a quick run and the slow workflow, does not pass', async () => {
  const durationMs = 200
  const service = createMockService(createContractWorld({ slowMs: durationMs }))
  const fixtures = { ...contractFixtures, slow: { ...contractFixtures.slow, durationMs } }
  const fetch = async (request: Request): Promise<Response> => {
    const isSlow = request.url.includes('/slow/')
    const [response] = await Promise.all([
      service.fetch(request),
      new Promise((resolve) => setTimeout(resolve, isSlow ? durationMs + 5 : 0.45 * durationMs)),
    ])
    return response
  }
  const { report } = await checkService({ ...service, fetch }, { fixtures, only: ['run-async'] })
  const check = report.checks.find(({ id }) => id === 'run-async')
  expect(check).toMatchObject({
    verdict: 'blocked',
    message: expect.stringContaining('expected a server with enough capacity to measure a wait'),
  })
})
