import { useState } from 'preact/hooks'
import type { Connection } from '../connection.ts'
import { useRequested } from '../follow.ts'
import { Act, ActForm, Button } from '../parts/act.tsx'
import { Choice } from '../parts/choice.tsx'
import { BodyView } from '../parts/json-view.tsx'
import { Key } from '../parts/key.tsx'
import { Table } from '../parts/table.tsx'
import { useToast } from '../parts/toast.tsx'
import type { ToolsProps, ViewProps } from '../view-props.ts'

type Organization = ToolsProps['overview']['organizations'][number]

/** Tool sets and their publications, keys and their tools, and credits. */
export function Tools({ ask, connection, journal }: ViewProps) {
  const { again, problem, value: overview } = useRequested(() => connection.inspect('overview'), [connection, journal.entries])
  if (overview === undefined) return <p class="empty">{problem ?? 'Reading the world …'}</p>
  const shared: ToolsProps = { ask, connection, overview, act: (call) => call.finally(again) }
  return (
    <div class="sheet">
      <div class="view-head">
        <div>
          <h2 class="same">Tools</h2>
          <p class="muted">Choose the version of each tool set that an environment publishes. Each execution takes one credit.</p>
        </div>
      </div>
      {overview.organizations.length === 0 && (
        <p class="empty">This world has no organization. Write one in the world file, under World.</p>
      )}
      {overview.organizations.map((organization) => (
        <section key={organization.id} class="card table-card" aria-label={organization.name}>
          <h3>
            {organization.name} <span class="muted">organization {organization.id}</span>
          </h3>
          <Credits {...shared} organization={organization} />
          <Toolsets {...shared} organization={organization} />
          <Keys {...shared} organization={organization} />
        </section>
      ))}
    </div>
  )
}

interface OrganizationProps extends ToolsProps {
  readonly organization: Organization
}

function Credits({ act, connection, organization: { credits, id } }: OrganizationProps) {
  const [text, setText] = useState<string | undefined>()
  return (
    <ActForm
      class="actions padded"
      label={`Balance of ${id}`}
      done={`The credits of ${id} are set`}
      onAct={async () => {
        await act(connection.call('setCredits', { orgId: id, credits: Number(text ?? credits) }))
        setText(undefined)
      }}
    >
      <label>
        Credits of {id}{' '}
        <input
          class="short"
          inputMode="numeric"
          value={text ?? credits}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      <Button type="submit" of={`credits of ${id}`}>
        Set
      </Button>
      <span class="muted">{credits} left</span>
    </ActForm>
  )
}

function Toolsets({ act, connection, organization: { environments, id: orgId, toolsets } }: OrganizationProps) {
  const toast = useToast()

  /** Publishes a version; an empty one unpublishes the tool set. */
  async function publish(place: { readonly toolset: string; readonly environment: string }, version: string): Promise<void> {
    const { environment, toolset } = place
    const call =
      version === ''
        ? connection.call('unpublishToolset', { orgId, ...place })
        : connection.call('publishToolset', { orgId, ...place, version })
    await act(call).then(
      () =>
        toast({
          text:
            version === ''
              ? `${toolset} is unpublished in ${environment}`
              : `${toolset} ${version} is published in ${environment}`,
        }),
      (error: unknown) => toast({ text: error instanceof Error ? error.message : String(error) }),
    )
  }

  return (
    <Table
      rows={toolsets}
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
              ({ id, published, versions }: Organization['toolsets'][number]) => (
                <Choice
                  label={`Version of ${id} in ${environment}`}
                  value={published[environment] ?? ''}
                  none="not published"
                  options={versions.map(({ version }) => version)}
                  onChange={(version) => void publish({ toolset: id, environment }, version)}
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
        look="quiet"
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
