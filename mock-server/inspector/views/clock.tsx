import { useState } from 'preact/hooks'
import type { Connection } from '../connection.ts'
import { isoOf, timeOf } from '../entry-words.ts'
import { useRequested } from '../follow.ts'
import { readAdvance } from '../form-numbers.ts'
import { Act, ActForm, Button } from '../parts/act.tsx'

const hops = [
  ['1 s', 1000],
  ['1 min', 60_000],
  ['1 h', 3_600_000],
] as const

/** The clock of the world, which decides when windows and waits end. */
export function Clock({ connection }: { readonly connection: Connection }) {
  const { again, problem, value } = useRequested(() => connection.call('readClock'), [connection])
  const [seconds, setSeconds] = useState('30')
  const [target, setTarget] = useState('')
  if (value === undefined) return <p class="empty">{problem ?? 'Reading the clock …'}</p>
  const { frozen, now } = value
  const advance = (ms: number): Promise<unknown> => connection.call('advanceClock', { ms }).finally(again)
  async function advanceBySeconds(): Promise<void> {
    await advance(readAdvance(seconds, now))
  }
  async function jump(): Promise<void> {
    // Formats the time for the field in UTC, like every time of this page.
    const ms = Date.parse(`${target}Z`) - now
    if (Number.isNaN(ms)) throw new Error('Enter a date and a time.')
    if (ms < 0) throw new Error('The clock only goes forward. A reset of the world puts it back.')
    await advance(ms)
  }
  return (
    <section class="card panel" aria-label="Clock">
      <h3>Clock</h3>
      <p>
        <time class="clock" dateTime={isoOf(now)}>
          {timeOf(now)}
        </time>
      </p>
      <p class="muted">
        {isoOf(now).slice(0, 10)} UTC, {frozen ? 'frozen' : 'running'}
      </p>
      <p class="actions">
        {frozen ? (
          <Act onAct={() => connection.call('followClock').finally(again)}>Let it run</Act>
        ) : (
          <Act onAct={() => connection.call('freezeClock').finally(again)}>Freeze</Act>
        )}
        {hops.map(([name, ms]) => (
          <Act key={name} onAct={() => advance(ms)}>
            +{name}
          </Act>
        ))}
      </p>
      <ActForm class="actions" label="Advance the clock" onAct={advanceBySeconds}>
        <label>
          Seconds{' '}
          <input
            class="short"
            inputMode="decimal"
            value={seconds}
            onInput={({ currentTarget }) => setSeconds(currentTarget.value)}
          />
        </label>
        <Button type="submit">Advance</Button>
      </ActForm>
      <ActForm class="actions" label="Set the clock" onAct={jump}>
        <label>
          To (UTC){' '}
          <input type="datetime-local" step="1" value={target} onInput={({ currentTarget }) => setTarget(currentTarget.value)} />
        </label>
        <Button type="submit">Jump</Button>
      </ActForm>
    </section>
  )
}
