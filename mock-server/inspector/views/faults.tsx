import { useState } from 'preact/hooks'
import { useAsked } from '../follow.ts'
import { Act } from '../parts/act.tsx'
import { type Entered, type Schema, SchemaForm } from '../parts/schema-form.tsx'
import type { ConditionProps, ViewProps } from '../view-props.ts'
import { Clock } from './clock.tsx'
import { Limits } from './limits.tsx'

/** What makes the service behave badly, how often it may be called, and what time it is. */
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

/** Of JSON Schema, the forms read only what they know. */
function readSchema(schema: object): Schema {
  return schema
}

function ActiveFaults({ connection, journal, schema }: ConditionProps) {
  const { again, value: faults = [] } = useAsked(() => connection.call('faults'), [connection, journal.entries])
  const [entered, setEntered] = useState<Entered>({})
  async function add(): Promise<void> {
    // The server checks it, and says what is wrong.
    await connection.call('addFault', entered as Parameters<typeof connection.call<'addFault'>>[1])
    setEntered({})
    again()
  }
  return (
    <section>
      <h2>Faults</h2>
      {faults.length === 0 && <p class="muted">None: the service behaves as the document says.</p>}
      {faults.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">Fault</th>
              <th scope="col">Applies to</th>
              <th scope="col">Hit</th>
              <th scope="col">Change</th>
            </tr>
          </thead>
          <tbody>
            {faults.map(({ fault, id, matched }) => (
              <tr key={id}>
                <th scope="row">
                  {fault.kind} <span class="muted">{id}</span>
                </th>
                <td class="code">{selectionOf(fault)}</td>
                <td>{matched === 1 ? 'once' : `${matched} times`}</td>
                <td>
                  <div class="actions">
                    <Act onAct={() => connection.call('removeFault', { id }).finally(again)}>
                      Remove <span class="hidden">{id}</span>
                    </Act>
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
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
