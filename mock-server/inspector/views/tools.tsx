import { useState } from 'preact/hooks'
import type { Connection } from '../connection.ts'
import { useAsked } from '../follow.ts'
import { Act } from '../parts/act.tsx'
import { BodyView } from '../parts/json-view.tsx'
import { Key } from '../parts/key.tsx'
import type { ToolsProps, ViewProps } from '../view-props.ts'
import { Registries } from './registries.tsx'

type Organization = ToolsProps['overview']['organizations'][number]

/** Tool sets and where they are published, keys and what they see, credits, and the registries of workspaces. */
export function Tools({ connection, journal }: ViewProps) {
  const { again, problem, value: overview } = useAsked(() => connection.inspect('overview'), [connection, journal.entries])
  if (overview === undefined) return <p class="empty">{problem ?? 'Reading the world …'}</p>
  const shared: ToolsProps = { connection, overview, act: (call) => call.finally(again) }
  return (
    <div class="sheet">
      {overview.organizations.length === 0 && <p class="empty">This world has no organization.</p>}
      {overview.organizations.map((organization) => (
        <section key={organization.id}>
          <h2>
            {organization.name} <span class="muted">organization {organization.id}</span>
          </h2>
          <Credits {...shared} organization={organization} />
          <ToolSets {...shared} organization={organization} />
          <Keys {...shared} organization={organization} />
        </section>
      ))}
      <Registries {...shared} />
    </div>
  )
}

interface OrganizationProps extends ToolsProps {
  readonly organization: Organization
}

function Credits({ act, connection, organization: { credits, id } }: OrganizationProps) {
  const [text, setText] = useState<string | undefined>()
  return (
    <p class="actions">
      <label>
        Credits of {id}{' '}
        <input
          type="number"
          min="0"
          class="short"
          value={text ?? credits}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      <Act
        done="Set"
        onAct={async () => {
          await act(connection.call('setCredits', { orgId: id, credits: Number(text ?? credits) }))
          setText(undefined)
        }}
      >
        Set <span class="hidden">credits of {id}</span>
      </Act>
      <span class="muted">{credits} left</span>
    </p>
  )
}

function ToolSets({ act, connection, organization: { environments, id: orgId, toolSets } }: OrganizationProps) {
  if (toolSets.length === 0) return <p class="muted">No tool sets</p>
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Tool set</th>
          <th scope="col">Tools</th>
          {environments.map((environment) => (
            <th key={environment} scope="col">
              {environment}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {toolSets.map(({ id, published, versions, visibility }) => (
          <tr key={id}>
            <th scope="row">
              {id} <span class="muted">{visibility}</span>
            </th>
            <td>{[...new Set(versions.flatMap(({ tools }) => tools))].join(', ') || <span class="muted">none</span>}</td>
            {environments.map((environment) => (
              <td key={environment}>
                <select
                  aria-label={`Version of ${id} in ${environment}`}
                  value={published[environment] ?? ''}
                  onChange={({ currentTarget: { value: version } }) =>
                    void act(connection.call('publishToolSet', { orgId, toolSet: id, environment, version }))
                  }
                >
                  {published[environment] === undefined && <option value="">not published</option>}
                  {versions.map(({ version }) => (
                    <option key={version} value={version}>
                      {version}
                    </option>
                  ))}
                </select>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Keys({ connection, organization: { id, keys }, overview: { product } }: OrganizationProps) {
  if (keys.length === 0) return <p class="muted">No tool-hosting keys</p>
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Tool-hosting key</th>
          <th scope="col">Environment</th>
          <th scope="col">Key</th>
          <th scope="col">What it sees</th>
        </tr>
      </thead>
      <tbody>
        {keys.map(({ environment, key, name }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{environment}</td>
            <td>
              <Key connection={connection} name={key} />
            </td>
            <td>
              <Manifest connection={connection} name={key} path={`/v1/public/${product}/manifest`} of={`${name} of ${id}`} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface ManifestProps {
  readonly connection: Connection
  readonly name: string
  readonly path: string
  readonly of: string
}

/** The manifest as a user of the key gets it: by a real request, which the journal shows as any other. */
function Manifest({ connection, name, of, path }: ManifestProps) {
  const [seen, setSeen] = useState<{ readonly status: number; readonly text: string } | undefined>()
  return (
    <>
      <Act
        quiet
        done=""
        onAct={async () => {
          const authorization = `Bearer ${await connection.inspect('key', { name })}`
          const response = await connection.request(path, { headers: { authorization } })
          setSeen({ status: response.status, text: await response.text() })
        }}
      >
        Read its manifest <span class="hidden">{of}</span>
      </Act>
      {seen !== undefined && (
        <>
          <p class={seen.status === 200 ? 'muted' : 'problem'}>{seen.status}</p>
          <BodyView label={`Manifest of ${of}`} text={seen.text} />
        </>
      )}
    </>
  )
}
