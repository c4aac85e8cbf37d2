import { checkServer } from '@wfhost/contract-tests'
import { contractFixtures, createContractWorld } from '../../contract-tests/proof/contract-world.ts'
import { createLocalHooks } from '../../contract-tests/proof/local-hooks.ts'
import { listen } from '../../mock-server/src/adapters/http.ts'
import { createMockService } from '../../mock-server/src/index.ts'
import { show, toSeries, toTable } from '../measure/series.ts'
import type { Effort, ScenarioResult } from '../scenario.ts'
import { operationNamed } from '../servers/operations.ts'

const rounds = { quick: 2, normal: 7, long: 15 } as const

/** The whole suite on a local server over HTTP, and a loop that sends as many requests and looks at nothing. */
export async function run(effort: Effort): Promise<ScenarioResult> {
  const suite: number[] = []
  const loop: number[] = []
  const last = { requests: 0, counts: '', waited: '' }
  for (let round = -1; round < rounds[effort]; round += 1) {
    const service = createMockService(createContractWorld())
    const server = await listen(service)
    const began = performance.now()
    const { report } = await checkServer({
      name: 'reference server',
      baseUrl: server.url,
      fixtures: contractFixtures,
      hooks: createLocalHooks(service),
      allow: ['runs', 'executions', 'key-rotation', 'publishing', 'rate-limit', 'exposed-keys', 'bursts'],
    })
    const suiteMs = performance.now() - began
    const { requests } = report.spent
    const counts = Object.entries(report.counts).map(([verdict, count]) => `${count} ${verdict}`)
    const waited = report.waited.map(({ durationMs, reason }) => `${show(durationMs)} ms for ${reason}`)
    Object.assign(last, { requests, counts: counts.join(', '), waited: waited.join(', ') })
    service.setRateLimit(undefined)
    const loopMs = await bareLoop(server.url, requests)
    await server.close()
    if (round < 0) continue
    suite.push(suiteMs)
    loop.push(loopMs)
  }
  const subject = `${last.requests} requests`
  const series = [
    toSeries({ subject, side: 'bare loop of fetch', unit: 'ms', values: loop }),
    toSeries({ subject, side: 'conformance suite', unit: 'ms', values: suite }),
  ]
  const perRequest = (series[1]?.median ?? Number.NaN) / last.requests
  return {
    series,
    goals: [],
    tables: [toTable('Conformance suite', series)],
    notes: [
      `Verdicts: ${last.counts}. ${show(perRequest)} ms a request. The suite runs from source, with its server in the same process.`,
      'Most of its time is waiting: a second (settleMs) wherever an effect may come late, such as a credit, and as long as a slow workflow runs and a window of the rate limit lasts.',
      `The last run waited ${last.waited}. What runs workflows and what does not wait at the same time.`,
    ],
  }
}

async function bareLoop(origin: string, requests: number): Promise<number> {
  const { path } = operationNamed('manifest')
  const began = performance.now()
  for (let done = 0; done < requests; done += 1) {
    const response = await fetch(origin + path)
    await response.text()
    if (response.status !== 401) throw new Error(`Cannot count a request: it was answered with ${response.status}`)
  }
  return performance.now() - began
}
