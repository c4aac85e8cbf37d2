import { useState } from 'preact/hooks'
import { durationOf } from '../entry-words.ts'
import { useAsked } from '../follow.ts'
import { Act } from '../parts/act.tsx'
import { type Entered, SchemaForm } from '../parts/schema-form.tsx'
import { Table } from '../parts/table.tsx'
import type { ConditionProps } from '../view-props.ts'

/** The rate limit, the rest of each window, and a form for another limit. */
export function Limits({ connection, journal, schema }: ConditionProps) {
  const { again, value } = useAsked(() => connection.inspect('limits'), [connection, journal.entries])
  const [entered, setEntered] = useState<Entered>({})
  const { limit, windows = [] } = value ?? {}
  async function set(rateLimit: Entered | null): Promise<void> {
    // The server checks the value, and reports mistakes.
    await connection.call('setRateLimit', { rateLimit } as Parameters<typeof connection.call<'setRateLimit'>>[1])
    again()
  }
  return (
    <section>
      <h2>Rate limit</h2>
      {limit === undefined ? (
        <p class="muted">There is none.</p>
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
            ['Whole again in', ({ endsInMs }) => <span class="number">{endsInMs === 0 ? 'now' : durationOf(endsInMs)}</span>],
          ]}
        />
      )}
      <h3>{limit === undefined ? 'Set a limit' : 'Change the limit'}</h3>
      <form class="form" onSubmit={(event) => event.preventDefault()}>
        <SchemaForm schema={schema} value={entered} onChange={setEntered} />
        <p class="actions">
          <Act done="Set" onAct={() => set(entered)}>
            Set limit
          </Act>
          {limit !== undefined && (
            <Act done="Removed" onAct={() => set(null)}>
              Remove limit
            </Act>
          )}
        </p>
      </form>
    </section>
  )
}
