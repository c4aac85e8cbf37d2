import { useState } from 'preact/hooks'
import { Act } from '../parts/act.tsx'
import { Key } from '../parts/key.tsx'
import type { ToolsProps } from '../view-props.ts'

/** The registries of each workspace, and the connection of another one. */
export function Registries({ act, connection, overview }: ToolsProps) {
  return (
    <>
      {overview.workspaces.map(({ id, name, registries }) => (
        <section key={id}>
          <h2>
            Registries of {name} <span class="muted">workspace {id}</span>
          </h2>
          {registries.length === 0 && <p class="muted">None is connected: its workflows have no tools.</p>}
          {registries.length > 0 && (
            <table>
              <thead>
                <tr>
                  <th scope="col">Registry</th>
                  <th scope="col">Manifest</th>
                  <th scope="col">Key</th>
                  <th scope="col">Offers</th>
                  <th scope="col">Change</th>
                </tr>
              </thead>
              <tbody>
                {registries.map(({ active, key, manifestUrl, name: registry, toolSets }) => (
                  <tr key={registry}>
                    <th scope="row">{registry}</th>
                    <td class="code">{manifestUrl}</td>
                    <td>
                      <Key connection={connection} name={key} />
                    </td>
                    <td>{offered({ active, toolSets })}</td>
                    <td>
                      <div class="actions">
                        <Act
                          done="Synchronized"
                          onAct={() => act(connection.call('syncRegistry', { workspaceId: id, name: registry }))}
                        >
                          Sync <span class="hidden">{registry}</span>
                        </Act>
                        <Act
                          onAct={() =>
                            act(
                              connection.call(active ? 'deactivateRegistry' : 'activateRegistry', {
                                workspaceId: id,
                                name: registry,
                              }),
                            )
                          }
                        >
                          {active ? 'Deactivate' : 'Activate'} <span class="hidden">{registry}</span>
                        </Act>
                      </div>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
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

/** What the button Connect of the console and the dialog of the workspace do: the entry comes prefilled, and is added. */
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
        Connect{' '}
        <select value={chosen} onChange={({ currentTarget }) => setChosen(currentTarget.value)}>
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </select>
      </label>
      <Act done="Connected" onAct={() => act(add())}>
        Connect and sync <span class="hidden">to {workspaceId}</span>
      </Act>
    </p>
  )
}
