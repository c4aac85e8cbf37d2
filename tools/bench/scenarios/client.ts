import { clientSides } from '../clients/client-sides.ts'
import { medianOf, show, takeTurns, toSeries, toTable } from '../measure/series.ts'
import type { Effort, ScenarioResult } from '../scenario.ts'
import { startServer } from '../servers/sides.ts'

const efforts = {
  quick: { calls: 150, rounds: 3 },
  normal: { calls: 1000, rounds: 11 },
  long: { calls: 3000, rounds: 21 },
} as const
const ours = '@wfhost/sdk'
const overUndici = '@wfhost/sdk over the Node transport'
const subject = 'one sync run over loopback'

/** One sync run over loopback: our client beside raw fetch and other clients. */
export async function run(effort: Effort): Promise<ScenarioResult> {
  const server = await startServer('constant')
  const sides = clientSides(server.url)
  const times = await takeTurns(sides, efforts[effort])
  await server.stop()
  const series = Array.from(times, ([side, values]) => toSeries({ subject, side, unit: 'us', values }))
  const perCall = medianOf(series, { subject, side: ours })
  const ratio = perCall / medianOf(series, { subject, side: 'fetch' })
  const perUndiciCall = medianOf(series, { subject, side: overUndici })
  const undiciRatio = perUndiciCall / medianOf(series, { subject, side: 'fetch' })
  const retrying = sides.filter(({ retries, side }) => retries && !side.startsWith(ours)).map(({ side }) => side)
  const faster = retrying.filter((side) => medianOf(series, { subject, side }) < perUndiciCall)
  return {
    goals: [
      {
        name: 'One sync run over fetch, validated, against raw fetch',
        goal: '<= 1.2 x',
        measured: `${show(ratio)} x`,
        met: ratio <= 1.2,
      },
      {
        name: 'One sync run over the Node transport, validated, against raw fetch',
        goal: '<= 0.6 x',
        measured: `${show(undiciRatio)} x`,
        met: undiciRatio <= 0.6,
      },
      {
        name: 'The Node transport is faster than every client that retries',
        goal: retrying.join(', '),
        measured: faster.length === 0 ? 'faster than each' : `slower than ${faster.join(', ')}`,
        met: faster.length === 0,
      },
    ],
    tables: [toTable('One sync run over loopback, calls one after another', series)],
    notes: [
      'The server sends the same response to every request, and every body that a client returns is compared. "validated" means with the schemas of @wfhost/sdk.',
    ],
  }
}
