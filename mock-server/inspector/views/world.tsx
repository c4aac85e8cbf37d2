import { useState } from 'preact/hooks'
import type { Connection } from '../connection.ts'
import { useAsked } from '../follow.ts'
import { Act } from '../parts/act.tsx'
import { Table } from '../parts/table.tsx'
import { encodePercent } from '../percent.ts'
import type { ViewProps } from '../view-props.ts'
import { WorldFile } from './world-file.tsx'

/** The world file, the worlds of this server, and the way to remove them. */
export function World({ connection, draft, go, onDraft, route }: ViewProps) {
  return (
    <div class="sheet">
      <section>
        <h2>{route.world === '' ? 'The world at /' : `World ${route.world}`}</h2>
        <p class="code">{connection.baseUrl}</p>
        <p class="actions">
          <Act done="Reset" onAct={() => connection.call('reset')}>
            Reset
          </Act>
          <span class="muted">State, faults, limits, journal, clock and randomness begin anew.</span>
        </p>
        <p class="actions">
          <Act
            done="Downloaded"
            onAct={async () => download('state.json', JSON.stringify(await connection.inspect('state'), null, 2))}
          >
            Download state
          </Act>
          <span class="muted">Contains keys.</span>
          <Act
            done="Downloaded"
            onAct={async () =>
              download('journal.har', JSON.stringify(await connection.send('GET', connection.pathOf('journal.har')), null, 2))
            }
          >
            Download journal as HAR
          </Act>
          <span class="muted">Without keys; developer tools of browsers open it.</span>
        </p>
      </section>
      <Memory connection={connection} />
      <WorldFile connection={connection} draft={draft} onDraft={onDraft} />
      <Worlds connection={connection} go={go} route={route} />
    </div>
  )
}

/** The used memory of the world, and its limit. */
function Memory({ connection }: { readonly connection: Connection }) {
  const { value } = useAsked(() => connection.inspect('memory'), [connection])
  if (value === undefined) return null
  const { forgottenRequests, limitBytes, requests, runs, usedBytes } = value
  return (
    <section aria-label="Memory">
      <p>
        This world remembers {requests} requests and {runs} runs: {inMegabytes(usedBytes)} of {inMegabytes(limitBytes)} MB.
        {forgottenRequests > 0 && ` It has forgotten the ${forgottenRequests} oldest requests.`}
      </p>
    </section>
  )
}

function inMegabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}

function download(name: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

interface WorldsProps extends Pick<ViewProps, 'go' | 'route'> {
  readonly connection: Connection
}

/** A test gets a world of its own through its own base URL. */
function Worlds({ connection, go, route }: WorldsProps) {
  const { again, value = [] } = useAsked(() => connection.worlds(), [connection])
  const [id, setId] = useState('')
  return (
    <section>
      <h2>Other worlds</h2>
      <Table
        rows={value}
        none="None yet. Each has a base URL and a state of its own, as a test wants it."
        keyOf={(world) => world.id}
        columns={[
          ['World', (world) => world.id],
          ['Base URL', ({ url }) => <span class="code">{url}</span>],
        ]}
        change={(world) => (
          <>
            {world.id === route.world ? (
              <span class="muted">shown</span>
            ) : (
              <Act of={world.id} onAct={() => go({ world: world.id, id: '' })}>
                Look at
              </Act>
            )}
            <Act
              of={world.id}
              onAct={async () => {
                await connection.send('DELETE', `/worlds/${encodePercent(world.id)}`)
                if (world.id === route.world) go({ world: '', id: '' })
                again()
              }}
            >
              Remove
            </Act>
          </>
        )}
      />
      <form
        class="actions"
        onSubmit={(event) => {
          event.preventDefault()
        }}
      >
        <label>
          Id <input value={id} placeholder="my-test" onInput={({ currentTarget }) => setId(currentTarget.value)} />
        </label>
        <Act
          done="Created"
          onAct={async () => {
            await connection.send('PUT', `/worlds/${encodePercent(id)}`)
            go({ world: id, id: '' })
            again()
          }}
        >
          Create world
        </Act>
      </form>
    </section>
  )
}
