import { useState } from 'preact/hooks'
import { durationOf } from '../entry-words.ts'
import { useRequested } from '../follow.ts'
import { readNumber, readWindow } from '../form-numbers.ts'
import { Act, ActForm, Button } from '../parts/act.tsx'
import { Choice } from '../parts/choice.tsx'
import { Table } from '../parts/table.tsx'
import type { ViewProps } from '../view-props.ts'

const scopes = ['key', 'workflow', 'organization'] as const

type Scope = (typeof scopes)[number]

/** The rate limit, the rest of each window, and a form for another limit. */
export function Limits({ connection, journal }: Pick<ViewProps, 'connection' | 'journal'>) {
  const { again, value } = useRequested(() => connection.inspect('limits'), [connection, journal.entries])
  const [requests, setRequests] = useState('')
  const [seconds, setSeconds] = useState('1')
  const [per, setPer] = useState<Scope>('key')
  const { limit, windows = [] } = value ?? {}

  async function set(): Promise<void> {
    const windowMs = readWindow(seconds)
    await connection.call('setRateLimit', { rateLimit: { requests: readNumber('Requests', requests), windowMs, per } })
    again()
  }

  return (
    <section class="card panel" aria-label="Rate limit">
      <h3>Rate limit</h3>
      {limit === undefined ? (
        <p class="muted">No limit. Over a limit, the server responds with 429.</p>
      ) : (
        <p>
          {limit.requests} requests in {durationOf(limit.windowMs)} for each {limit.per ?? 'key'}
        </p>
      )}
      {limit !== undefined && (
        <Table
          rows={windows}
          none="Nothing has been counted yet."
          keyOf={(window) => window.of}
          columns={[
            ['Counted for', (window) => window.of.replace(/^\[(.*)\]$/, '$1')],
            [
              'Left',
              ({ left, of }) => (
                <>
                  <meter min={0} max={limit.requests} value={left} aria-label={`Left for ${of}`} /> {left} of {limit.requests}
                </>
              ),
            ],
            ['Full again in', ({ endsInMs }) => <span class="number">{endsInMs === 0 ? 'now' : durationOf(endsInMs)}</span>],
          ]}
        />
      )}
      <ActForm class="actions" label="Set a limit" done="The limit is set" onAct={set}>
        <input
          class="tiny"
          inputMode="numeric"
          aria-label="Requests"
          value={requests}
          onInput={({ currentTarget }) => setRequests(currentTarget.value)}
        />
        <span class="muted">requests in</span>
        <input
          class="tiny"
          inputMode="decimal"
          aria-label="Seconds of a window"
          value={seconds}
          onInput={({ currentTarget }) => setSeconds(currentTarget.value)}
        />
        <span class="muted">s per</span>
        <Choice
          label="Limit per"
          value={per}
          options={scopes}
          onChange={(chosen) => setPer(scopes.find((scope) => scope === chosen) ?? 'key')}
        />
        <Button type="submit">Set limit</Button>
        {limit !== undefined && (
          <Act
            done="The limit is removed"
            onAct={async () => {
              await connection.call('setRateLimit', { rateLimit: null })
              again()
            }}
          >
            Remove limit
          </Act>
        )}
      </ActForm>
    </section>
  )
}
