import { clientSides } from '../clients/client-sides.ts'
import { medianOf, show, toSeries, toTable } from '../measure/series.ts'
import { type MeasuredSide, measureSides } from '../measure/side-processes.ts'
import type { Effort, ScenarioResult } from '../scenario.ts'
import { startServer } from '../servers/sides.ts'

const efforts = {
  quick: { runs: 150, rounds: 3 },
  normal: { runs: 1000, rounds: 11 },
  long: { runs: 3000, rounds: 21 },
} as const
const ours = '@wfhost/sdk'
const overUndici = '@wfhost/sdk over the Node transport'
const subject = 'one sync run over loopback'
// V8 still optimizes the code of our client after 3,000 runs. Peers have less code, and are measured in the same state.
const warmUpRuns = 10_000

/** Each side makes one call after another. */
export function createSides(baseUrl: string): readonly MeasuredSide[] {
  return clientSides(baseUrl).map(({ call, side }) => ({ name: side, makeRuns: (runs) => repeat(runs, call) }))
}

async function repeat(times: number, call: () => Promise<void>): Promise<void> {
  for (let made = 0; made < times; made += 1) await call()
}

/** One sync run over loopback: our client beside raw fetch and other clients. */
export async function run(effort: Effort): Promise<ScenarioResult> {
  const { rounds, runs } = efforts[effort]
  const server = await startServer('constant')
  const sides = clientSides(server.url)
  const names = sides.map(({ side }) => side)
  const results = await measureSides({ scenario: 'client', baseUrl: server.url, sides: names, runs, rounds, warmUpRuns })
  await server.stop()

  const series = Array.from(results, ([side, ofSide]) => {
    const values = ofSide.map(({ milliseconds }) => (milliseconds * 1000) / runs)
    return toSeries({ subject, side, unit: 'us', values })
  })

  const perCall = medianOf(series, { subject, side: ours })
  const perUndiciCall = medianOf(series, { subject, side: overUndici })
  const fetchCall = medianOf(series, { subject, side: 'fetch' })
  const ratio = perCall / fetchCall
  const undiciRatio = perUndiciCall / fetchCall
  const bareUndiciRatio = medianOf(series, { subject, side: 'undici.request' }) / fetchCall
  const openapiRatio = medianOf(series, { subject, side: 'openapi-fetch' }) / fetchCall
  const leastRatio = bareUndiciRatio + openapiRatio - 1
  const retrying = sides.filter(({ retries, side }) => retries && !side.startsWith(ours)).map(({ side }) => side)
  const faster = retrying.filter((side) => medianOf(series, { subject, side }) < perUndiciCall)
  return {
    goals: [
      {
        name: 'One sync run over fetch, validated, against raw fetch',
        goal: '<= 1.2 x',
        measured: `${show(ratio)} x`,
        met: ratio <= 1.2,
        limit: `openapi-fetch alone, which the client uses, takes ${show(openapiRatio)} x`,
      },
      {
        name: 'One sync run over the Node transport, validated, against raw fetch',
        goal: '<= 0.6 x',
        measured: `${show(undiciRatio)} x; undici.request alone, without a client, ${show(bareUndiciRatio)} x`,
        met: undiciRatio <= 0.6,
        limit: `undici.request and the steps of openapi-fetch alone take ${show(leastRatio)} x`,
      },
      {
        name: 'The Node transport is faster than every client that retries',
        goal: retrying.join(', '),
        measured: faster.length === 0 ? 'faster than each' : `slower than ${faster.join(', ')}`,
        met: faster.length === 0,
        limit: 'p-retry has no timeout, no signal and no check of the response',
      },
    ],
    tables: [toTable('One sync run over loopback, calls one after another', series)],
    notes: [
      'The server sends the same response to every request, and every body that a client returns is compared. "validated" means with the schemas of @wfhost/sdk.',
    ],
  }
}
