import { useState } from 'preact/hooks'
import type { Connection } from '../connection.ts'
import { useAsked } from '../follow.ts'
import { Act } from '../parts/act.tsx'
import { Choice } from '../parts/choice.tsx'
import { BodyView } from '../parts/json-view.tsx'
import { Key } from '../parts/key.tsx'
import { Table } from '../parts/table.tsx'
import type { ToolsProps, ViewProps } from '../view-props.ts'
import { Registries } from './registries.tsx'

type Organization = ToolsProps['overview']['organizations'][number]

/** Tool sets and their publications, keys and their tools, credits, and the registries of workspaces. */
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
        of={`credits of ${id}`}
        done="Set"
        onAct={async () => {
          await act(connection.call('setCredits', { orgId: id, credits: Number(text ?? credits) }))
          setText(undefined)
        }}
      >
        Set
      </Act>
      <span class="muted">{credits} left</span>
    </p>
  )
}

function ToolSets({ act, connection, organization: { environments, id: orgId, toolSets } }: OrganizationProps) {
  return (
    <Table
      rows={toolSets}
      none="No tool sets"
      keyOf={({ id }) => id}
      columns={[
        [
          'Tool set',
          ({ id, visibility }) => (
            <>
              {id} <span class="muted">{visibility}</span>
            </>
          ),
        ],
        [
          'Tools',
          ({ versions }) => [...new Set(versions.flatMap(({ tools }) => tools))].join(', ') || <span class="muted">none</span>,
        ],
        ...environments.map(
          (environment) =>
            [
              environment,
              ({ id, published, versions }: Organization['toolSets'][number]) => (
                <Choice
                  label={`Version of ${id} in ${environment}`}
                  value={published[environment] ?? ''}
                  none={published[environment] === undefined ? 'not published' : undefined}
                  options={versions.map(({ version }) => version)}
                  onChange={(version) =>
                    void act(connection.call('publishToolSet', { orgId, toolSet: id, environment, version }))
                  }
                />
              ),
            ] as const,
        ),
      ]}
    />
  )
}

function Keys({ connection, organization: { id, keys }, overview: { product } }: OrganizationProps) {
  return (
    <Table
      rows={keys}
      none="No tool-hosting keys"
      keyOf={({ name }) => name}
      columns={[
        ['Tool-hosting key', ({ name }) => name],
        ['Environment', ({ environment }) => environment],
        ['Key', ({ key }) => <Key connection={connection} name={key} />],
        [
          'What it sees',
          ({ key, name }) => (
            <Manifest connection={connection} name={key} path={`/v1/public/${product}/manifest`} of={`${name} of ${id}`} />
          ),
        ],
      ]}
    />
  )
}

interface ManifestProps {
  readonly connection: Connection
  readonly name: string
  readonly path: string
  readonly of: string
}

/** The manifest for a user of the key. It comes from a real request, which the journal also shows. */
function Manifest({ connection, name, of, path }: ManifestProps) {
  const [seen, setSeen] = useState<{ readonly status: number; readonly text: string } | undefined>()
  return (
    <>
      <Act
        of={of}
        quiet
        done=""
        onAct={async () => {
          const authorization = `Bearer ${await connection.inspect('key', { name })}`
          const response = await connection.request(path, { headers: { authorization } })
          setSeen({ status: response.status, text: await response.text() })
        }}
      >
        Read its manifest
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
