import { useState } from 'preact/hooks'
import type { Connection } from '../connection.ts'
import { useRequested } from '../follow.ts'
import { Act, ActForm, Button } from '../parts/act.tsx'
import { download } from '../parts/download.ts'
import { Table } from '../parts/table.tsx'
import { encodePercent } from '../percent.ts'
import type { ViewProps } from '../view-props.ts'
import { WorldFile } from './world-file.tsx'

/** The world file, the worlds of this server, and the way to remove them. */
export function World({ ask, connection, draft, go, onDraft, route }: ViewProps) {
  return (
    <div class="sheet">
      <div class="view-head">
        <div>
          <h2>{route.world === '' ? 'The world at /' : `World ${route.world}`}</h2>
          <p class="code">{connection.baseUrl}</p>
        </div>
        <Act
          icon="download"
          done="The state is downloaded. It contains keys."
          onAct={async () => download('state.json', JSON.stringify(await connection.inspect('state'), null, 2))}
        >
          Download state
        </Act>
        <Act
          icon="download"
          done="The journal is downloaded. It contains no keys."
          onAct={async () =>
            download('journal.har', JSON.stringify(await connection.send('GET', connection.pathOf('journal.har')), null, 2))
          }
        >
          Download journal as HAR
        </Act>
        <Button
          icon="redo"
          onClick={() =>
            ask({
              title: 'Reset this world?',
              text: 'State, faults, limits, requests, runs, clock and randomness begin anew. This cannot be undone.',
              command: 'wfhost-mock ctl reset',
              keep: 'Keep it',
              confirm: 'Reset the world',
              onConfirm: () => connection.call('reset'),
            })
          }
        >
          Reset…
        </Button>
      </div>
      <Memory connection={connection} />
      <WorldFile connection={connection} draft={draft} onDraft={onDraft} />
      <Worlds ask={ask} connection={connection} go={go} route={route} />
    </div>
  )
}

/** The used memory of the world, and its limit. */
function Memory({ connection }: { readonly connection: Connection }) {
  const { value } = useRequested(() => connection.inspect('memory'), [connection])
  if (value === undefined) return null
  const { forgottenRequests, limitBytes, requests, runs, usedBytes } = value
  return (
    <p class="muted">
      This world remembers {requests} requests and {runs} runs: {inMegabytes(usedBytes)} of {inMegabytes(limitBytes)} MB.
      {forgottenRequests > 0 && ` It has forgotten the ${forgottenRequests} oldest requests.`}
    </p>
  )
}

function inMegabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}

/** A test gets a world of its own through its own base URL. */
function Worlds({ ask, connection, go, route }: Pick<ViewProps, 'ask' | 'connection' | 'go' | 'route'>) {
  const { again, value = [] } = useRequested(() => connection.worlds(), [connection])
  const [id, setId] = useState('')

  async function create(): Promise<void> {
    await connection.send('PUT', `/worlds/${encodePercent(id)}`)
    go({ world: id, id: '' })
    again()
  }

  async function remove(worldId: string): Promise<void> {
    await connection.send('DELETE', `/worlds/${encodePercent(worldId)}`)
    if (worldId === route.world) go({ world: '', id: '' })
    again()
  }

  return (
    <section class="card table-card" aria-label="Other worlds">
      <h3>Other worlds</h3>
      <Table
        rows={value}
        none="No other world yet. Each one has its own base URL and state, for example for one test."
        keyOf={(world) => world.id}
        columns={[
          ['World', (world) => world.id],
          ['Base URL', ({ url }) => <code>{url}</code>],
        ]}
        change={(world) => (
          <>
            {world.id === route.world ? (
              <span class="muted">shown</span>
            ) : (
              <Button of={world.id} onClick={() => go({ world: world.id, id: '' })}>
                Look at
              </Button>
            )}
            <Button
              of={world.id}
              onClick={() =>
                ask({
                  title: `Remove the world ${world.id}?`,
                  text: 'Its state, requests and runs are lost. This cannot be undone.',
                  command: `wfhost-mock ctl world remove ${world.id}`,
                  keep: 'Keep it',
                  confirm: 'Remove the world',
                  onConfirm: () => remove(world.id),
                })
              }
            >
              Remove…
            </Button>
          </>
        )}
      />
      <ActForm class="actions padded" label="Create a world" onAct={create}>
        <label>
          Id <input value={id} placeholder="my-test" onInput={({ currentTarget }) => setId(currentTarget.value)} />
        </label>
        <Button type="submit">Create world</Button>
      </ActForm>
    </section>
  )
}
