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
const subject = 'one sync run over loopback'

/** One sync run over loopback: our client beside raw fetch and the clients that a user might pick. */
export async function run(effort: Effort): Promise<ScenarioResult> {
  const server = await startServer('constant')
  const sides = clientSides(server.url)
  const times = await takeTurns(sides, efforts[effort])
  await server.stop()
  const series = Array.from(times, ([side, values]) => toSeries({ subject, side, unit: 'us', values }))
  const perCall = medianOf(series, { subject, side: ours })
  const ratio = perCall / medianOf(series, { subject, side: 'fetch' })
  const retrying = sides.filter(({ retries, side }) => retries && !side.startsWith(ours)).map(({ side }) => side)
  const faster = retrying.filter((side) => medianOf(series, { subject, side }) < perCall)
  return {
    goals: [
      { name: 'One sync run, validated, against raw fetch', goal: '<= 1.35 x', measured: `${show(ratio)} x`, met: ratio <= 1.35 },
      {
        name: 'Faster than every client that retries',
        goal: retrying.join(', '),
        measured: faster.length === 0 ? 'faster than each' : `slower than ${faster.join(', ')}`,
        met: faster.length === 0,
      },
    ],
    tables: [toTable('One sync run over loopback, calls one after another', series)],
    notes: [
      'The server repeats one answer and does not look at the request; every body that a client returns is compared. "validated" gives the others the schemas that @wfhost/sdk validates with.',
    ],
  }
}
