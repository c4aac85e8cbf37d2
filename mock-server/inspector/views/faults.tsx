import { useState } from 'preact/hooks'
import { useAsked } from '../follow.ts'
import { Act } from '../parts/act.tsx'
import { type Entered, type Schema, SchemaForm } from '../parts/schema-form.tsx'
import { Table } from '../parts/table.tsx'
import type { ConditionProps, ViewProps } from '../view-props.ts'
import { Clock } from './clock.tsx'
import { Limits } from './limits.tsx'

/** The faults of the service, its rate limit, and its clock. */
export function Faults({ connection, journal }: ViewProps) {
  const { problem, value } = useAsked(() => connection.inspect('schemas'), [connection])
  if (value === undefined) return <p class="empty">{problem ?? 'Reading the world …'}</p>
  return (
    <div class="sheet columns">
      <ActiveFaults connection={connection} journal={journal} schema={readSchema(value.fault)} />
      <div>
        <Clock connection={connection} />
        <Limits connection={connection} journal={journal} schema={readSchema(value.rateLimit)} />
      </div>
    </div>
  )
}

/** The forms support only a part of JSON Schema. */
function readSchema(schema: object): Schema {
  return schema
}

function ActiveFaults({ connection, journal, schema }: ConditionProps) {
  const { again, value: faults = [] } = useAsked(() => connection.call('faults'), [connection, journal.entries])
  const [entered, setEntered] = useState<Entered>({})
  async function add(): Promise<void> {
    // The server checks the value, and reports mistakes.
    await connection.call('addFault', entered as Parameters<typeof connection.call<'addFault'>>[1])
    setEntered({})
    again()
  }
  return (
    <section>
      <h2>Faults</h2>
      <Table
        rows={faults}
        none="None: the service behaves as the document says."
        keyOf={({ id }) => id}
        columns={[
          [
            'Fault',
            ({ fault, id }) => (
              <>
                {fault.kind} <span class="muted">{id}</span>
              </>
            ),
          ],
          ['Applies to', ({ fault }) => <span class="code">{selectionOf(fault)}</span>],
          ['Hit', ({ matched }) => (matched === 1 ? 'once' : `${matched} times`)],
        ]}
        change={({ id }) => (
          <Act of={id} onAct={() => connection.call('removeFault', { id }).finally(again)}>
            Remove
          </Act>
        )}
      />
      {faults.length > 1 && (
        <p class="actions">
          <Act onAct={() => connection.call('clearFaults').finally(again)}>Remove all</Act>
        </p>
      )}
      <h3>Add a fault</h3>
      <form class="form" onSubmit={(event) => event.preventDefault()}>
        <SchemaForm schema={schema} value={entered} onChange={setEntered} />
        <p class="actions">
          <Act done="Added" onAct={add}>
            Add fault
          </Act>
        </p>
      </form>
    </section>
  )
}

function selectionOf({ kind: _kind, ...members }: { readonly kind: string }): string {
  const told = Object.entries(members).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  return told.length === 0 ? 'every request' : told.join(', ')
}
