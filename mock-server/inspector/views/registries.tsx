import { useState } from 'preact/hooks'
import { Act } from '../parts/act.tsx'
import { Choice } from '../parts/choice.tsx'
import { Key } from '../parts/key.tsx'
import { Table } from '../parts/table.tsx'
import type { ToolsProps } from '../view-props.ts'

/** The registries of each workspace, and a form to connect another one. */
export function Registries({ act, connection, overview }: ToolsProps) {
  return (
    <>
      {overview.workspaces.map(({ id, name, registries }) => (
        <section key={id}>
          <h2>
            Registries of {name} <span class="muted">workspace {id}</span>
          </h2>
          <Table
            rows={registries}
            none="None is connected: its workflows have no tools."
            keyOf={(registry) => registry.name}
            columns={[
              ['Registry', (registry) => registry.name],
              ['Manifest', ({ manifestUrl }) => <span class="code">{manifestUrl}</span>],
              ['Key', ({ key }) => <Key connection={connection} name={key} />],
              ['Offers', offered],
            ]}
            change={({ active, name: registry }) => (
              <>
                <Act
                  of={registry}
                  done="Synchronized"
                  onAct={() => act(connection.call('syncRegistry', { workspaceId: id, name: registry }))}
                >
                  Sync
                </Act>
                <Act
                  of={registry}
                  onAct={() =>
                    act(connection.call(active ? 'deactivateRegistry' : 'activateRegistry', { workspaceId: id, name: registry }))
                  }
                >
                  {active ? 'Deactivate' : 'Activate'}
                </Act>
              </>
            )}
          />
          <Connect act={act} connection={connection} overview={overview} workspaceId={id} />
        </section>
      ))}
    </>
  )
}

interface Offering {
  readonly active: boolean
  readonly toolSets: readonly { readonly id: string; readonly tools: readonly string[] }[] | undefined
}

function offered({ active, toolSets }: Offering): string {
  if (!active) return 'nothing: it is not active'
  if (toolSets === undefined) return 'nothing: it is not synchronized'
  return toolSets.map(({ id, tools }) => `${id} (${tools.join(', ')})`).join('; ') || 'nothing: its manifest is empty'
}

/** Does the same as the button Connect of the console and the dialog of the workspace: it fills in the entry, and adds it. */
function Connect({ act, connection, overview, workspaceId }: ToolsProps & { readonly workspaceId: string }) {
  const choices = overview.organizations.flatMap(({ environments, id }) =>
    environments.map((environment) => `${id} ${environment}`),
  )
  const [chosen, setChosen] = useState(choices[0] ?? '')
  if (choices.length === 0) return null
  async function add(): Promise<void> {
    const [orgId = '', environment = ''] = chosen.split(' ')
    const entry = await connection.call('connect', { orgId, environment })
    await connection.call('addRegistry', { workspaceId, ...entry })
    await connection.call('syncRegistry', { workspaceId, name: entry.name })
  }
  return (
    <p class="actions">
      <label>
        Connect <Choice value={chosen} options={choices} onChange={setChosen} />
      </label>
      <Act of={`to ${workspaceId}`} done="Connected" onAct={() => act(add())}>
        Connect and sync
      </Act>
    </p>
  )
}
